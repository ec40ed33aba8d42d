import type { Querier } from '../../platform/database/database.ts';
import { storedInstant } from '../events/event-time.rules.ts';

type Score = { lapses_at: number; half_life_class: number; active: boolean; reached: number };

export async function scoresOfGrants(q: Querier, grantIds: readonly string[]): Promise<Map<string, Score>> {
  if (grantIds.length === 0) return new Map();
  const rows = await q.query<Omit<Score, 'lapses_at'> & { grant_id: string; lapses_at: string }>(
    'SELECT grant_id, lapses_at, half_life_class, active, reached FROM grant_scores WHERE tenant_id = $1 AND grant_id = ANY ($2::text[])',
    [q.tenant_id, grantIds],
  );
  return new Map(rows.map((row) => [row.grant_id, { ...row, lapses_at: storedInstant(row.lapses_at) }]));
}
