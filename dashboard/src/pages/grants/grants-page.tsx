import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { FilterPill } from '../../parts/filter-fields.tsx';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { BANDS } from '../../parts/risk-badge.tsx';
import {
  FilterSelect,
  ListEmpty,
  ListFilters,
  SortSelect,
  useFacets,
} from '../../parts/virtual-list/list-filters.tsx';
import { useList } from '../../parts/virtual-list/use-list.ts';
import { useRowSource } from '../../parts/virtual-list/use-row-pages.ts';
import { VirtualList } from '../../parts/virtual-list/virtual-list.tsx';
import { grantStrings as strings } from '../../strings/grants.ts';
import { platformName } from '../../strings/platforms.ts';
import { riskStrings } from '../../strings/risk.ts';
import { connectorQuery } from '../connectors/connector-queries.ts';
import { principalQueries } from '../principals/principal-queries.ts';
import { GRANT_COLUMNS, GrantCard, type GrantItem } from './grant-columns.tsx';

const FIRST = { sort: 'score', order: 'desc' } as const;
const SORTS = [
  { ...FIRST, label: strings.sorts.score },
  { sort: 'id', order: 'asc', label: strings.sorts.id },
] as const;
const STATUSES = optionsOf(strings.statuses);
const RISKS = BANDS.toReversed().map((value) => ({ value, label: riskStrings[value] }));
const LAST_REVIEWS = optionsOf(strings.lastReviews);
const NAMES = [
  'q',
  'platform',
  'department',
  'status',
  'risk_level',
  'last_review',
  'principal_id',
  'asset_id',
  'connector_id',
] as const;

/** Of all principals or assets: how many of the grants each has is not known. */
const uncounted = (facet: readonly { value: string }[] = [], name = (value: string) => value) =>
  facet.map(({ value }) => ({ value, label: name(value) }));

const load = (query: object, signal: AbortSignal) => api.get('/v1/grants', { query, signal });
const card = (row: GrantItem) => <GrantCard row={row} />;

export function GrantsPage() {
  const { filters, bind, change, clear, sorting, open, views } = useList(NAMES, FIRST);
  const facets = useFacets();
  const { status, risk_level, last_review, principal_id, asset_id, connector_id } = filters;
  // What is not active has no score to be sorted by.
  const isUnscored = status !== undefined && status !== 'active';
  const sort = isUnscored ? 'id' : sorting.sort;
  const order = isUnscored ? 'asc' : sorting.order;
  const level = isUnscored ? undefined : risk_level;
  const lastReview = isUnscored ? undefined : last_review;
  const columns = useColumns('grants', GRANT_COLUMNS);
  const source = useRowSource('grants', load, {
    ...filters,
    risk_level: level,
    last_review: lastReview,
    sort: level || lastReview ? 'score' : sort,
    order,
  });
  return (
    <Page
      title={strings.title}
      description={strings.description}
      actions={<ListTools list="grants" columns={columns} load={source.load} views={views} />}
    >
      <ListFilters words={strings} filters={filters} onSearch={(value) => change({ q: value }, 'typed')}>
        <FilterSelect
          label={strings.risk}
          value={level}
          options={RISKS}
          isClosed
          width={120}
          onChange={(value) => change({ risk_level: value, ...(isUnscored ? { status: null } : {}) })}
        />
        <FilterSelect
          label={strings.platform}
          options={uncounted(facets?.platforms, platformName)}
          width={130}
          {...bind('platform')}
        />
        <FilterSelect
          label={strings.department}
          options={uncounted(facets?.departments)}
          width={140}
          {...bind('department')}
        />
        <FilterSelect label={strings.status} options={STATUSES} isClosed width={130} {...bind('status')} />
        <FilterSelect
          label={strings.lastReview}
          value={lastReview}
          options={LAST_REVIEWS}
          isClosed
          width={150}
          onChange={(value) => change({ last_review: value, ...(isUnscored ? { status: null } : {}) })}
        />
        <SortSelect sorting={sorting} options={SORTS} />
      </ListFilters>
      <LinkedFilters
        principalId={principal_id}
        assetId={asset_id}
        connectorId={connector_id}
        onChange={change}
      />
      <VirtualList
        label={strings.list}
        source={source}
        columns={columns.shown}
        card={card}
        sorting={sorting}
        sparklines="grant_ids"
        empty={<ListEmpty words={strings} isFiltered={Object.keys(filters).length > 0} onClear={clear} />}
        open={(row, inNewTab) => open('principals', row.principal_id, inNewTab)}
        min_width={960}
      />
    </Page>
  );
}

/** Filters that only links set: the grants of one principal, on one asset, or that one connector has found. */
function LinkedFilters(props: {
  principalId: string | undefined;
  assetId: string | undefined;
  connectorId: string | undefined;
  onChange(changes: { principal_id?: null; asset_id?: null; connector_id?: null }): void;
}) {
  const { principalId, assetId, connectorId, onChange } = props;
  const principal = useQuery({
    ...principalQueries.principal(principalId ?? ''),
    enabled: principalId !== undefined,
  });
  const asset = useQuery({
    queryKey: ['assets', 'one', assetId],
    queryFn: () => api.get('/v1/assets/{id}', { params: { id: assetId as string } }),
    enabled: assetId !== undefined,
  });
  const connector = useQuery({
    ...connectorQuery(connectorId ?? ''),
    enabled: connectorId !== undefined,
  });
  const shown = [
    {
      id: principalId,
      text: strings.onlyOf(principal.data?.display_name ?? principalId ?? ''),
      without: { principal_id: null },
    },
    { id: assetId, text: strings.onlyOn(asset.data?.name ?? assetId ?? ''), without: { asset_id: null } },
    {
      id: connectorId,
      text: strings.onlyFrom(connector.data?.name ?? connectorId ?? ''),
      without: { connector_id: null },
    },
  ].filter(({ id }) => id !== undefined);
  if (shown.length === 0) return null;
  return (
    <Group gap="xs">
      {shown.map(({ text, without }) => (
        <FilterPill
          key={text}
          text={text}
          remove={strings.removeFilter(text)}
          onRemove={() => onChange(without)}
        />
      ))}
    </Group>
  );
}
