import { Anchor, Button, Group, Select, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useFilters } from '../../parts/filters.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { operationStrings } from '../../strings/operations.ts';
import { reportStrings as words } from '../../strings/reports.ts';
import { ReportForm } from './report-form.tsx';
import { type Report, ReportRow } from './report-row.tsx';
import { SchedulesPanel } from './schedules-panel.tsx';

const FILTERS = ['status', 'type'] as const;
const choices = (of: Record<string, string>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }));
const PROGRESS_MS = 1_500;

export function ReportsPage() {
  const may = useMay();
  const mayMake = may('service.admin', 'service.auditor');
  const [isCreating, setIsCreating] = useState(false);
  const [filters, setFilters] = useFilters(FILTERS);
  const query = usePages<Report>({
    queryKey: ['reports', 'list', filters],
    limit: 25,
    load: (page) => api.get('/v1/reports', { query: { ...filters, order: 'desc', ...page } as never }),
    lookAgain: (items) => (items.some(({ status }) => status === 'generating') ? PROGRESS_MS : false),
  });
  const hasFilters = Object.keys(filters).length > 0;
  const create = mayMake ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Page title={words.title} description={words.description} actions={create}>
      <Stack gap="xl">
        <Stack gap="sm">
          <Group gap="sm" align="flex-end">
            <Select
              label={words.status}
              placeholder={operationStrings.any}
              data={choices(words.statuses)}
              value={filters.status ?? null}
              onChange={(status) => setFilters({ status })}
              clearable
              w={170}
            />
            <Select
              label={words.type}
              placeholder={operationStrings.any}
              data={choices(words.types)}
              value={filters.type ?? null}
              onChange={(type) => setFilters({ type })}
              clearable
              w={240}
            />
            {hasFilters ? (
              <Anchor
                component="button"
                type="button"
                size="sm"
                pb={8}
                onClick={() => setFilters({ status: null, type: null })}
              >
                {operationStrings.clear}
              </Anchor>
            ) : null}
          </Group>
          <QueryState query={query}>
            {({ items, total }) =>
              items.length === 0 ? (
                <Empty title={hasFilters ? words.noMatch : words.none}>
                  {hasFilters ? null : mayMake ? words.noneHint : words.noneHintReader}
                </Empty>
              ) : (
                <>
                  <TableBox label={words.title} columns={words.columns} minWidth={820}>
                    {items.map((report) => (
                      <ReportRow key={report.id} report={report} canDelete={mayMake} />
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
        {mayMake ? <SchedulesPanel /> : null}
      </Stack>
      {isCreating ? <ReportForm onClose={() => setIsCreating(false)} /> : null}
    </Page>
  );
}
