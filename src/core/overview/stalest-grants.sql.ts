import { instantArray, numberArray, textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { storedInstant } from '../events/event-time.rules.ts';
import { type LapsingGrant, type StalestGrant, stalestAfter, stalestOf } from './stalest.rules.ts';

/** A grant whose score was just written. */
export interface ChangedGrant extends LapsingGrant {
  principal_id: string;
  active: boolean;
}

export interface PrincipalScore extends StalestGrant {
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
  const next = new Map<string, StalestGrant & { reached?: number }>();
  const unclear: string[] = [];
  for (const [id, grants] of byPrincipal) {
    const before = known.get(id);
    const after = before ? stalestAfter(before, grants, now) : null;
    if (after === null) unclear.push(id);
    else if (after !== before) next.set(id, after);
  }
  for (const [id, stalest] of await findStalest(tx, unclear, now)) next.set(id, stalest);
  await removeScores(
    tx,
    unclear.filter((id) => !next.has(id)),
  );
  const scores = [...next].map(([principal_id, { reached, ...stalest }]) => ({
    principal_id,
    grant_id: stalest.grant_id,
    lapses_at: stalest.lapses_at,
    half_life_class: stalest.half_life_class,
    overtaken_at: stalest.overtaken_at,
    reached: known.get(principal_id)?.reached ?? null,
    grant_reached: reached ?? 0,
  }));
  await saveScores(tx, scores, now);
  return scores;
}

type ScoreRow = {
  principal_id: string;
  grant_id: string;
  lapses_at: string;
  half_life_class: number;
  reached: number;
};

async function loadScores(tx: Querier, principalIds: readonly string[]) {
  const rows = await tx.query<ScoreRow & { overtaken_at: string | null }>(
    `SELECT s.principal_id, s.grant_id, s.lapses_at, s.half_life_class, s.overtaken_at, s.reached
     FROM unnest($2::text[]) AS w (id)
     JOIN principal_scores s ON s.tenant_id = $1 AND s.principal_id = w.id`,
    [tx.tenant_id, textArray(principalIds)],
  );
  return new Map(
    rows.map(({ lapses_at, overtaken_at, ...row }) => [
      row.principal_id,
      {
        ...row,
        lapses_at: storedInstant(lapses_at),
        overtaken_at: overtaken_at === null ? null : storedInstant(overtaken_at),
      },
    ]),
  );
}

/** From the first to lapse of each class: no other of a class is ever staler. */
async function findStalest(tx: Querier, principalIds: readonly string[], now: number) {
  const found = new Map<string, StalestGrant & { reached: number }>();
  if (principalIds.length === 0) return found;
  const rows = await tx.query<ScoreRow>(
    `SELECT w.id AS principal_id, s.grant_id, s.lapses_at, s.half_life_class, s.reached FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (
       SELECT DISTINCT ON (o.half_life_class) o.* FROM grants g
       JOIN LATERAL (SELECT grant_id, lapses_at, half_life_class, reached FROM grant_scores
                     WHERE tenant_id = $1 AND grant_id = g.id AND active LIMIT 1) o ON true
       WHERE g.tenant_id = $1 AND g.principal_id = w.id
       ORDER BY o.half_life_class, o.lapses_at, o.grant_id) s ON true`,
    [tx.tenant_id, textArray(principalIds)],
  );
  for (const [id, firsts] of groupedBy(rows, (row) => row.principal_id)) {
    const grants = firsts.map((row) => ({ ...row, lapses_at: storedInstant(row.lapses_at) }));
    const stalest = stalestOf(grants, now);
    const first = grants.find(({ grant_id }) => grant_id === stalest?.grant_id);
    if (stalest && first) found.set(id, { ...stalest, reached: first.reached });
  }
  return found;
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
    `INSERT INTO principal_scores AS o
       (tenant_id, principal_id, grant_id, lapses_at, half_life_class, overtaken_at, reached, calculated_at)
     SELECT $1, p, g, to_timestamp(l), h, to_timestamp(o), 0, $7
     FROM unnest($2::text[], $3::text[], $4::float8[], $5::smallint[], $6::float8[]) AS r (p, g, l, h, o)
     ON CONFLICT (tenant_id, principal_id) DO UPDATE SET
       grant_id = excluded.grant_id, lapses_at = excluded.lapses_at, half_life_class = excluded.half_life_class,
       overtaken_at = excluded.overtaken_at, calculated_at = excluded.calculated_at`,
    [
      tx.tenant_id,
      textArray(scores.map((score) => score.principal_id)),
      textArray(scores.map((score) => score.grant_id)),
      instantArray(scores.map((score) => score.lapses_at)),
      numberArray(scores.map((score) => score.half_life_class)),
      instantArray(scores.map((score) => score.overtaken_at)),
      new Date(now).toISOString(),
    ],
  );
}

/**
 * Principals of whom another grant may have become the stalest as time passed: looked at again. Answers how many there were;
 * rows in the hands of another worker are left to it.
 */
export async function refreshOvertaken(tx: Querier, now: number, limit: number): Promise<number> {
  const rows = await tx.query<{ principal_id: string }>(
    `SELECT principal_id FROM principal_scores WHERE tenant_id = $1 AND overtaken_at <= $2
     ORDER BY overtaken_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, new Date(now).toISOString(), limit],
  );
  const ids = rows.map((row) => row.principal_id);
  const stalest = await findStalest(tx, ids, now);
  const scores = [...stalest].map(([principal_id, { reached, ...grant }]) => ({
    ...grant,
    principal_id,
    reached: null,
    grant_reached: reached,
  }));
  await removeScores(
    tx,
    ids.filter((id) => !stalest.has(id)),
  );
  await saveScores(tx, scores, now);
  return ids.length;
}
