import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { AnySelect } from '../../parts/any-select.tsx';
import { ClearFilters } from '../../parts/clear-filters.tsx';
import { useFilters } from '../../parts/filters.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TypedFilter } from '../../parts/typed-filter.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { RemediationRow } from './remediation-row.tsx';
import { movingRemediations, type Remediation } from './remediation-state.ts';

const FILTERS = ['status', 'platform', 'principal_id', 'asset_id', 'review_id', 'grant_id'] as const;

export function RemediationsPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const query = usePages<Remediation>({
    queryKey: ['remediations', 'list', filters],
    load: (page) => api.get('/v1/remediations', { query: { ...filters, order: 'desc', ...page } as never }),
    lookAgain: (items) => lookAgainMs(movingRemediations(items), Date.now()),
  });
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Page title={words.title} description={words.description}>
      <BreakerBanner />
      <Group gap="sm" align="flex-end">
        <AnySelect
          label={words.status}
          of={words.statuses}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
          w={210}
        />
        <TypedFilter
          label={words.platform}
          value={filters.platform}
          onChange={(platform) => setFilters({ platform }, 'typed')}
          w={180}
        />
        <ClearFilters filters={filters} onChange={setFilters} />
      </Group>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={hasFilters ? words.noMatch : words.none}
              action={
                hasFilters ? null : (
                  <Anchor component={Link} to="/reviews" size="sm">
                    {words.toInbox}
                  </Anchor>
                )
              }
            >
              {hasFilters ? null : words.noneHint}
            </Empty>
          ) : (
            <PagedTable
              query={query}
              label={words.title}
              columns={words.columns}
              minWidth={860}
              row={(remediation) => <RemediationRow key={remediation.id} remediation={remediation} />}
            />
          )
        }
      </QueryState>
    </Page>
  );
}
