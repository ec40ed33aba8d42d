import type { Querier } from '../../platform/database/database.ts';
import { NAME_MAX } from '../directory/directory.rules.ts';

/**
 * How good an account's name `n` is for a person, the best first: what Entra ID calls her, a name, an address. An id is no name, not
 * even Entra ID's.
 */
const RANK = `CASE
    WHEN n.name ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' OR n.name ~ '^[0-9]+$' THEN 3
    WHEN c.platform = 'azure_ad' THEN 0
    WHEN strpos(n.name, '@') > 0 THEN 2
    ELSE 1 END`;

/**
 * The best name that the accounts of these principals know, by the id; whichever of them was seen first. Whom an import has brought,
 * the import names.
 */
export async function bestNames(tx: Querier, principalIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT t.id, b.name FROM unnest($2::text[]) AS t (id)
     JOIN LATERAL (
       SELECT n.name FROM accounts a
       JOIN connectors c ON c.tenant_id = $1 AND c.id = a.connector_id
       CROSS JOIN LATERAL (SELECT a.profile ->> 'display_name' AS name) n
       WHERE a.tenant_id = $1 AND a.principal_id = t.id AND length(n.name) BETWEEN 1 AND ${NAME_MAX}
         AND strpos(n.name, U&'\\FFFD') = 0
       ORDER BY a.gone_at IS NOT NULL, ${RANK}, a.how = 'admin', c.created_at, c.id, a.external_key COLLATE "C" LIMIT 1) b ON true
     WHERE EXISTS (SELECT FROM accounts h WHERE h.tenant_id = $1 AND h.home_id = t.id)`,
    [tx.tenant_id, principalIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Answers those that had another one. */
export async function renamePrincipals(
  tx: Querier,
  names: ReadonlyMap<string, string>,
): Promise<{ id: string; before: string; after: string }[]> {
  if (names.size === 0) return [];
  return tx.query(
    `WITH o AS MATERIALIZED (
       SELECT p.id, p.display_name AS before, r.name AS after
       FROM json_to_recordset($2) AS r (id text, name text)
       JOIN principals p ON p.tenant_id = $1 AND p.id = r.id
       WHERE p.display_name <> r.name AND p.linked_to IS NULL FOR UPDATE OF p)
     UPDATE principals p SET display_name = o.after FROM o
     WHERE p.tenant_id = $1 AND p.id = o.id RETURNING o.id, o.before, o.after`,
    [tx.tenant_id, JSON.stringify([...names].map(([id, name]) => ({ id, name })))],
  );
}
