import type { Querier } from '../../platform/database/database.ts';
import type { AccountMove } from './moves.sql.ts';

/**
 * A sign-in with any account is one of the person. What it was before is kept with the account, and put back with what the
 * accounts that stay say; which account a sign-in was with that came in as an event is not known.
 */
export async function carryLogins(tx: Querier, moves: readonly AccountMove[]): Promise<void> {
  const parameters = [tx.tenant_id, JSON.stringify(moves)];
  const record = 'json_to_recordset($2) AS m (account_id text, from_id text, to_id text)';
  // Back to its own: whom it leaves is as before.
  await tx.query(
    `UPDATE principals p SET last_login_at = greatest(
       (SELECT min((a.before_link ->> 'last_login_at')::timestamptz) FROM ${record}
        JOIN accounts a ON a.tenant_id = $1 AND a.id = m.account_id WHERE m.from_id = p.id),
       (SELECT max((a.profile ->> 'last_login_at')::timestamptz) FROM accounts a
        WHERE a.tenant_id = $1 AND a.principal_id = p.id))
     WHERE p.tenant_id = $1 AND p.id IN (
       SELECT m.from_id FROM ${record} JOIN accounts a ON a.tenant_id = $1 AND a.id = m.account_id
       WHERE a.before_link IS NOT NULL)`,
    parameters,
  );
  await tx.query(
    `UPDATE accounts a SET before_link = CASE WHEN a.home_id = m.to_id THEN NULL ELSE json_build_object(
       'last_login_at', (SELECT p.last_login_at FROM principals p WHERE p.tenant_id = $1 AND p.id = m.to_id),
       'review_ids', ARRAY(SELECT r.id FROM reviews r WHERE r.tenant_id = $1 AND r.assigned_to_id = m.from_id
                             AND r.status IN ('PENDING', 'ESCALATED')))::jsonb END
     FROM ${record} WHERE a.tenant_id = $1 AND a.id = m.account_id`,
    parameters,
  );
  await tx.query(
    `UPDATE principals p SET last_login_at = greatest(p.last_login_at, f.last_login_at, f.said)
     FROM (SELECT m.to_id, max(o.last_login_at) AS last_login_at, max((a.profile ->> 'last_login_at')::timestamptz) AS said
           FROM ${record} JOIN accounts a ON a.tenant_id = $1 AND a.id = m.account_id
           LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = a.home_id
           WHERE a.home_id <> m.to_id GROUP BY m.to_id) f
     WHERE p.tenant_id = $1 AND p.id = f.to_id`,
    parameters,
  );
}

/** Sign-ins with accounts that do not describe whom they are of. Answers those who signed in later than was known. */
export async function noteLogins(
  tx: Querier,
  logins: readonly { principal_id: string; last_login_at: string | null | undefined }[],
): Promise<string[]> {
  const known = logins.filter(({ last_login_at }) => (last_login_at ?? null) !== null);
  if (known.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `UPDATE principals p SET last_login_at = r.at
     FROM (SELECT principal_id, max(last_login_at) AS at
           FROM json_to_recordset($2) AS l (principal_id text, last_login_at timestamptz) GROUP BY principal_id) r
     WHERE p.tenant_id = $1 AND p.id = r.principal_id AND coalesce(p.last_login_at < r.at, true) RETURNING p.id`,
    [tx.tenant_id, JSON.stringify(known)],
  );
  return rows.map(({ id }) => id);
}
