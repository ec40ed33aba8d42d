import type { Querier } from '../../platform/database/database.ts';
import type { GrantAccount } from './grant-account.rules.ts';

/** Whose account a grant is held by: of the connector that lists it, or of the one that knows who is in its group. */
export const ACCOUNT_AT = "coalesce(details ->> 'members_at', connector_id)";

const accountRow = (tenant: string, grantId: string): string =>
  `(SELECT ${ACCOUNT_AT} AS connector_id, details ->> 'principal_key' AS principal_key FROM connector_objects
          WHERE tenant_id = ${tenant} AND kind = 'grant' AND lapse_id = ${grantId} LIMIT 1) o
    JOIN accounts a ON a.tenant_id = ${tenant} AND a.connector_id = o.connector_id AND a.external_key = o.principal_key
    JOIN connectors c ON c.tenant_id = ${tenant} AND c.id = o.connector_id`;

/** Of a grant by the alias of its id, in a statement whose first parameter is the tenant. */
export const grantAccount = (grantId: string): string =>
  `(SELECT json_build_object('id', a.id, 'name', a.name, 'platform', c.platform, 'connector_name', c.name)
    FROM ${accountRow('$1', grantId)})`;

/** As people read it in one column, of a row `r` that is about a grant. */
export const ACCOUNT_OF_ROW = `LATERAL (SELECT a.name || ' (' || c.name || ')' AS name FROM ${accountRow('r.tenant_id', 'r.grant_id')})`;

/**
 * The same as a set `grant_id` and `name`, each grant once: of all grants of a tenant that connectors have brought, or of those
 * that the query `among` names. Looked up for each of a report of 20,000, they took 9 of its 15 blocks a row.
 */
export const accountNamesOfGrants = (tenantId: number, among?: string): string =>
  `(SELECT o.grant_id, n.name
    FROM (SELECT DISTINCT ON (lapse_id) lapse_id AS grant_id, ${ACCOUNT_AT} AS connector_id, details ->> 'principal_key' AS principal_key
          FROM connector_objects WHERE tenant_id = ${tenantId} AND kind = 'grant'
            ${among === undefined ? '' : `AND lapse_id IN (${among})`} ORDER BY lapse_id) o
    LEFT JOIN (
      SELECT a.connector_id, a.external_key, a.name || ' (' ||
             (SELECT c.name FROM connectors c WHERE c.tenant_id = ${tenantId} AND c.id = a.connector_id) || ')' AS name
      FROM accounts a WHERE a.tenant_id = ${tenantId}) n ON n.connector_id = o.connector_id AND n.external_key = o.principal_key)`;

/** By the id of the grant; those that no connector has brought are left out. */
export async function accountsOfGrants(
  q: Querier,
  grantIds: readonly string[],
): Promise<Map<string, GrantAccount>> {
  if (grantIds.length === 0) return new Map();
  const rows = await q.query<{ grant_id: string; account: GrantAccount | null }>(
    `SELECT w.id AS grant_id, ${grantAccount('w.id')} AS account FROM unnest($2::text[]) AS w (id)`,
    [q.tenant_id, grantIds],
  );
  return new Map(rows.flatMap(({ grant_id, account }) => (account === null ? [] : [[grant_id, account]])));
}
