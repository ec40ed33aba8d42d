import { instantArray, textArray } from '../../platform/database/array-literal.ts';
import type { Querier } from '../../platform/database/database.ts';

/** A sign-in later than any known before. Instants are milliseconds since 1970. */
export interface Login {
  principal_id: string;
  at: number;
  before: number | null;
}

export async function loginsOf(
  tx: Querier,
  principalIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx.query<{ id: string; last_login_at: string | null }>(
    'SELECT id, last_login_at FROM principals WHERE tenant_id = $1 AND id = ANY ($2::text[])',
    [tx.tenant_id, principalIds],
  );
  return new Map(rows.map((row) => [row.id, row.last_login_at]));
}

/** A sign-in that was seen moves the last login forward, never back. */
export async function recordLogins(tx: Querier, logins: readonly Login[]): Promise<void> {
  if (logins.length === 0) return;
  await tx.query(
    `UPDATE principals p SET last_login_at =
       greatest(CASE WHEN p.last_login_at <= now() + interval '24 hours' THEN p.last_login_at END, to_timestamp(r.at))
     FROM unnest($2::text[], $3::float8[]) AS r (id, at) WHERE p.tenant_id = $1 AND p.id = r.id`,
    [
      tx.tenant_id,
      textArray(logins.map((login) => login.principal_id)),
      instantArray(logins.map((login) => login.at)),
    ],
  );
}

/** The active grants of each principal that lapse between two dates; null: at any time after the first. */
export async function grantsLapsingBetween(
  tx: Querier,
  ranges: readonly { principal_id: string; from: number; until: number | null }[],
): Promise<string[]> {
  if (ranges.length === 0) return [];
  const rows = await tx.query<{ grant_id: string }>(
    `SELECT s.grant_id
     FROM unnest($2::text[], $3::float8[], $4::float8[]) AS w (id, from_at, until_at)
     CROSS JOIN LATERAL (
       SELECT o.grant_id FROM grants g
       JOIN LATERAL (
         SELECT grant_id FROM grant_scores
         WHERE tenant_id = $1 AND grant_id = g.id AND active AND lapses_at >= to_timestamp(w.from_at)
           AND lapses_at <= coalesce(to_timestamp(w.until_at), 'infinity') LIMIT 1) o ON true
       WHERE g.tenant_id = $1 AND g.principal_id = w.id OFFSET 0) s`,
    [
      tx.tenant_id,
      textArray(ranges.map((range) => range.principal_id)),
      instantArray(ranges.map((range) => range.from)),
      instantArray(ranges.map((range) => range.until)),
    ],
  );
  return rows.map((row) => row.grant_id);
}
