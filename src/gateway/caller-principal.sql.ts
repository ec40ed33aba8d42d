import type { Querier } from '../platform/database/database.ts';
import type { Caller } from './roles.rules.ts';

export interface CallerPrincipal extends Record<string, unknown> {
  id: string;
  display_name: string;
  email: string | null;
}

/**
 * The principal that a caller is. The surest name counts first; of each name, an external id before an id of ours, and
 * that before an e-mail.
 */
export async function findCallerPrincipal(
  q: Querier,
  { identifiers }: Pick<Caller, 'identifiers'>,
): Promise<CallerPrincipal | null> {
  if (identifiers.length === 0) return null;
  const [found] = await q.query<CallerPrincipal>(
    `SELECT known.id, known.display_name, known.email
     FROM unnest($2::text[]) WITH ORDINALITY AS n (name, place)
     CROSS JOIN LATERAL (
       (SELECT p.id, p.display_name, p.email, 1 AS rank FROM identities i
        JOIN principals p ON p.tenant_id = $1 AND p.id = i.principal_id
        WHERE i.tenant_id = $1 AND i.external_id = n.name ORDER BY i.principal_id LIMIT 1)
       UNION ALL
       (SELECT p.id, p.display_name, p.email, 2 FROM principals o
        JOIN principals p ON p.tenant_id = $1 AND p.id = coalesce(o.linked_to, o.id)
        WHERE o.tenant_id = $1 AND o.id = n.name)
       UNION ALL
       (SELECT p.id, p.display_name, p.email, 3 FROM principals o
        JOIN principals p ON p.tenant_id = $1 AND p.id = coalesce(o.linked_to, o.id)
        WHERE o.tenant_id = $1 AND o.email_key = lower(n.name) ORDER BY o.linked_to IS NOT NULL, o.id LIMIT 1)
     ) AS known
     ORDER BY n.place, known.rank
     LIMIT 1`,
    [q.tenant_id, identifiers],
  );
  return found ?? null;
}

const saidBy = (aliases: readonly string[]): string[] => [
  ...new Set(aliases.flatMap((name) => [name, name.normalize('NFKC').trim()])),
];

/**
 * Whom the names `said` name: by their ids of ours, their e-mails, and their external ids, compared like that. The limits are what
 * PostgreSQL expects at most; of 64,000 identities it read all without them, 65,004 blocks instead of 80.
 */
const namedSql = (external: string): string =>
  `SELECT i.principal_id AS id FROM said n
       JOIN LATERAL (SELECT principal_id FROM identities WHERE tenant_id = $1 AND ${external} LIMIT 100) i ON true
       UNION
       SELECT p.id FROM said n JOIN principals p ON p.tenant_id = $1 AND p.id = n.name
       UNION
       SELECT p.id FROM said n
       JOIN LATERAL (SELECT id FROM principals WHERE tenant_id = $1 AND email_key = lower(n.name) LIMIT 100) p ON true`;

/**
 * Which of these principals are the caller: by any name of the token, or by any name of somebody whom the token names
 * (an account for daily work and one for administration that share an e-mail are one person). Case does not count.
 */
export async function principalsOfCaller(
  q: Querier,
  principalIds: readonly string[],
  { aliases }: Pick<Caller, 'aliases'>,
): Promise<Set<string>> {
  if (principalIds.length === 0 || aliases.length === 0) return new Set();
  const rows = await q.query<{ id: string }>(
    `WITH said AS MATERIALIZED (SELECT name FROM unnest($3::text[]) AS n (name)),
     me AS MATERIALIZED (
       ${namedSql('external_id = n.name')}
     ),
     names AS MATERIALIZED (
       SELECT lower(name) AS name FROM said
       UNION
       SELECT lower(i.external_id) FROM me JOIN identities i ON i.tenant_id = $1 AND i.principal_id = me.id
       UNION
       SELECT p.email_key FROM me JOIN principals p ON p.tenant_id = $1 AND p.id = me.id WHERE p.email_key IS NOT NULL
     )
     SELECT p.id FROM principals p
     WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])
       AND (p.id IN (SELECT id FROM me) OR lower(p.id) IN (SELECT name FROM names)
            OR p.email_key IN (SELECT name FROM names)
            OR EXISTS (SELECT FROM identities i WHERE i.tenant_id = $1 AND i.principal_id = p.id
                       AND lower(i.external_id) IN (SELECT name FROM names)))`,
    [q.tenant_id, principalIds, saidBy(aliases)],
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Which of these groups the caller is in, directly or through other groups, by any name of the token or of an account that
 * one of them names. From the caller upwards: a person is in few groups, and a group may have very many members.
 */
export async function groupsOfCaller(
  q: Querier,
  groupIds: readonly string[],
  { aliases }: Pick<Caller, 'aliases'>,
): Promise<Set<string>> {
  if (groupIds.length === 0 || aliases.length === 0) return new Set();
  // Ids of ours have no key without case; directories write them in one of these ways.
  const written = [
    ...new Set(saidBy(aliases).flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()])),
  ];
  const rows = await q.query<{ group_id: string }>(
    `WITH RECURSIVE said AS MATERIALIZED (SELECT name FROM unnest($3::text[]) AS n (name)),
     named AS MATERIALIZED (
       ${namedSql('external_key = lower(n.name)')}
     ),
     me AS MATERIALIZED (
       SELECT id FROM named
       UNION
       SELECT o.id FROM named n JOIN principals p ON p.tenant_id = $1 AND p.id = n.id
       JOIN principals o ON o.tenant_id = $1 AND o.email_key = p.email_key
       UNION
       SELECT o.principal_id FROM named n JOIN identities i ON i.tenant_id = $1 AND i.principal_id = n.id
       JOIN identities o ON o.tenant_id = $1 AND o.external_key = i.external_key
       UNION
       SELECT p.id FROM named n JOIN identities i ON i.tenant_id = $1 AND i.principal_id = n.id
       JOIN principals p ON p.tenant_id = $1 AND p.email_key = i.external_key
     ),
     up AS (
       SELECT m.group_id FROM me JOIN memberships m ON m.tenant_id = $1 AND m.member_id = me.id
       UNION
       SELECT m.group_id FROM up u JOIN memberships m ON m.tenant_id = $1 AND m.member_id = u.group_id
     )
     SELECT group_id FROM up WHERE group_id = ANY ($2::text[])`,
    [q.tenant_id, groupIds, written],
  );
  return new Set(rows.map((row) => row.group_id));
}
