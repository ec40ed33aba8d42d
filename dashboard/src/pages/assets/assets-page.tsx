import { api } from '../../api/client.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
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
import { platformNames } from '../../strings/platforms.ts';
import { ASSET_COLUMNS, AssetCard, type AssetItem } from './asset-columns.tsx';

const FIRST = { sort: 'name', order: 'asc' } as const;

const load = (query: object, signal: AbortSignal) => api.get('/v1/assets', { query, signal });
const card = (row: AssetItem) => <AssetCard row={row} />;

export function AssetsPage() {
  const { filters, bind, change, clear, sorting, open, views } = useList(
    ['q', 'platform', 'type', 'classification'],
    FIRST,
  );
  const { platforms, asset_types, classifications } = useFacets() ?? {};
  const { sort, order } = sorting;
  const columns = useColumns('assets', ASSET_COLUMNS);
  const source = useRowSource('assets', load, { ...filters, sort, order });
  return (
    <Page
      title={strings.title}
      description={strings.description}
      actions={<ListTools list="assets" columns={columns} load={source.load} views={views} />}
    >
      <ListFilters words={strings} filters={filters} onSearch={(value) => change({ q: value }, 'typed')}>
        <FilterSelect
          label={strings.platform}
          options={facetOptions(platforms, platformNames)}
          {...bind('platform')}
        />
        <FilterSelect
          label={strings.type}
          options={facetOptions(asset_types, strings.types)}
          {...bind('type')}
        />
        <FilterSelect
          label={strings.classification}
          options={facetOptions(classifications, strings.classifications)}
          {...bind('classification')}
        />
      </ListFilters>
      <VirtualList
        label={strings.list}
        source={source}
        columns={columns.shown}
        card={card}
        sorting={sorting}
        empty={<ListEmpty words={strings} isFiltered={Object.keys(filters).length > 0} onClear={clear} />}
        open={(row, inNewTab) => open('assets', row.id, inNewTab)}
      />
    </Page>
  );
}
