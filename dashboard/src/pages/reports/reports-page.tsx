import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AddButton } from '../../parts/buttons.tsx';
import { AnySelect, ClearFilters } from '../../parts/filter-fields.tsx';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { reportStrings as words } from '../../strings/reports.ts';
import { ReportForm } from './report-form.tsx';
import { type Report, ReportRow } from './report-row.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleRow } from './schedule-row.tsx';

const FILTERS = ['status', 'type'] as const;
const { csv } = words;
const COLUMNS = tableColumns<Report>(words.columns, [
  [
    [words.type, (row) => row.type],
    [csv.format, (row) => row.format],
    [csv.id, (row) => row.id],
    [csv.size, (row) => row.size_bytes],
    [csv.rows, (row) => row.row_count],
    [words.checksumLabel, (row) => row.sha256],
    [csv.department, (row) => row.filters.department],
    [csv.platform, (row) => row.filters.platform],
    [csv.classification, (row) => row.filters.classification],
    [csv.campaignId, (row) => row.filters.campaign_id],
  ],
  [
    [words.status, (row) => row.status],
    [csv.error, (row) => row.error],
  ],
  [
    [csv.from, (row) => row.period_start],
    [csv.to, (row) => row.period_end],
  ],
  [
    [csv.requested, (row) => row.created_at],
    [csv.by, (row) => row.requested_by],
  ],
]);
const PROGRESS_MS = 1_500;

export function ReportsPage() {
  const may = useMay();
  const mayMake = may('service.admin', 'service.auditor');
  const [isCreating, setIsCreating] = useState(false);
  const [filters, setFilters, bind] = useFilters(FILTERS);
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/reports', {
      query: { ...filters, order: 'desc', ...page } as never,
      ...(signal ? { signal } : {}),
    });
  const columns = useColumns('reports', COLUMNS);
  const query = usePages<Report>({
    queryKey: ['reports', 'list', filters],
    limit: 25,
    load,
    lookAgain: (items) => (items.some(({ status }) => status === 'generating') ? PROGRESS_MS : false),
  });
  const hasFilters = Object.keys(filters).length > 0;
  const create = mayMake ? <AddButton onClick={() => setIsCreating(true)}>{words.create}</AddButton> : null;
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <>
          <ListTools
            list="reports"
            columns={columns}
            load={load}
            views={viewsOf(FILTERS, filters, setFilters)}
          />
          {create}
        </>
      }
    >
      <Stack gap="xl">
        <Stack gap="sm">
          <Group gap="sm" align="flex-end">
            <AnySelect label={words.status} of={words.statuses} w={170} {...bind('status')} />
            <AnySelect label={words.type} of={words.types} w={240} {...bind('type')} />
            <ClearFilters filters={filters} onChange={setFilters} />
          </Group>
          <PagedTable
            query={query}
            words={{ ...words, noneHint: mayMake ? words.noneHint : words.noneHintReader }}
            shown={columns}
            minWidth={820}
            row={(report) => <ReportRow key={report.id} report={report} canDelete={mayMake} />}
            isFiltered={hasFilters}
          />
        </Stack>
        {mayMake ? <SchedulesPanel /> : null}
      </Stack>
      {isCreating ? <ReportForm onClose={() => setIsCreating(false)} /> : null}
    </Page>
  );
}

function SchedulesPanel() {
  const query = useQuery({
    queryKey: ['reports', 'schedules'],
    queryFn: () => api.get('/v1/reports/schedules', { query: { limit: 100 } }),
  });
  return (
    <ListPanel
      words={words.schedules}
      query={query}
      row={(schedule) => <ScheduleRow key={schedule.id} schedule={schedule} />}
      form={(close) => <ScheduleForm onClose={close} />}
    />
  );
}
