import type { Querier } from './database.ts';
import type { Parameters } from './page.ts';

/** The total of a noun for the facets that are given, summed from the pieces that changes appended. */
export function tallySql(noun: string, facets: (string | undefined)[], parameters: Parameters): string {
  const conditions = facets.flatMap((facet, index) =>
    facet === undefined ? [] : [`AND facet_${index + 1} = ${parameters.add(facet)}`],
  );
  return `SELECT coalesce(sum(amount), 0)::bigint AS total FROM tallies
          WHERE tenant_id = $1 AND noun = '${noun}' ${conditions.join(' ')}`;
}

/**
 * Sums up the totals that are in several pieces. Pieces that another fold has in hand are left to it, and a reader
 * sees either the pieces or their sum, so totals are exact at every moment.
 */
export async function foldTallies(q: Querier): Promise<void> {
  await q.query(
    `WITH split AS MATERIALIZED (
       SELECT noun, facet_1, facet_2, facet_3 FROM tallies WHERE tenant_id = $1
       GROUP BY noun, facet_1, facet_2, facet_3 HAVING count(*) > 1
     ), pieces AS MATERIALIZED (
       SELECT t.ctid FROM tallies t JOIN split USING (noun, facet_1, facet_2, facet_3)
       WHERE t.tenant_id = $1 FOR UPDATE OF t SKIP LOCKED
     ), gone AS (
       DELETE FROM tallies t USING pieces WHERE t.tenant_id = $1 AND t.ctid = pieces.ctid
       RETURNING noun, facet_1, facet_2, facet_3, amount
     )
     INSERT INTO tallies (tenant_id, noun, facet_1, facet_2, facet_3, amount)
     SELECT $1, noun, facet_1, facet_2, facet_3, sum(amount) FROM gone
     GROUP BY noun, facet_1, facet_2, facet_3 HAVING sum(amount) <> 0`,
    [q.tenant_id],
  );
}
