import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { auditStrings as words } from '../../strings/audit.ts';
import { AuditFilters, FILTERS } from './audit-filters.tsx';
import { CheckpointPanel } from './checkpoint-panel.tsx';
import { type Entry, EntryRow } from './entry-row.tsx';
import { rangeOf } from './range-of.ts';

const { signing, csv } = words;
const COLUMNS = tableColumns<Entry>(words.columns, [
  [[csv.at, (row) => row.timestamp]],
  [
    [csv.what, (row) => row.description],
    [csv.id, (row) => row.id],
  ],
  [[csv.type, (row) => row.event_type]],
  [[csv.actor, (row) => row.actor]],
  [
    [csv.place, (row) => row.position],
    [csv.integrity, (row) => row.integrity],
  ],
]);

export function AuditPage() {
  const [filters, setFilters, bind] = useFilters(FILTERS);
  const { from, to, ...rest } = filters;
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/audit', {
      query: { ...rest, ...rangeOf({ from, to }), ...page } as never,
      ...(signal ? { signal } : {}),
    });
  const columns = useColumns('audit', COLUMNS);
  const query = usePages<Entry>({ queryKey: ['audit', 'list', filters], load });
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <ListTools list="audit" columns={columns} load={load} views={viewsOf(FILTERS, filters, setFilters)} />
      }
    >
      <Stack gap="md">
        <SigningBanner />
        <CheckpointPanel />
        <AuditFilters filters={filters} onChange={setFilters} bind={bind} />
        <PagedTable
          query={query}
          words={words}
          shown={columns}
          minWidth={820}
          row={(entry) => <EntryRow key={entry.id} entry={entry} />}
          isFiltered={hasFilters}
        />
      </Stack>
    </Page>
  );
}

const LOOK_MS = 30_000;

/** Nothing while the log is being signed. */
function SigningBanner() {
  const { data } = useQuery({
    queryKey: ['audit', 'status'],
    queryFn: () => api.get('/v1/audit/status', {}),
    refetchInterval: LOOK_MS,
  });
  if (!data || data.state === 'signed') return null;
  return (
    <Alert color="red" title={data.state === 'stopped' ? signing.stopped : signing.behind} role="alert">
      {data.trouble ?? signing.noWorker}
    </Alert>
  );
}
