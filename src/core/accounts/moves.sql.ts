import type { Querier } from '../../platform/database/database.ts';
import { ACCOUNT_AT } from './grant-account.sql.ts';

/** An account that becomes of another principal. Ids of principals. */
export interface AccountMove {
  account_id: string;
  connector_id: string;
  external_key: string;
  from_id: string;
  to_id: string;
}

const MOVES = `json_to_recordset($2) AS m (account_id text, connector_id text, external_key text, from_id text, to_id text)`;

/** Grants that an account holds, by what its platform told of them; also those that are gone. */
const HELD = (column: 'principal_id' | 'via_group_id', key: 'principal_key' | 'via_group_key'): string =>
  `SELECT g.id, m.account_id, m.from_id, m.to_id FROM ${MOVES}
   JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND ${column} = m.from_id OFFSET 0) g ON true
   JOIN LATERAL (SELECT FROM connector_objects WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = g.id
                   AND ${ACCOUNT_AT} = m.connector_id AND details ->> '${key}' = m.external_key LIMIT 1) o ON true`;

export type MovedGrant = { id: string; account_id: string; from_id: string; to_id: string };

/** Which grants will move with their accounts. */
export async function grantsOfMoves(q: Querier, moves: readonly AccountMove[]): Promise<MovedGrant[]> {
  return q.query<MovedGrant>(HELD('principal_id', 'principal_key'), [q.tenant_id, JSON.stringify(moves)]);
}

/** Grants with their scores, and remediations under way, are the other principal's. */
export async function moveGrants(tx: Querier, moved: readonly MovedGrant[]): Promise<void> {
  const parameters = [tx.tenant_id, JSON.stringify(moved), moved.map(({ id }) => id)];
  const record = 'json_to_recordset($2) AS r (id text, to_id text)';
  // Remediations are locked before grants.
  await tx.query(
    `UPDATE remediations x SET principal_id = r.to_id FROM ${record}
     WHERE x.tenant_id = $1 AND x.grant_id = ANY ($3::text[]) AND x.grant_id = r.id
       AND x.status IN ('pending', 'running', 'requested', 'blocked')`,
    parameters,
  );
  await tx.query(
    // What was marked stays marked: whom it goes to may not be.
    `UPDATE grants g SET principal_id = r.to_id, purpose = coalesce(g.purpose, p.purpose),
       purpose_since = CASE WHEN g.purpose IS NULL THEN p.purpose_since ELSE g.purpose_since END
     FROM ${record}, principals p
     WHERE p.tenant_id = $1 AND p.id = g.principal_id AND g.tenant_id = $1 AND g.id = ANY ($3::text[]) AND g.id = r.id`,
    parameters,
  );
  await tx.query(
    `UPDATE grant_scores s SET principal_id = r.to_id FROM ${record}
     WHERE s.tenant_id = $1 AND s.grant_id = ANY ($3::text[]) AND s.grant_id = r.id`,
    parameters,
  );
}

/** What is held through a group that is now another; before the connector's objects are moved. */
export async function moveInherited(tx: Querier, moves: readonly AccountMove[]): Promise<void> {
  await tx.query(
    `UPDATE grants g SET via_group_id = r.to_id FROM (${HELD('via_group_id', 'via_group_key')}) r
     WHERE g.tenant_id = $1 AND g.id = r.id`,
    [tx.tenant_id, JSON.stringify(moves)],
  );
}

/** Memberships that a platform lists of these accounts become those of whom they are now; others stay as they are. */
export async function moveMemberships(tx: Querier, moves: readonly AccountMove[]): Promise<void> {
  const parameters = [tx.tenant_id, JSON.stringify(moves)];
  const touched = await tx.query<{ group_id: string; member_id: string }>(
    `UPDATE connector_objects o SET lapse_id = coalesce(r.group_to, o.lapse_id), member_id = coalesce(r.member_to, o.member_id)
     FROM (
       SELECT x.connector_id, x.external_key, max(x.group_to) AS group_to, max(x.member_to) AS member_to,
              max(x.lapse_id) AS group_from, max(x.member_id) AS member_from
       FROM (
         SELECT c.connector_id, c.external_key, c.lapse_id, c.member_id, m.to_id AS group_to, NULL AS member_to FROM ${MOVES}
         JOIN connector_objects c ON c.tenant_id = $1 AND c.kind = 'membership' AND c.lapse_id = m.from_id
           AND c.connector_id = m.connector_id AND split_part(c.external_key, E'\\n', 1) = m.external_key
         UNION ALL
         SELECT c.connector_id, c.external_key, c.lapse_id, c.member_id, NULL, m.to_id FROM ${MOVES}
         JOIN connector_objects c ON c.tenant_id = $1 AND c.kind = 'membership' AND c.member_id = m.from_id
           AND c.connector_id = m.connector_id AND split_part(c.external_key, E'\\n', 2) = m.external_key) x
       GROUP BY x.connector_id, x.external_key) r
     WHERE o.tenant_id = $1 AND o.kind = 'membership' AND o.connector_id = r.connector_id AND o.external_key = r.external_key
     RETURNING r.group_from AS group_id, r.member_from AS member_id`,
    parameters,
  );
  if (touched.length === 0) return;
  await tx.query(
    `DELETE FROM memberships x USING json_to_recordset($2) AS r (group_id text, member_id text)
     WHERE x.tenant_id = $1 AND x.group_id = r.group_id AND x.member_id = r.member_id
       AND NOT EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = 'membership'
                         AND o.lapse_id = r.group_id AND o.member_id = r.member_id AND o.gone_at IS NULL)`,
    [tx.tenant_id, JSON.stringify(touched)],
  );
  await tx.query(
    `INSERT INTO memberships (tenant_id, group_id, member_id)
     SELECT DISTINCT $1::integer, o.lapse_id, o.member_id FROM ${MOVES}
     JOIN connector_objects o ON o.tenant_id = $1 AND o.kind = 'membership' AND o.connector_id = m.connector_id
       AND o.gone_at IS NULL AND (o.lapse_id = m.to_id OR o.member_id = m.to_id)
     WHERE o.lapse_id <> o.member_id
     ON CONFLICT DO NOTHING`,
    parameters,
  );
}

/** Names elsewhere, what the accounts own on their platform, and whose managers they are there. */
export async function moveNames(tx: Querier, moves: readonly AccountMove[]): Promise<void> {
  const parameters = [tx.tenant_id, JSON.stringify(moves)];
  await tx.query(
    `UPDATE identities i SET principal_id = m.to_id FROM ${MOVES}
     WHERE i.tenant_id = $1 AND i.provider = m.connector_id AND i.external_id = m.external_key`,
    parameters,
  );
  await tx.query(
    `UPDATE connector_objects o SET lapse_id = m.to_id FROM ${MOVES}
     WHERE o.tenant_id = $1 AND o.kind = 'principal' AND o.connector_id = m.connector_id
       AND o.external_key = m.external_key`,
    parameters,
  );
  await tx.query(
    `UPDATE assets a SET owner_id = m.to_id FROM ${MOVES}
     WHERE a.tenant_id = $1 AND a.owner_id = m.from_id
       AND EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = 'asset' AND o.lapse_id = a.id
                     AND o.connector_id = m.connector_id)`,
    parameters,
  );
  await tx.query(
    `UPDATE principals p SET manager_id = m.to_id FROM ${MOVES}
     WHERE p.tenant_id = $1 AND p.manager_id = m.from_id
       AND EXISTS (SELECT FROM accounts a WHERE a.tenant_id = $1 AND a.principal_id = p.id
                     AND a.connector_id = m.connector_id AND a.profile ->> 'manager_key' = m.external_key)`,
    parameters,
  );
}

/** A principal whose accounts are all somebody else's is that somebody, and not another row of lists. */
export async function mergePrincipals(
  tx: Querier,
  moves: readonly AccountMove[],
): Promise<{ merged: string[]; back: string[] }> {
  const rows = await tx.query<{ id: string; linked_to: string | null }>(
    `WITH wanted AS MATERIALIZED (
       SELECT p.id, CASE
         WHEN EXISTS (SELECT FROM accounts a WHERE a.tenant_id = $1 AND a.principal_id = p.id) THEN NULL
         ELSE (SELECT a.principal_id FROM accounts a WHERE a.tenant_id = $1 AND a.home_id = p.id ORDER BY a.id LIMIT 1) END AS linked_to
       FROM (SELECT from_id AS id FROM ${MOVES} UNION SELECT to_id FROM ${MOVES}) t
       JOIN principals p ON p.tenant_id = $1 AND p.id = t.id)
     UPDATE principals p SET linked_to = w.linked_to FROM wanted w
     WHERE p.tenant_id = $1 AND p.id = w.id AND p.linked_to IS DISTINCT FROM w.linked_to
     RETURNING p.id, p.linked_to`,
    [tx.tenant_id, JSON.stringify(moves)],
  );
  return {
    merged: rows.filter(({ linked_to }) => linked_to !== null).map(({ id }) => id),
    back: rows.filter(({ linked_to }) => linked_to === null).map(({ id }) => id),
  };
}
