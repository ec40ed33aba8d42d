import { Group, Modal, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { formatDateTime } from '../../parts/format.ts';
import { useChange } from '../../parts/forms/use-change.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { More } from '../../parts/paged-table.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Hint } from '../../parts/text.ts';
import { usePages } from '../../parts/use-pages.ts';
import { When } from '../../parts/when.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { AttemptList } from './attempt-list.tsx';
import { deliveryState, waitingDeliveries } from './webhook-state.ts';

const { channels: words, deliveries } = developerStrings;

/** What was sent by a channel, newest first, with every attempt. */
export function ChannelMessages({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const query = usePages({
    queryKey: ['webhooks', 'channels', id, 'deliveries'],
    limit: 10,
    load: (page) => api.get('/v1/notifications/channels/{id}/deliveries', { params: { id }, query: page }),
    lookAgain: (items) => lookAgainMs(waitingDeliveries(items), Date.now()),
  });
  const resend = useChange({
    send: (delivery_id: string) =>
      api.post('/v1/notifications/channels/{id}/deliveries/{delivery_id}/redeliver', {
        params: { id, delivery_id },
      }),
    stale: ['webhooks', 'channels'],
    done: deliveries.resent,
    saysFailure: true,
  });
  return (
    <Modal opened onClose={onClose} title={words.messagesTitle(name)} size="xl">
      <QueryState query={query}>
        {({ items, total }) => (
          <Stack>
            {items.length === 0 ? <Text size="sm">{words.noMessages}</Text> : null}
            {items.map((message) => {
              const { tone, label } = deliveryState(message);
              return (
                <Stack key={message.id} gap={6}>
                  <Group gap="xs" justify="space-between">
                    <Group gap="xs">
                      <StateBadge tone={tone}>{label}</StateBadge>
                      <Text size="sm">
                        {message.type} {message.recipient ? `→ ${message.recipient}` : ''}{' '}
                        <When at={message.created_at} />
                      </Text>
                    </Group>
                    <RowButton onClick={() => resend.mutate(message.id)}>{deliveries.resend}</RowButton>
                  </Group>
                  {message.waits_for && message.waits_until ? (
                    <Hint>{words.waits[message.waits_for](formatDateTime(message.waits_until))}</Hint>
                  ) : null}
                  <AttemptList attempts={message.attempts} />
                </Stack>
              );
            })}
            <More
              shown={items.length}
              total={total}
              hasMore={query.hasNextPage}
              isLoading={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}
