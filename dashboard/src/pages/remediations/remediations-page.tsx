import { Anchor, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useFilters } from '../../parts/filters.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { operationStrings } from '../../strings/operations.ts';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { RemediationRow } from './remediation-row.tsx';
import { movingRemediations, type Remediation } from './remediation-state.ts';

const FILTERS = ['status', 'platform', 'principal_id', 'asset_id', 'review_id', 'grant_id'] as const;
const STATUSES = Object.entries(words.statuses).map(([value, label]) => ({ value, label }));

export function RemediationsPage() {
  const [filters, setFilters] = useFilters(FILTERS);
  const [platform, setPlatform] = useState(filters.platform ?? '');
  const search = useDebouncedCallback((value: string) => setFilters({ platform: value || null }), 250);
  const query = usePages<Remediation>({
    queryKey: ['remediations', 'list', filters],
    load: (page) => api.get('/v1/remediations', { query: { ...filters, order: 'desc', ...page } as never }),
    lookAgain: (items) => lookAgainMs(movingRemediations(items), Date.now()),
  });
  const hasFilters = Object.keys(filters).length > 0;
  const clear = () => {
    setPlatform('');
    setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])));
  };
  return (
    <Page title={words.title} description={words.description}>
      <BreakerBanner />
      <Group gap="sm" align="flex-end">
        <Select
          label={words.status}
          placeholder={operationStrings.any}
          data={STATUSES}
          value={filters.status ?? null}
          onChange={(status) => setFilters({ status })}
          clearable
          w={210}
        />
        <TextInput
          label={words.platform}
          placeholder={operationStrings.any}
          value={platform}
          onChange={(event) => {
            setPlatform(event.currentTarget.value);
            search(event.currentTarget.value.trim());
          }}
          w={180}
        />
        {hasFilters ? (
          <Anchor component="button" type="button" size="sm" pb={8} onClick={clear}>
            {operationStrings.clear}
          </Anchor>
        ) : null}
      </Group>
      <QueryState query={query}>
        {({ items, total }) =>
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
            <>
              <TableBox label={words.title} columns={words.columns} minWidth={860}>
                {items.map((remediation) => (
                  <RemediationRow key={remediation.id} remediation={remediation} />
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
    </Page>
  );
}
