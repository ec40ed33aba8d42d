import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { Kind, Learned, LearnedKind } from './learning.rules.ts';

const NOTHING: Learned = { kinds: [], learned_at: null };

export async function loadLearned(q: Querier): Promise<Learned> {
  const rows = await q.query<Learned & Record<string, unknown>>(
    'SELECT kinds, learned_at FROM learned WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return rows[0] ?? NOTHING;
}

/** The kinds that were in force when they were last compared with what the audit trail says. */
export async function loadTold(q: Querier): Promise<readonly LearnedKind[]> {
  const rows = await q.query<{ told: LearnedKind[] }>('SELECT told FROM learned WHERE tenant_id = $1', [
    q.tenant_id,
  ]);
  return rows[0]?.told ?? [];
}

export async function saveLearned(
  tx: Querier,
  { kinds, told }: { kinds: readonly LearnedKind[]; told: readonly LearnedKind[] },
  learnedAt: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO learned (tenant_id, kinds, told, learned_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET kinds = excluded.kinds, told = excluded.told, learned_at = excluded.learned_at`,
    [tx.tenant_id, JSON.stringify(kinds), JSON.stringify(told), isoInstant(learnedAt)],
  );
}

/**
 * Asks for the lapse dates of all access on these platforms by these kinds of principals, in pieces. Platforms have many words for a
 * permission: of one that is not meant nothing changes, and nothing is written.
 */
export async function requestForKinds(tx: Querier, kinds: readonly Kind[]): Promise<void> {
  if (kinds.length === 0) return;
  await tx.query(
    `INSERT INTO recalculations (tenant_id, cause, grant_ids)
     SELECT $1, 'learned', array_agg(id ORDER BY id) FROM (
       SELECT g.id, (row_number() OVER (ORDER BY g.id) - 1) / 5000 AS batch
       FROM grants g
       JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
       JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
       JOIN (SELECT DISTINCT platform, type FROM unnest($2::text[], $3::text[]) AS r (platform, type)) k
         ON k.platform = a.platform AND k.type = p.type
       WHERE g.tenant_id = $1) numbered
     GROUP BY batch ORDER BY batch`,
    [tx.tenant_id, kinds.map(({ platform }) => platform), kinds.map(({ principal_type }) => principal_type)],
  );
  tx.wakes?.('events');
}
