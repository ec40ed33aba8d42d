import type { Querier } from '../../../platform/database/database.ts';

export interface NamedPrincipal {
  id: string;
  display_name: string;
}

/** What belongs to a principal besides its grants. */
export type PrincipalContext = {
  manager: NamedPrincipal | null;
  groups: NamedPrincipal[];
  members: NamedPrincipal[];
  identities: { provider: string; external_id: string }[];
  anomalies: {
    id: string;
    kind: string;
    reason: string;
    asset_id: string;
    asset_name: string | null;
    at: string;
  }[];
};

/** More of a kind than this nobody reads on one page. */
export const CONTEXT_MAX = 100;
const ANOMALIES_MAX = 20;

const list = (rows: string): string => `(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`;

/** Who is on the other end of a membership, in the order of the names. */
const others = (mine: string, theirs: string): string =>
  `SELECT p.id, p.display_name
   FROM (SELECT ${theirs} AS id FROM memberships WHERE tenant_id = $1 AND ${mine} = $2 LIMIT ${CONTEXT_MAX}) m
   JOIN principals p ON p.tenant_id = $1 AND p.id = m.id
   ORDER BY p.name_key, p.id`;

export async function findPrincipalContext(q: Querier, id: string): Promise<PrincipalContext | null> {
  const rows = await q.query<PrincipalContext>(
    `SELECT (SELECT json_build_object('id', m.id, 'display_name', m.display_name) FROM principals m
             WHERE m.tenant_id = $1 AND m.id = p.manager_id) AS manager,
            ${list(others('member_id', 'group_id'))} AS groups,
            ${list(others('group_id', 'member_id'))} AS members,
            ${list(`SELECT provider, external_id FROM identities WHERE tenant_id = $1 AND principal_id = $2
                    ORDER BY provider, external_id LIMIT ${CONTEXT_MAX}`)} AS identities,
            ${list(`SELECT s.id, s.kind, s.reason, s.asset_id, a.name AS asset_name,
                           to_char(s.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
                    FROM (SELECT * FROM anomaly_signals WHERE tenant_id = $1 AND principal_id = $2
                          ORDER BY occurred_at DESC LIMIT ${ANOMALIES_MAX}) s
                    LEFT JOIN assets a ON a.tenant_id = $1 AND a.id = s.asset_id
                    ORDER BY s.occurred_at DESC, s.id`)} AS anomalies
     FROM principals p WHERE p.tenant_id = $1 AND p.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}
