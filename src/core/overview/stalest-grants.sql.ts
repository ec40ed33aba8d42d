import { instantArray, textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { storedInstant } from '../events/event-time.rules.ts';
import { type LapsingGrant, stalestAfter } from './stalest.rules.ts';

/** A grant whose score was just written. */
export interface ChangedGrant extends LapsingGrant {
  principal_id: string;
  active: boolean;
}

export interface PrincipalScore extends LapsingGrant {
  principal_id: string;
  /** As announced until now; null for a principal that is new here. */
  reached: number | null;
  /** What was announced of the grant, where the principal is new. */
  grant_reached: number;
}

/**
 * Keeps the stalest active grant of each principal after some of its grants have changed, and answers those that are
 * another one now or lapse at another time. Principals without any active grant are removed.
 */
export async function refreshPrincipalScores(
  tx: Querier,
  changed: readonly ChangedGrant[],
  now: number,
): Promise<PrincipalScore[]> {
  if (changed.length === 0) return [];
  const byPrincipal = groupedBy(changed, (grant) => grant.principal_id);
  const known = await loadScores(tx, [...byPrincipal.keys()]);
  const next = new Map<string, LapsingGrant & { reached?: number }>();
  const unclear: string[] = [];
  for (const [id, grants] of byPrincipal) {
    const before = known.get(id);
    const after = before ? stalestAfter(before, grants) : null;
    if (after === null) unclear.push(id);
    else if (after !== before) next.set(id, after);
  }
  for (const [id, stalest] of await findStalest(tx, unclear)) next.set(id, stalest);
  await removeScores(
    tx,
    unclear.filter((id) => !next.has(id)),
  );
  const scores = [...next].map(([principal_id, { grant_id, lapses_at, reached }]) => ({
    principal_id,
    grant_id,
    lapses_at,
    reached: known.get(principal_id)?.reached ?? null,
    grant_reached: reached ?? 0,
  }));
  await saveScores(tx, scores, now);
  return scores;
}

type ScoreRow = { principal_id: string; grant_id: string; lapses_at: string; reached: number };

const byPrincipalId = (rows: readonly ScoreRow[]) =>
  new Map(rows.map((row) => [row.principal_id, { ...row, lapses_at: storedInstant(row.lapses_at) }]));

async function loadScores(tx: Querier, principalIds: readonly string[]) {
  const rows = await tx.query<ScoreRow>(
    `SELECT s.principal_id, s.grant_id, s.lapses_at, s.reached FROM unnest($2::text[]) AS w (id)
     JOIN principal_scores s ON s.tenant_id = $1 AND s.principal_id = w.id`,
    [tx.tenant_id, textArray(principalIds)],
  );
  return byPrincipalId(rows);
}

async function findStalest(tx: Querier, principalIds: readonly string[]) {
  if (principalIds.length === 0) return byPrincipalId([]);
  const rows = await tx.query<ScoreRow>(
    `SELECT w.id AS principal_id, s.grant_id, s.lapses_at, s.reached FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (
       SELECT o.grant_id, o.lapses_at, o.reached FROM grants g
       JOIN LATERAL (SELECT grant_id, lapses_at, reached FROM grant_scores
                     WHERE tenant_id = $1 AND grant_id = g.id AND active LIMIT 1) o ON true
       WHERE g.tenant_id = $1 AND g.principal_id = w.id
       ORDER BY o.lapses_at, o.grant_id LIMIT 1) s ON true`,
    [tx.tenant_id, textArray(principalIds)],
  );
  return byPrincipalId(rows);
}

async function removeScores(tx: Querier, principalIds: readonly string[]): Promise<void> {
  if (principalIds.length === 0) return;
  await tx.query('DELETE FROM principal_scores WHERE tenant_id = $1 AND principal_id = ANY ($2::text[])', [
    tx.tenant_id,
    textArray(principalIds),
  ]);
}

async function saveScores(tx: Querier, scores: readonly PrincipalScore[], now: number): Promise<void> {
  if (scores.length === 0) return;
  await tx.query(
    `INSERT INTO principal_scores AS o (tenant_id, principal_id, grant_id, lapses_at, reached, calculated_at)
     SELECT $1, p, g, to_timestamp(l), 0, $5 FROM unnest($2::text[], $3::text[], $4::float8[]) AS r (p, g, l)
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET
       grant_id = excluded.grant_id, lapses_at = excluded.lapses_at, calculated_at = excluded.calculated_at`,
    [
      tx.tenant_id,
      textArray(scores.map((score) => score.principal_id)),
      textArray(scores.map((score) => score.grant_id)),
      instantArray(scores.map((score) => score.lapses_at)),
      new Date(now).toISOString(),
    ],
  );
}
