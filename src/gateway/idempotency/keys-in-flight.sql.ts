import type { Querier } from '../../platform/database/database.ts';
import type { RequestIdentity } from './idempotency-keys.sql.ts';

const valuesOf = (q: Querier, { caller, method, path, key }: RequestIdentity, holder: string): unknown[] => [
  q.tenant_id,
  caller,
  method,
  path,
  key,
  holder,
];

/** `false` when a request with the same identity is under way at any gateway. Held for a minute. */
export async function holdKey(q: Querier, identity: RequestIdentity, holder: string): Promise<boolean> {
  const rows = await q.query(
    `INSERT INTO idempotency_keys_in_flight AS k (tenant_id, caller, method, path, key, holder, held_until)
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '1 minute')
     ON CONFLICT (tenant_id, caller, method, path, key) DO UPDATE
       SET holder = excluded.holder, held_until = excluded.held_until
       WHERE k.holder = excluded.holder OR k.held_until < now()
     RETURNING holder`,
    valuesOf(q, identity, holder),
  );
  return rows.length > 0;
}

export async function releaseKey(q: Querier, identity: RequestIdentity, holder: string): Promise<void> {
  await q.query(
    `DELETE FROM idempotency_keys_in_flight
     WHERE tenant_id = $1 AND caller = $2 AND method = $3 AND path = $4 AND key = $5 AND holder = $6`,
    valuesOf(q, identity, holder),
  );
}
