import type { Querier } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/page.ts';
import { FACETS, type Facet } from './facet.rules.ts';
import { ACCOUNT_STATE, CLASSIFICATION, DEPARTMENT, PERMISSION } from './facet-filters.sql.ts';
import { type FacetedFilters, openConditions } from './list-faceted.sql.ts';

export interface FacetValue {
  value: string | null;
  name: string | null;
  reviews: number;
}

export interface FacetCounts {
  values: FacetValue[];
  /** Those that are not among the values. */
  others: { values: number; reviews: number };
}

export const FACET_VALUES_MAX = 50;

const COLUMNS: Readonly<Record<Facet, string>> = {
  recommendation: 'r.recommendation',
  risk_level: 'r.risk_level',
  platform: 'a.platform',
  classification: CLASSIFICATION,
  permission: PERMISSION,
  account_state: ACCOUNT_STATE,
  department: DEPARTMENT,
  assigned_to: 'r.assigned_to_id',
};

/** Each facet has a bit. What matches all filters but that of one facet counts for this facet only. */
const bitOf = (facet: Facet): number => 1 << FACETS.indexOf(facet);
const ALL = FACETS.join(', ');
const countSql = (facet: Facet): string =>
  `UNION ALL SELECT '${facet}', ${facet} COLLATE "C", sum(reviews)::bigint FROM judged
   WHERE missed IN (0, ${bitOf(facet)}) GROUP BY ${facet}`;

/**
 * How many open reviews there are by each facet, in one statement. They are read once; what is alike in all facets is one row from then
 * on, which keeps the rest from depending on how many reviews there are.
 */
export async function countFacets(
  q: Querier,
  filters: FacetedFilters,
): Promise<{ total: number; facets: Record<Facet, FacetCounts> }> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const conditions = openConditions(filters, parameters).join(' AND ');
  const { assigned_to_id: assigned_to, ...others } = filters;
  const wanted: Partial<Record<Facet, string | undefined>> = { ...others, assigned_to };
  const misses = FACETS.flatMap((facet) => {
    const value = wanted[facet];
    return value === undefined
      ? []
      : [`CASE WHEN ${facet} = ${parameters.add(value)} THEN 0 ELSE ${bitOf(facet)} END`];
  });
  const rows = await q.query<
    FacetValue & { facet: Facet | null; of_values: number; of_reviews: number; place: number }
  >(
    `WITH alike AS MATERIALIZED (
       SELECT ${FACETS.map((facet) => `${COLUMNS[facet]} AS ${facet}`).join(', ')}, count(*) AS reviews
       FROM reviews r
       JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
       JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
       WHERE ${conditions} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
     ), judged AS MATERIALIZED (
       SELECT ${ALL}, reviews, ${misses.length === 0 ? '0' : misses.join(' + ')} AS missed FROM alike
     ), counted AS (
       SELECT NULL AS facet, NULL AS value, sum(reviews)::bigint AS reviews FROM judged WHERE missed = 0
       ${FACETS.map(countSql).join(' ')}
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY facet ORDER BY reviews DESC, value) AS place,
              count(*) OVER (PARTITION BY facet) AS of_values, sum(reviews) OVER (PARTITION BY facet)::bigint AS of_reviews
       FROM counted
     )
     SELECT k.facet, k.value, k.reviews, k.of_values, k.of_reviews, k.place,
            CASE WHEN k.facet = 'assigned_to' THEN
              (SELECT display_name FROM principals WHERE tenant_id = $1 AND id = k.value) END AS name
     FROM ranked k WHERE k.place <= ${FACET_VALUES_MAX} ORDER BY k.facet, k.place`,
    parameters.values,
  );
  const ofFacet = (facet: Facet): FacetCounts => {
    const own = rows.filter((row) => row.facet === facet);
    const shown = own.reduce((sum, { reviews }) => sum + reviews, 0);
    const [first] = own;
    return {
      values: own.map(({ value, name, reviews }) => ({ value, name, reviews })),
      others: {
        values: (first?.of_values ?? 0) - own.length,
        reviews: (first?.of_reviews ?? 0) - shown,
      },
    };
  };
  return {
    total: rows.find((row) => row.facet === null)?.reviews ?? 0,
    facets: Object.fromEntries(FACETS.map((facet) => [facet, ofFacet(facet)])) as Record<Facet, FacetCounts>,
  };
}
