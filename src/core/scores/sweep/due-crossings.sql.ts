import type { Querier } from '../../../platform/database/database.ts';
import type { Lapse } from '../half-life.rules.ts';
import { type Passing, UNTOLD } from '../marks.rules.ts';
import { UNWATCHED_ASSETS } from '../telemetry-gaps.sql.ts';
import { asColumns } from './sweep-work.sql.ts';

export interface DueCrossing {
  id: string;
  principal_id: string;
  asset_id: string | null;
  grant_id: string;
  lapses_at: string;
  half_life_class: number;
  /** In hundredths of a score. */
  reached: number;
  /** Of a grant: whether a review was made since its score last was low. */
  review_asked: boolean;
}

export const lapseOf = ({ lapses_at, half_life_class }: DueCrossing): Lapse => ({
  lapses_at: Date.parse(lapses_at),
  half_life_class,
});

const TABLES = {
  grant: {
    table: 'grant_scores',
    id: 'grant_id',
    condition: 's.active',
    asset: 's.asset_id',
    asked: 's.review_asked',
  },
  principal: {
    table: 'principal_scores',
    id: 'principal_id',
    // Where its grant stands is told first; a principal does not cross what that was never seen below.
    condition: `NOT EXISTS (SELECT FROM grant_scores g WHERE g.tenant_id = $1 AND g.grant_id = s.grant_id
      AND g.reached = ${UNTOLD})`,
    // The asset of the stalest grant, on which the principal's score rests.
    asset: '(SELECT g.asset_id FROM grants g WHERE g.tenant_id = $1 AND g.id = s.grant_id LIMIT 1)',
    asked: 'false',
  },
};

/**
 * Scores that time has carried through the next mark: one range of an index per mark and class, so that finding them
 * costs what is found. Rows in the hands of another worker are left to it; those on assets that are not watched wait.
 */
export async function dueCrossings(
  tx: Querier,
  of: 'grant' | 'principal',
  due: { passings: readonly Passing[]; unwatched: readonly string[]; limit: number },
): Promise<DueCrossing[]> {
  const { table, id, condition, asset, asked } = TABLES[of];
  const isWatched = due.unwatched.length > 0 ? `AND NOT ${asset} = ANY ($6::text[])` : '';
  return tx.query<DueCrossing & Record<string, unknown>>(
    `SELECT one.* FROM unnest($2::integer[], $3::integer[], $4::timestamptz[]) WITH ORDINALITY
              AS m (half_life_class, reached, before, place)
     CROSS JOIN LATERAL (
       SELECT s.${id} AS id, s.principal_id, ${of === 'grant' ? asset : 'NULL::text'} AS asset_id, s.grant_id,
              s.lapses_at, s.half_life_class, s.reached, ${asked} AS review_asked
       FROM ${table} s
       WHERE ${condition} AND s.tenant_id = $1 AND s.half_life_class = m.half_life_class AND s.reached = m.reached
         AND s.lapses_at <= m.before ${isWatched}
       ORDER BY s.lapses_at LIMIT $5 FOR UPDATE SKIP LOCKED) one
     ORDER BY m.place, one.lapses_at LIMIT $5`,
    [tx.tenant_id, ...asColumns(due.passings), due.limit, ...(isWatched ? [due.unwatched] : [])],
  );
}

/** Assets that are not watched at the moment: what looks like silence there may be none. */
export async function unwatchedAssets(tx: Querier): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(UNWATCHED_ASSETS, [tx.tenant_id]);
  return rows.map((row) => row.id);
}
