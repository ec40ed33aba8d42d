import type { Querier } from '../../platform/database/database.ts';

export interface RequestIdentity {
  caller: string;
  method: string;
  path: string;
  key: string;
}

export interface StoredResponse {
  request_hash: Buffer;
  status: number;
  content_type: string;
  body: Buffer;
}

const valuesOf = (q: Querier, { caller, method, path, key }: RequestIdentity): unknown[] => [
  q.tenant_id,
  caller,
  method,
  path,
  key,
];

/** Held until the transaction ends; `false` when a request with the same identity is under way. */
export async function lockRequest(tx: Querier, identity: RequestIdentity): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [JSON.stringify(valuesOf(tx, identity))],
  );
  return row?.locked ?? false;
}

export async function findResponse(q: Querier, identity: RequestIdentity): Promise<StoredResponse | null> {
  const [row] = await q.query<StoredResponse & Record<string, unknown>>(
    `SELECT request_hash, status, content_type, body FROM idempotency_keys
     WHERE tenant_id = $1 AND caller = $2 AND method = $3 AND path = $4 AND key = $5
       AND created_at > now() - interval '24 hours'`,
    valuesOf(q, identity),
  );
  return row ?? null;
}

/** Keeps the first response; one that is older than a day makes room. */
export async function saveResponse(
  q: Querier,
  identity: RequestIdentity,
  { request_hash, status, content_type, body }: StoredResponse,
): Promise<void> {
  await q.query(
    `INSERT INTO idempotency_keys AS k
       (tenant_id, caller, method, path, key, request_hash, status, content_type, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_id, caller, method, path, key) DO UPDATE
       SET request_hash = excluded.request_hash, status = excluded.status,
           content_type = excluded.content_type, body = excluded.body, created_at = now()
       WHERE k.created_at <= now() - interval '24 hours'`,
    [...valuesOf(q, identity), request_hash, status, content_type, body],
  );
}

export async function deleteExpiredResponses(q: Querier): Promise<void> {
  await q.query(
    `DELETE FROM idempotency_keys WHERE tenant_id = $1 AND created_at <= now() - interval '24 hours'`,
    [q.tenant_id],
  );
}

/** `false` when a request with the same identity is under way at any gateway. Held for a minute. */
export async function holdKey(q: Querier, identity: RequestIdentity, holder: string): Promise<boolean> {
  const rows = await q.query(
    `INSERT INTO idempotency_keys_in_flight AS k (tenant_id, caller, method, path, key, holder, held_until)
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '1 minute')
     ON CONFLICT (tenant_id, caller, method, path, key) DO UPDATE
       SET holder = excluded.holder, held_until = excluded.held_until
       WHERE k.holder = excluded.holder OR k.held_until < now()
     RETURNING holder`,
    [...valuesOf(q, identity), holder],
  );
  return rows.length > 0;
}

export async function releaseKey(q: Querier, identity: RequestIdentity, holder: string): Promise<void> {
  await q.query(
    `DELETE FROM idempotency_keys_in_flight
     WHERE tenant_id = $1 AND caller = $2 AND method = $3 AND path = $4 AND key = $5 AND holder = $6`,
    [...valuesOf(q, identity), holder],
  );
}
