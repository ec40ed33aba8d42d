import { Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { useChange } from '../../parts/forms/use-change.ts';
import { prettyJson } from '../../parts/pretty-json.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row, WholeRow } from '../../parts/table-box.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { RowWhen, When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AttemptList } from './attempt-list.tsx';
import { type Delivery, deliveryState } from './webhook-state.ts';

const { deliveries: words, types } = developerStrings;

export function DeliveryRow({ delivery, canResend }: { delivery: Delivery; canResend: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, webhook_id, type, attempts, next_attempt_at, status } = delivery;
  const { tone, label } = deliveryState(delivery);
  const last = attempts.at(-1);
  const resend = useChange({
    send: () =>
      api.post('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
        params: { id: webhook_id, delivery_id: id },
      }),
    stale: ['webhooks', webhook_id],
    done: words.resent,
    saysFailure: true,
  });
  return (
    <>
      <Row>
        <Table.Td>
          <Text size="sm">{types[type] ?? type}</Text>
          {types[type] ? <Small ff="monospace">{type}</Small> : null}
        </Table.Td>
        <Table.Td>
          <StateBadge tone={tone}>{label}</StateBadge>
          {status === 'pending' && next_attempt_at && attempts.length > 0 ? (
            <Small mt={4}>
              {words.nextAttempt} <When at={next_attempt_at} />
            </Small>
          ) : null}
        </Table.Td>
        <RowWhen at={delivery.created_at} nowrap />
        <Table.Td className="numbers">{formatNumber(attempts.length)}</Table.Td>
        <Text size="sm">{last ? answerOf(last) : '–'}</Text>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <RowButton
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={isOpen ? undefined : words.open(type)}
          >
            {isOpen ? words.hide : words.show}
          </RowButton>
          {canResend ? (
            <RowButton loading={resend.isPending} onClick={() => resend.mutate()}>
              {words.resend}
            </RowButton>
          ) : null}
        </Group>
      </Row>
      {isOpen ? (
        <WholeRow columns={words.columns.length}>
          <AttemptList attempts={attempts} />
          <DeliveryPayload delivery={delivery} />
        </WholeRow>
      ) : null}
    </>
  );
}

export function answerOf({ status_code, error }: Delivery['attempts'][number]): string {
  if (error !== null && status_code === null) return error;
  return status_code === null ? words.noAnswer : words.status_code(status_code);
}

/** The body, which never changes, so it is read once. */
function DeliveryPayload({ delivery }: { delivery: Delivery }) {
  const { id, webhook_id, event_id } = delivery;
  const query = useQuery({
    queryKey: ['webhook-payload', webhook_id, id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      api.get('/v1/webhooks/{id}/deliveries/{delivery_id}', {
        params: { id: webhook_id, delivery_id: id },
      }),
  });
  return (
    <Stack gap={6} mt="sm">
      <Strong>{words.payload}</Strong>
      <Small style={{ overflowWrap: 'anywhere' }}>
        {words.eventId}: {event_id}
      </Small>
      <QueryState query={query}>
        {({ payload }) => <CodeBlock label={words.payload} text={prettyJson(payload)} wrap maxHeight={320} />}
      </QueryState>
    </Stack>
  );
}
