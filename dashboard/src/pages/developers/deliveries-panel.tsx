import { Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { AnySelect, ClearFilters } from '../../parts/filter-fields.tsx';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { developerStrings } from '../../strings/developers.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { type Delivery, type Webhook, waitingDeliveries } from './webhook-state.ts';

const { deliveries: words, types, resend, confirm } = developerStrings;

const FILTERS = ['status', 'event_type'] as const;
const { csv } = words;
const COLUMNS = tableColumns<Delivery>(words.columns, [
  [
    [csv.event, (row) => row.type],
    [csv.eventId, (row) => row.event_id],
    [csv.id, (row) => row.id],
  ],
  [
    [csv.status, (row) => row.status],
    [csv.next, (row) => row.next_attempt_at],
    [csv.finished, (row) => row.finished_at],
  ],
  [[csv.created, (row) => row.created_at]],
  [[csv.attempts, (row) => row.attempts.length]],
  [
    [csv.lastStatus, (row) => row.attempts.at(-1)?.status_code],
    [csv.lastError, (row) => row.attempts.at(-1)?.error],
  ],
]);
const TYPES = [...Object.keys(types), 'webhook.test'];

export function DeliveriesPanel({ webhook }: { webhook: Webhook }) {
  const [filters, setFilters, bind] = useFilters(FILTERS);
  const [isResending, { open, close }] = useDisclosure(false);
  const { id } = webhook;
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/webhooks/{id}/deliveries', {
      params: { id },
      query: { ...filters, ...page } as never,
      ...(signal ? { signal } : {}),
    });
  const columns = useColumns('deliveries', COLUMNS);
  const query = usePages<Delivery>({
    queryKey: ['webhooks', id, 'deliveries', filters],
    limit: 25,
    load,
    lookAgain: (items) => lookAgainMs(waitingDeliveries(items), Date.now()),
  });
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Panel
      title={words.title}
      description={words.description}
      bare
      actions={
        <>
          <ListTools
            list="deliveries"
            columns={columns}
            load={load}
            views={viewsOf(FILTERS, filters, setFilters)}
          />
          <SmallButton
            leftSection={<IconRefresh size={15} aria-hidden />}
            disabled={!webhook.enabled}
            onClick={open}
          >
            {words.resendFailed}
          </SmallButton>
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <AnySelect label={words.status} of={words.statuses} w={170} {...bind('status')} />
        <AnySelect label={words.eventType} of={TYPES} w={230} searchable {...bind('event_type')} />
        <ClearFilters filters={filters} onChange={setFilters} />
      </Group>
      <PagedTable
        query={query}
        words={words}
        shown={columns}
        minWidth={820}
        row={(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} canResend={webhook.enabled} />}
        isFiltered={hasFilters}
      />
      {isResending ? <ResendFailed id={id} onClose={close} /> : null}
    </Panel>
  );
}

const DAY_MS = 86_400_000;

function ResendFailed({ id, onClose }: { id: string; onClose: () => void }) {
  const [days, setDays] = useState('1');
  const send = async () => {
    const since = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    const { redelivered } = await api.post('/v1/webhooks/{id}/redeliver', {
      params: { id },
      body: { since },
    });
    notifications.show({ message: redelivered === 0 ? resend.none : resend.done(redelivered) });
  };
  return (
    <ConfirmDialog
      confirmation={confirm.resendFailed}
      onClose={onClose}
      onConfirm={send}
      stale={['webhooks', id]}
    >
      <Select
        label={resend.since}
        data={optionsOf(resend.periods)}
        value={days}
        onChange={(value) => setDays(value ?? '1')}
        allowDeselect={false}
        w={200}
      />
    </ConfirmDialog>
  );
}
