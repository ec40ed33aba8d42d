import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import {
  FilterSelect,
  facetOptions,
  ListEmpty,
  ListFilters,
  SortSelect,
  useFacets,
} from '../../parts/virtual-list/list-filters.tsx';
import { useList } from '../../parts/virtual-list/use-list.ts';
import { useRowSource } from '../../parts/virtual-list/use-row-pages.ts';
import { VirtualList } from '../../parts/virtual-list/virtual-list.tsx';
import { principalStrings as strings } from '../../strings/principals.ts';
import { PRINCIPAL_COLUMNS, PrincipalCard, type PrincipalItem } from './principal-columns.tsx';

const FIRST = { sort: 'name', order: 'asc' } as const;
const SORTS = [
  { ...FIRST, label: strings.sorts.name },
  { sort: 'score', order: 'desc', label: strings.sorts.score },
] as const;

const load = (query: object, signal: AbortSignal) => api.get('/v1/principals', { query, signal });
const card = (row: PrincipalItem) => <PrincipalCard row={row} />;

export function PrincipalsPage() {
  const { filters, change, clear, sorting, open } = useList(['q', 'type', 'department'], FIRST);
  const facets = useFacets();
  const { q, type, department } = filters;
  const { sort, order } = sorting;
  const source = useRowSource('principals', load, { ...filters, sort, order });
  const isFiltered = Boolean(q || type || department);
  return (
    <Page title={strings.title} description={strings.description}>
      <ListFilters words={strings} filters={filters} onSearch={(value) => change({ q: value }, 'typed')}>
        <FilterSelect
          label={strings.type}
          value={type}
          options={facetOptions(facets?.principal_types, strings.types)}
          onChange={(value) => change({ type: value })}
        />
        <FilterSelect
          label={strings.department}
          value={department}
          options={facetOptions(facets?.departments)}
          onChange={(value) => change({ department: value })}
        />
        <SortSelect sorting={sorting} options={SORTS} />
      </ListFilters>
      {sort === 'score' ? (
        <Text size="xs" c="dimmed">
          {strings.byScoreHint}
        </Text>
      ) : null}
      <VirtualList
        label={strings.list}
        source={source}
        columns={PRINCIPAL_COLUMNS}
        card={card}
        sorting={sorting}
        sparklines="principal_ids"
        empty={
          <ListEmpty
            words={sort === 'score' ? { ...strings, none: strings.noneScored } : strings}
            isFiltered={isFiltered}
            onClear={clear}
          />
        }
        open={(row, inNewTab) => open('principals', row.id, inNewTab)}
        min_width={980}
      />
    </Page>
  );
}
