import type { Querier } from '../platform/database/database.ts';

/** However busy, a session ends; and sooner when nobody uses it. */
export const SESSION_HOURS_MAX = 12;
const IDLE_HOURS_MAX = 8;
/** Use is noted this coarsely, so that reading a page does not write. */
const NOTED_MINUTES = 5;
/** Longer than the provider is waited for: whoever renews is done by then, or gone. */
const LEASE_SECONDS = 15;
/** After a provider that did not answer. */
const AGAIN_SECONDS = 5;

const END = `least(created_at + interval '${SESSION_HOURS_MAX} hours', now() + interval '${IDLE_HOURS_MAX} hours')`;

export interface Session {
  subject: string;
  /** Sealed. */
  tokens: string;
  is_renewable: boolean;
  is_due: boolean;
  is_expired: boolean;
  /** Nobody has noted for a while that it is in use. */
  is_unnoted: boolean;
}

export interface TokenTimes {
  expires_in_s: number;
  /** `null`: never. */
  renew_in_s: number | null;
}

export async function insertSession(
  q: Querier,
  session: { id_hash: Buffer; subject: string; tokens: string; times: TokenTimes },
): Promise<void> {
  const { id_hash, subject, tokens, times } = session;
  await q.query(
    `INSERT INTO sessions (tenant_id, id_hash, subject, tokens, token_expires_at, renew_at, ends_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), now() + make_interval(secs => $6),
             now() + interval '${IDLE_HOURS_MAX} hours')`,
    [q.tenant_id, id_hash, subject, tokens, times.expires_in_s, times.renew_in_s],
  );
}

export async function findSession(q: Querier, idHash: Buffer): Promise<Session | null> {
  const [row] = await q.query<Session & Record<string, unknown>>(
    `SELECT subject, tokens, renew_at IS NOT NULL AS is_renewable, coalesce(renew_at <= now(), false) AS is_due,
            token_expires_at <= now() AS is_expired,
            ends_at < ${END} - interval '${NOTED_MINUTES} minutes' AS is_unnoted
     FROM sessions WHERE tenant_id = $1 AND id_hash = $2 AND ends_at > now()`,
    [q.tenant_id, idHash],
  );
  return row ?? null;
}

export async function noteUse(q: Querier, idHash: Buffer): Promise<void> {
  await q.query(
    `UPDATE sessions SET ends_at = ${END} WHERE tenant_id = $1 AND id_hash = $2 AND ends_at > now()`,
    [q.tenant_id, idHash],
  );
}

/** The sealed tokens for exactly one of those who want to renew them; the others get `null`. */
export async function leaseRenewal(q: Querier, idHash: Buffer): Promise<string | null> {
  const [row] = await q.query<{ tokens: string }>(
    `UPDATE sessions SET renewing_until = now() + interval '${LEASE_SECONDS} s'
     WHERE tenant_id = $1 AND id_hash = $2 AND ends_at > now() AND renew_at <= now()
       AND (renewing_until IS NULL OR renewing_until <= now())
     RETURNING tokens`,
    [q.tenant_id, idHash],
  );
  return row?.tokens ?? null;
}

/** `false`: the session has ended meanwhile, or somebody else has renewed it. */
export async function saveRenewal(
  q: Querier,
  idHash: Buffer,
  { from, to, times }: { from: string; to: string; times: TokenTimes },
): Promise<boolean> {
  const rows = await q.query(
    `UPDATE sessions SET tokens = $4, token_expires_at = now() + make_interval(secs => $5),
            renew_at = now() + make_interval(secs => $6), renewing_until = NULL
     WHERE tenant_id = $1 AND id_hash = $2 AND tokens = $3 RETURNING true`,
    [q.tenant_id, idHash, from, to, times.expires_in_s, times.renew_in_s],
  );
  return rows.length > 0;
}

/** Somebody tries again a little later. */
export async function postponeRenewal(q: Querier, idHash: Buffer): Promise<void> {
  await q.query(
    `UPDATE sessions SET renew_at = now() + interval '${AGAIN_SECONDS} s', renewing_until = NULL
     WHERE tenant_id = $1 AND id_hash = $2 AND renewing_until IS NOT NULL`,
    [q.tenant_id, idHash],
  );
}

export interface DeletedSession {
  subject: string;
  /** Sealed. */
  tokens: string;
  /** It had run out before. */
  is_over: boolean;
}

/** `null`: there was none. */
export async function deleteSession(q: Querier, idHash: Buffer): Promise<DeletedSession | null> {
  const [row] = await q.query<DeletedSession & Record<string, unknown>>(
    `DELETE FROM sessions WHERE tenant_id = $1 AND id_hash = $2
     RETURNING subject, tokens, ends_at <= now() AS is_over`,
    [q.tenant_id, idHash],
  );
  return row ?? null;
}

export async function deleteEndedSessions(q: Querier): Promise<void> {
  await q.query('DELETE FROM sessions WHERE tenant_id = $1 AND ends_at <= now()', [q.tenant_id]);
}
