import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { INSIDERS, useMay } from '../../api/session.ts';
import { formatNumber } from '../../parts/format.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { Small } from '../../parts/text.ts';
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
import { conflictStrings } from '../../strings/accounts.ts';
import { principalStrings as strings } from '../../strings/principals.ts';
import { conflictCount } from '../accounts/account-queries.ts';
import { PRINCIPAL_COLUMNS, PrincipalCard, type PrincipalItem } from './principal-columns.tsx';

const FIRST = { sort: 'name', order: 'asc' } as const;
const SORTS = [
  { ...FIRST, label: strings.sorts.name },
  { sort: 'score', order: 'desc', label: strings.sorts.score },
] as const;

const load = (query: object, signal: AbortSignal) => api.get('/v1/principals', { query, signal });
const card = (row: PrincipalItem) => <PrincipalCard row={row} />;

export function PrincipalsPage() {
  const { filters, bind, change, clear, sorting, open, views } = useList(['q', 'type', 'department'], FIRST);
  const { principal_types, departments } = useFacets() ?? {};
  const { sort, order } = sorting;
  const columns = useColumns('principals', PRINCIPAL_COLUMNS);
  const source = useRowSource('principals', load, { ...filters, sort, order });
  return (
    <Page
      title={strings.title}
      description={strings.description}
      actions={
        <>
          <UnclearAccounts />
          <ListTools list="principals" columns={columns} load={source.load} views={views} />
        </>
      }
    >
      <ListFilters words={strings} filters={filters} onSearch={(value) => change({ q: value }, 'typed')}>
        <FilterSelect
          label={strings.type}
          options={facetOptions(principal_types, strings.types)}
          {...bind('type')}
        />
        <FilterSelect
          label={strings.department}
          options={facetOptions(departments)}
          {...bind('department')}
        />
        <SortSelect sorting={sorting} options={SORTS} />
      </ListFilters>
      {sort === 'score' ? <Small>{strings.byScoreHint}</Small> : null}
      <VirtualList
        label={strings.list}
        source={source}
        columns={columns.shown}
        card={card}
        sorting={sorting}
        sparklines="principal_ids"
        empty={
          <ListEmpty
            words={sort === 'score' ? { ...strings, none: strings.noneScored } : strings}
            isFiltered={Object.keys(filters).length > 0}
            onClear={clear}
          />
        }
        open={(row, inNewTab) => open('principals', row.id, inNewTab)}
        min_width={980}
      />
    </Page>
  );
}

/** The way to accounts that may be of somebody, when there are any. */
function UnclearAccounts() {
  const isInsider = useMay()(...INSIDERS);
  const total = useQuery({ ...conflictCount, enabled: isInsider }).data?.total ?? 0;
  if (total === 0) return null;
  return <TextLink to="/accounts">{conflictStrings.open(formatNumber(total))}</TextLink>;
}
