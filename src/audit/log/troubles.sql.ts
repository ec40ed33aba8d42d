import type { Querier } from '../../platform/database/database.ts';

/** A trouble that nobody has told again for this long is over, or whoever told it is gone. */
export const TROUBLE_SECONDS = 180;

/** Says, again and again, that a tenant's log is not being signed, and why. */
export async function tellAuditTrouble(q: Querier, toldBy: string, message: string): Promise<void> {
  await q.query(
    `INSERT INTO audit_troubles AS t (tenant_id, told_by, since, told_at, message)
     VALUES ($1, $2, clock_timestamp(), clock_timestamp(), $3)
     ON CONFLICT (tenant_id, told_by) DO UPDATE SET message = excluded.message, told_at = excluded.told_at,
       since = CASE WHEN t.told_at > excluded.told_at - interval '${TROUBLE_SECONDS} s' THEN t.since
                    ELSE excluded.since END`,
    [q.tenant_id, toldBy, message],
  );
}

/** Its own, and those of processes that are gone. */
export async function endAuditTrouble(q: Querier, toldBy: string): Promise<void> {
  await q.query(
    `DELETE FROM audit_troubles
     WHERE tenant_id = $1 AND (told_by = $2 OR told_at < clock_timestamp() - interval '1 day')`,
    [q.tenant_id, toldBy],
  );
}

export type AuditTrouble = { since: string; message: string };

export async function findAuditTrouble(q: Querier): Promise<AuditTrouble | null> {
  const [row] = await q.query<AuditTrouble>(
    `SELECT since, message FROM audit_troubles
     WHERE tenant_id = $1 AND told_at > clock_timestamp() - interval '${TROUBLE_SECONDS} s' ORDER BY since LIMIT 1`,
    [q.tenant_id],
  );
  return row ?? null;
}
