import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { prettyJson } from '../../parts/pretty-json.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { developerStrings } from '../../strings/developers.ts';
import type { Delivery } from './webhook-state.ts';

const { deliveries: words } = developerStrings;

/** The body, which never changes, so it is read once. */
export function DeliveryPayload({ delivery }: { delivery: Delivery }) {
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
