import type { Querier } from '../../../platform/database/database.ts';
import { IS_WATCHED } from '../../scores/telemetry-gaps.sql.ts';
import type { Person } from '../routing.rules.ts';

export interface Pair {
  principal_id: string;
  asset_id: string;
}

export const pairKey = ({ principal_id, asset_id }: Pair): string => `${principal_id}\u0000${asset_id}`;

/** What making a review about a pair needs to know besides its scores. */
export type PairRow = Pair & {
  owner_id: string | null;
  manager_id: string | null;
  /** Whether its platform's telemetry is not down at the moment. */
  is_watched: boolean;
  /** Active grants, direct and inherited. */
  grant_ids: string[];
  open_review_id: string | null;
  open_campaign_id: string | null;
  /** The latest review, when it has expired. */
  last_expired: {
    id: string;
    created_at: string;
    unanswered_before: number;
    first_asked_at: string | null;
  } | null;
};

/** One statement for any number of pairs; a pair of which one half does not exist is left out. */
export async function loadPairs(q: Querier, pairs: readonly Pair[]): Promise<PairRow[]> {
  if (pairs.length === 0) return [];
  return q.query<PairRow>(
    `SELECT w.principal_id, w.asset_id, a.owner_id, p.manager_id,
            ${IS_WATCHED} AS is_watched,
            ARRAY(SELECT g.id FROM grants g WHERE g.tenant_id = $1 AND g.principal_id = w.principal_id
                    AND g.asset_id = w.asset_id AND g.status = 'active' ORDER BY g.id) AS grant_ids,
            r.id AS open_review_id, r.campaign_id AS open_campaign_id,
            CASE WHEN l.status = 'EXPIRED' THEN json_build_object('id', l.id, 'created_at', l.created_at,
              'unanswered_before', l.unanswered_before, 'first_asked_at', l.first_asked_at) END AS last_expired
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
     JOIN principals p ON p.tenant_id = $1 AND p.id = w.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = w.asset_id
     LEFT JOIN LATERAL (SELECT id, campaign_id FROM reviews
                        WHERE tenant_id = $1 AND principal_id = w.principal_id AND asset_id = w.asset_id
                          AND status IN ('PENDING', 'ESCALATED') LIMIT 1) r ON true
     LEFT JOIN LATERAL (SELECT id, status, created_at, unanswered_before, first_asked_at FROM reviews
                        WHERE tenant_id = $1 AND principal_id = w.principal_id AND asset_id = w.asset_id
                        ORDER BY created_at DESC, id DESC LIMIT 1) l ON true`,
    [q.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}

/** Those who might be asked, with the groups among these ids that they are in; ids that nobody has are left out. */
export async function loadPeople(
  q: Querier,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await q.query<Person & { type: string }>(
    `SELECT p.id, p.type, p.disabled, p.manager_id, p.display_name,
            ARRAY(SELECT lower(i.external_id) FROM identities i WHERE i.tenant_id = $1 AND i.principal_id = p.id
                  UNION SELECT p.email_key WHERE p.email_key IS NOT NULL) AS names
     FROM principals p WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])`,
    [q.tenant_id, wanted],
  );
  const asked = rows.filter((row) => row.type === 'group').map((row) => row.id);
  const groupsOf = await groupsAmong(q, asked, wanted);
  return new Map(rows.map((row) => [row.id, { ...row, groups: groupsOf.get(row.id) ?? [] }]));
}

/** The managers of these people, those of the managers, and so on, so many levels up. */
export async function managersAbove(
  q: Querier,
  ids: readonly (string | null)[],
  levels: number,
): Promise<string[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  const rows = await q.query<{ id: string }>(
    `WITH RECURSIVE above AS (
       SELECT p.manager_id AS id, 1 AS level FROM principals p
       WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[]) AND p.manager_id IS NOT NULL
       UNION
       SELECT p.manager_id, a.level + 1 FROM above a JOIN principals p ON p.tenant_id = $1 AND p.id = a.id
       WHERE p.manager_id IS NOT NULL AND a.level < $3)
     SELECT DISTINCT id FROM above`,
    [q.tenant_id, wanted, levels],
  );
  return rows.map(({ id }) => id);
}

/**
 * Which of some groups each of these people is in: directly, through other groups, or by another account with the same e-mail
 * or external id. From the people upwards: a person is in few groups, and a group may have very many members.
 */
async function groupsAmong(
  q: Querier,
  groupIds: readonly string[],
  personIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await q.query<{ id: string; groups: string[] }>(
    `WITH RECURSIVE accounts AS (
       SELECT w.id AS person, w.id AS account FROM unnest($2::text[]) AS w (id)
       UNION
       SELECT p.id, o.id FROM principals p JOIN principals o ON o.tenant_id = $1 AND o.email_key = p.email_key
       WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])
       UNION
       SELECT i.principal_id, o.principal_id FROM identities i
       JOIN identities o ON o.tenant_id = $1 AND o.external_key = i.external_key
       WHERE i.tenant_id = $1 AND i.principal_id = ANY ($2::text[])
     ), up AS (
       SELECT a.person, m.group_id FROM accounts a
       JOIN memberships m ON m.tenant_id = $1 AND m.member_id = a.account
       UNION
       SELECT u.person, m.group_id FROM up u JOIN memberships m ON m.tenant_id = $1 AND m.member_id = u.group_id
     )
     SELECT person AS id, array_agg(group_id) AS groups FROM up WHERE group_id = ANY ($3::text[]) GROUP BY person`,
    [q.tenant_id, personIds, groupIds],
  );
  return new Map(rows.map((row) => [row.id, row.groups]));
}
