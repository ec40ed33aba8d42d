import type { Querier } from '../platform/database/database.ts';
import type { GuardVerdict } from '../remediation/guards/guards.rules.ts';
import type { RemediationNotice } from './notification.rules.ts';

/** What a message tells, before it is known which occasion it is for. */
export type NoticedRemediation = Omit<RemediationNotice, 'occasion' | 'blocked_by'> & {
  guards: GuardVerdict[] | null;
};

/** Remediations with the names that a message about them needs, each looked up by its key. */
export async function noticedRemediations(q: Querier, ids: readonly string[]): Promise<NoticedRemediation[]> {
  return q.query<NoticedRemediation>(
    `SELECT r.id AS remediation_id, r.operation, p.display_name AS principal_name, a.name AS asset_name, g.permission,
            r.platform, v.display_name AS group_name, o.display_name AS assigned_to_name,
            coalesce(w.display_name, r.requested_by) AS decided_by_name, r.created_at AS decided_at, r.reason, r.guards
     FROM unnest($2::text[]) AS n (id)
     JOIN remediations r ON r.tenant_id = $1 AND r.id = n.id
     JOIN grants g ON g.tenant_id = $1 AND g.id = r.grant_id
     JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
     LEFT JOIN principals v ON v.tenant_id = $1 AND v.id = g.via_group_id
     LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = r.assigned_to_id
     LEFT JOIN LATERAL (${personNamed('r.requested_by')}) w ON true`,
    [q.tenant_id, ids],
  );
}

/** The principal that an actor of the audit trail is: those are recorded by e-mail, or else by id. */
const personNamed = (actor: string): string => `
  SELECT id, display_name FROM (
    (SELECT id, display_name, 1 AS rank FROM principals WHERE tenant_id = $1 AND id = ${actor} COLLATE "C" LIMIT 1)
    UNION ALL
    (SELECT id, display_name, 2 FROM principals WHERE tenant_id = $1 AND email_key = lower(${actor}) COLLATE "C"
     ORDER BY id LIMIT 1)) known ORDER BY rank LIMIT 1`;

/** The ids of those actors whom the directory knows. */
export async function principalsOfActors(
  q: Querier,
  actors: readonly string[],
): Promise<Map<string, string>> {
  if (actors.length === 0) return new Map();
  const rows = await q.query<{ actor: string; id: string }>(
    `SELECT n.actor, p.id FROM unnest($2::text[]) AS n (actor)
     JOIN LATERAL (${personNamed('n.actor')}) p ON true`,
    [q.tenant_id, [...new Set(actors)]],
  );
  return new Map(rows.map((row) => [row.actor, row.id]));
}
