import { Stack } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useFilters } from '../../parts/filters.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { auditStrings as words } from '../../strings/audit.ts';
import { AuditFilters, FILTERS } from './audit-filters.tsx';
import { CheckpointPanel } from './checkpoint-panel.tsx';
import { type Entry, EntryRow } from './entry-row.tsx';
import { rangeOf } from './range-of.ts';

export function AuditPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const { from, to, ...rest } = filters;
  const query = usePages<Entry>({
    queryKey: ['audit', 'list', filters],
    load: (page) => api.get('/v1/audit', { query: { ...rest, ...rangeOf({ from, to }), ...page } as never }),
  });
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Page title={words.title} description={words.description}>
      <Stack gap="md">
        <CheckpointPanel />
        <AuditFilters filters={filters} onChange={setFilters} />
        <QueryState query={query}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Empty title={hasFilters ? words.noMatch : words.none}>
                {hasFilters ? words.noMatchHint : words.noneHint}
              </Empty>
            ) : (
              <>
                <TableBox label={words.title} columns={words.columns} minWidth={820}>
                  {items.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} />
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
      </Stack>
    </Page>
  );
}
