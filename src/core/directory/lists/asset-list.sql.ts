import type { Querier } from '../../../platform/database/database.ts';
import {
  type OrderedPageOf,
  type OrderedPageRequest,
  queryOrderedPage,
} from '../../../platform/database/ordered-page.ts';
import { Parameters } from '../../../platform/database/page.ts';
import { searchWords } from '../../../platform/search-words.ts';
import {
  ASSET_COLUMNS,
  type AssetFilters,
  type AssetRow,
  assetConditions,
  talliedAssets,
} from '../assets.sql.ts';
import { plannedConditions, planWords } from './word-plan.sql.ts';

export const ASSET_SORTS = ['id', 'name'] as const;
export type AssetSort = (typeof ASSET_SORTS)[number];

/** An asset with who answers for it, how many may reach it, and how many of those lapsed. */
export type CountedAssetRow = AssetRow & {
  position: string;
  owner_name: string | null;
  grants: number;
  /** Null: it has more grants than are looked at for a list. */
  stale: number | null;
};

/** Looking at more per asset would make a page of popular assets wait for tens of thousands of look-ups. */
const GRANTS_LOOKED_AT_MAX = 500;

/** `$2` is now. */
const LOOKUPS = `JOIN assets a ON a.tenant_id = $1 AND a.id = r.id
  LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = a.owner_id
  CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0)::bigint AS grants FROM tallies
    WHERE tenant_id = $1 AND noun = 'asset_grants' AND facet_1 = r.id
      AND facet_2 IN ('active', 'revoking')) g
  CROSS JOIN LATERAL (SELECT CASE WHEN g.grants <= ${GRANTS_LOOKED_AT_MAX} THEN (
    SELECT count(*) FROM grants m
    JOIN LATERAL (SELECT FROM grant_scores WHERE tenant_id = $1 AND grant_id = m.id AND active
                  AND lapses_at < to_timestamp($2) LIMIT 1) x ON true
    WHERE m.tenant_id = $1 AND m.asset_id = r.id) END AS stale) s`;

const COLUMNS = `${ASSET_COLUMNS.replace('a.id, ', '')}, o.display_name AS owner_name, g.grants, s.stale`;

export async function listCountedAssets(
  q: Querier,
  { sort, now, ...filters }: AssetFilters & { sort: AssetSort; now: number },
  page: OrderedPageRequest,
): Promise<OrderedPageOf<CountedAssetRow>> {
  if (filters.q !== undefined && searchWords(filters.q).length === 0) {
    return { items: [], total: 0, total_is_exact: true, has_more: false };
  }
  const plan = filters.q === undefined ? null : await planWords(q, 'assets', filters.q);
  const parameters = new Parameters();
  const tenant = `a.tenant_id = ${parameters.add(q.tenant_id)}`;
  parameters.add(now / 1000);
  const where = assetConditions(filters, parameters, () =>
    plan ? plannedConditions(plan, 'assets', 'a.id', parameters) : [],
  );
  const total = talliedAssets(filters, parameters);
  const column = sort === 'id' ? 'a.id' : 'a.name_key';
  return queryOrderedPage(q, page, {
    parameters,
    rows: `FROM assets a WHERE ${[tenant, ...where].join(' AND ')}`,
    // Few found by a search are sorted, instead of walking all names for them.
    key: sort === 'name' && plan?.is_broad === false ? `(${column} || '')` : column,
    key_type: 'text',
    id: 'a.id',
    ...(total === undefined ? {} : { total }),
    columns: COLUMNS,
    lookups: LOOKUPS,
  });
}
