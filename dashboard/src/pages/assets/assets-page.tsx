import { api } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import {
  FilterSelect,
  facetOptions,
  ListEmpty,
  ListFilters,
  useFacets,
} from '../../parts/virtual-list/list-filters.tsx';
import { useList } from '../../parts/virtual-list/use-list.ts';
import { useRowSource } from '../../parts/virtual-list/use-row-pages.ts';
import { VirtualList } from '../../parts/virtual-list/virtual-list.tsx';
import { assetStrings as strings } from '../../strings/assets.ts';
import { ASSET_COLUMNS, AssetCard, type AssetItem } from './asset-columns.tsx';

const FIRST = { sort: 'name', order: 'asc' } as const;

const load = (query: object, signal: AbortSignal) => api.get('/v1/assets', { query, signal });
const card = (row: AssetItem) => <AssetCard row={row} />;

export function AssetsPage() {
  const { filters, change, clear, sorting, open } = useList(
    ['q', 'platform', 'type', 'classification'],
    FIRST,
  );
  const facets = useFacets();
  const { q, platform, type, classification } = filters;
  const { sort, order } = sorting;
  const source = useRowSource('assets', load, { ...filters, sort, order });
  return (
    <Page title={strings.title} description={strings.description}>
      <ListFilters words={strings} filters={filters} onSearch={(value) => change({ q: value }, 'typed')}>
        <FilterSelect
          label={strings.platform}
          value={platform}
          options={facetOptions(facets?.platforms)}
          onChange={(value) => change({ platform: value })}
        />
        <FilterSelect
          label={strings.type}
          value={type}
          options={facetOptions(facets?.asset_types, strings.types)}
          onChange={(value) => change({ type: value })}
        />
        <FilterSelect
          label={strings.classification}
          value={classification}
          options={facetOptions(facets?.classifications, strings.classifications)}
          onChange={(value) => change({ classification: value })}
        />
      </ListFilters>
      <VirtualList
        label={strings.list}
        source={source}
        columns={ASSET_COLUMNS}
        card={card}
        sorting={sorting}
        empty={
          <ListEmpty
            words={strings}
            isFiltered={Boolean(q || platform || type || classification)}
            onClear={clear}
          />
        }
        open={(row, inNewTab) => open('assets', row.id, inNewTab)}
      />
    </Page>
  );
}
