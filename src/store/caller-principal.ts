import type { Querier } from './database.ts';

export interface CallerPrincipal extends Record<string, unknown> {
  id: string;
  display_name: string;
  email: string | null;
}

/** The principal that a caller is: by an external id first, then by its own id, then by e-mail. */
export async function findCallerPrincipal(
  q: Querier,
  caller: { subject: string; label: string },
): Promise<CallerPrincipal | null> {
  const [found] = await q.query<CallerPrincipal>(
    `SELECT p.id, p.display_name, p.email
     FROM (
       (SELECT i.principal_id AS id, 1 AS rank FROM identities i
        WHERE i.tenant_id = $1 AND i.external_id = $2 ORDER BY i.principal_id LIMIT 1)
       UNION ALL
       (SELECT p.id, 2 FROM principals p WHERE p.tenant_id = $1 AND p.id = $2)
       UNION ALL
       (SELECT p.id, 3 FROM principals p WHERE p.tenant_id = $1 AND p.email_key = lower($3) ORDER BY p.id LIMIT 1)
     ) AS known
     JOIN LATERAL (
       SELECT p.id, p.display_name, p.email FROM principals p WHERE p.tenant_id = $1 AND p.id = known.id LIMIT 1
     ) p ON true
     ORDER BY known.rank
     LIMIT 1`,
    [q.tenant_id, caller.subject, caller.label],
  );
  return found ?? null;
}
