import { Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useFilters } from '../../parts/filters.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { More } from '../../parts/more.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { developerStrings } from '../../strings/developers.ts';
import { operationStrings } from '../../strings/operations.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { ResendFailed } from './resend-failed.tsx';
import { type Delivery, type Webhook, waitingDeliveries } from './webhook-state.ts';

const { deliveries: words, types } = developerStrings;
const FILTERS = ['status', 'event_type'] as const;
const TYPES = [...Object.keys(types), 'webhook.test'];

export function DeliveriesPanel({ webhook }: { webhook: Webhook }) {
  const [filters, setFilters] = useFilters(FILTERS);
  const [isResending, { open, close }] = useDisclosure(false);
  const { id } = webhook;
  const query = usePages<Delivery>({
    queryKey: ['webhooks', id, 'deliveries', filters],
    limit: 25,
    load: (page) =>
      api.get('/v1/webhooks/{id}/deliveries', { params: { id }, query: { ...filters, ...page } as never }),
    lookAgain: (items) => lookAgainMs(waitingDeliveries(items), Date.now()),
  });
  const statuses = useMemo(
    () => Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
    [],
  );
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Panel
      title={words.title}
      description={words.description}
      bare
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={!webhook.enabled}
          onClick={open}
        >
          {words.resendFailed}
        </Button>
      }
    >
      <Group gap="sm" align="flex-end">
        <Select
          label={words.status}
          placeholder={operationStrings.any}
          data={statuses}
          value={filters.status ?? null}
          onChange={(status) => setFilters({ status })}
          clearable
          w={170}
        />
        <Select
          label={words.eventType}
          placeholder={operationStrings.any}
          data={TYPES}
          value={filters.event_type ?? null}
          onChange={(event_type) => setFilters({ event_type })}
          clearable
          searchable
          w={230}
        />
      </Group>
      <QueryState query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={hasFilters ? words.noMatch : words.none}>
              {hasFilters ? words.noMatchHint : words.noneHint}
            </Empty>
          ) : (
            <>
              <TableBox label={words.title} columns={words.columns} minWidth={820}>
                {items.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} canResend={webhook.enabled} />
                ))}
              </TableBox>
              <More
                shown={items.length}
                total={total}
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            </>
          )
        }
      </QueryState>
      {isResending ? <ResendFailed id={id} onClose={close} /> : null}
    </Panel>
  );
}
