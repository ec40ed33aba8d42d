import type { Querier } from '../../../platform/database/database.ts';

/** What the directory can be filtered by, and how many of each there are. */
export type Facets = Record<
  'principal_types' | 'departments' | 'platforms' | 'asset_types' | 'classifications',
  { value: string; count: number }[]
>;

const FACETS_MAX = 500;

const facet = (noun: 'principals' | 'assets', column: number): string =>
  `(SELECT coalesce(json_agg(r), '[]') FROM (
      SELECT facet_${column} AS value, sum(amount)::bigint AS count FROM tallies
      WHERE tenant_id = $1 AND noun = '${noun}' AND facet_${column} <> ''
      GROUP BY facet_${column} HAVING sum(amount) > 0 ORDER BY facet_${column} LIMIT ${FACETS_MAX}) r)`;

/** From the kept totals: as many rows as there are combinations, however many principals and assets. */
export async function loadFacets(q: Querier): Promise<Facets> {
  const rows = await q.query<Facets>(
    `SELECT ${facet('principals', 1)} AS principal_types, ${facet('principals', 2)} AS departments,
            ${facet('assets', 1)} AS platforms, ${facet('assets', 2)} AS asset_types,
            ${facet('assets', 3)} AS classifications`,
    [q.tenant_id],
  );
  return rows[0] as Facets;
}
