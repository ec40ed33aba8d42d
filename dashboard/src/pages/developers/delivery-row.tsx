import { Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { prettyJson } from '../../parts/pretty-json.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { reasonOf } from '../../parts/send-error.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AttemptList } from './attempt-list.tsx';
import { type Delivery, deliveryState } from './webhook-state.ts';

const { deliveries: words, types } = developerStrings;

export function DeliveryRow({ delivery, canResend }: { delivery: Delivery; canResend: boolean }) {
  const client = useQueryClient();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, webhook_id, type, attempts, next_attempt_at, status } = delivery;
  const { tone, label } = deliveryState(delivery);
  const last = attempts.at(-1);
  const resend = useMutation({
    mutationFn: () =>
      api.post('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
        params: { id: webhook_id, delivery_id: id },
      }),
    onSuccess: () => {
      notifications.show({ message: words.resent });
      return client.invalidateQueries({ queryKey: ['webhooks', webhook_id] });
    },
    onError: (error) => notifications.show({ color: 'red', message: reasonOf(error) }),
  });
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Text size="sm">{types[type] ?? type}</Text>
          {types[type] ? (
            <Text size="xs" c="dimmed" ff="monospace">
              {type}
            </Text>
          ) : null}
        </Table.Td>
        <Table.Td>
          <StateBadge tone={tone}>{label}</StateBadge>
          {status === 'pending' && next_attempt_at && attempts.length > 0 ? (
            <Text size="xs" c="dimmed" mt={4}>
              {words.nextAttempt} <When at={next_attempt_at} />
            </Text>
          ) : null}
        </Table.Td>
        <Table.Td>
          <Box fz="sm" style={{ whiteSpace: 'nowrap' }}>
            <When at={delivery.created_at} />
          </Box>
        </Table.Td>
        <Table.Td className="numbers">{formatNumber(attempts.length)}</Table.Td>
        <Table.Td>
          <Text size="sm">{last ? answerOf(last) : '–'}</Text>
        </Table.Td>
        <Table.Td>
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              onClick={toggle}
              aria-expanded={isOpen}
              aria-label={isOpen ? undefined : words.open(type)}
            >
              {isOpen ? words.hide : words.show}
            </Button>
            {canResend ? (
              <Button
                size="compact-sm"
                variant="default"
                loading={resend.isPending}
                onClick={() => resend.mutate()}
              >
                {words.resend}
              </Button>
            ) : null}
          </Group>
        </Table.Td>
      </Table.Tr>
      {isOpen ? (
        <Table.Tr>
          <Table.Td colSpan={6} bg="var(--lapse-ground)">
            <AttemptList attempts={attempts} />
            <DeliveryPayload delivery={delivery} />
          </Table.Td>
        </Table.Tr>
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
      <Text size="sm" fw={600}>
        {words.payload}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {words.eventId}: {event_id}
      </Text>
      <QueryState query={query}>
        {({ payload }) => <CodeBlock label={words.payload} text={prettyJson(payload)} wrap maxHeight={320} />}
      </QueryState>
    </Stack>
  );
}
