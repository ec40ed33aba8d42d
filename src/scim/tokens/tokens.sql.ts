import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';

export type TokenRow = {
  id: string;
  name: string;
  created_by: string;
  created_at: string;
  rotated_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  revoked_by: string | null;
  /** While the secret before the present one may still be used. */
  previous_expires_at: string | null;
};

const COLUMNS = `t.id, t.name, t.created_by, t.created_at, t.rotated_at, t.last_used_at, t.revoked_at, t.revoked_by,
  CASE WHEN t.previous_expires_at > now() AND t.revoked_at IS NULL THEN t.previous_expires_at END AS previous_expires_at`;

export async function listTokens(q: Querier, page: PageRequest): Promise<PageOf<TokenRow>> {
  const parameters = new Parameters();
  const where = `t.tenant_id = ${parameters.add(q.tenant_id)}`;
  return queryPage<TokenRow>(q, page, {
    parameters,
    key: 't.id',
    total: `SELECT count(*) AS total FROM scim_tokens t WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM scim_tokens t WHERE ${where} ${bounds}`,
  });
}

export async function getToken(
  q: Querier,
  id: string,
  locking: '' | 'FOR UPDATE' = '',
): Promise<TokenRow | null> {
  const [row] = await q.query<TokenRow>(
    `SELECT ${COLUMNS} FROM scim_tokens t WHERE t.tenant_id = $1 AND t.id = $2 ${locking}`,
    [q.tenant_id, id],
  );
  return row ?? null;
}

/** One at a time adds to them, so that a limit holds. Counts those that were not revoked. */
export async function lockAndCountTokens(tx: Querier): Promise<number> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse scim tokens ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*) FROM scim_tokens WHERE tenant_id = $1 AND revoked_at IS NULL',
    [tx.tenant_id],
  );
  return row?.count ?? 0;
}

export async function insertToken(
  tx: Querier,
  token: { id: string; name: string; secret_hash: Buffer; created_by: string; at: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO scim_tokens (tenant_id, id, name, secret_hash, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.tenant_id, token.id, token.name, token.secret_hash, token.created_by, token.at],
  );
}

export async function replaceTokenSecret(
  tx: Querier,
  id: string,
  { secret_hash, at, previous_expires_at }: { secret_hash: Buffer; at: string; previous_expires_at: string },
): Promise<void> {
  await tx.query(
    `UPDATE scim_tokens SET previous_hash = secret_hash, previous_expires_at = $5, secret_hash = $3, rotated_at = $4
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, secret_hash, at, previous_expires_at],
  );
}

export async function markRevoked(
  tx: Querier,
  id: string,
  { actor, at }: { actor: string; at: string },
): Promise<void> {
  await tx.query(
    `UPDATE scim_tokens SET revoked_at = $3, revoked_by = $4, previous_hash = NULL, previous_expires_at = NULL
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, at, actor],
  );
}

/** What proves that a token is one; of one that was revoked there is nothing. */
export async function findSecrets(
  q: Querier,
  id: string,
): Promise<{ name: string; hashes: Buffer[]; is_unnoted: boolean } | null> {
  const [row] = await q.query<{
    name: string;
    secret_hash: Buffer;
    previous_hash: Buffer | null;
    is_unnoted: boolean;
  }>(
    `SELECT name, secret_hash, CASE WHEN previous_expires_at > now() THEN previous_hash END AS previous_hash,
       coalesce(last_used_at < now() - interval '1 minute', true) AS is_unnoted
     FROM scim_tokens WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL`,
    [q.tenant_id, id],
  );
  if (!row) return null;
  const { name, secret_hash, previous_hash, is_unnoted } = row;
  return { name, hashes: [secret_hash, ...(previous_hash ? [previous_hash] : [])], is_unnoted };
}

/** To the minute, so that not every request writes. */
export async function noteTokenUse(q: Querier, id: string): Promise<void> {
  await q.query(
    `UPDATE scim_tokens SET last_used_at = now()
     WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL
       AND coalesce(last_used_at < now() - interval '1 minute', true)`,
    [q.tenant_id, id],
  );
}
