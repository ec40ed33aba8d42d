/** By which account a grant is held; null for what no connector has brought. */
export type GrantAccount = { id: string; name: string; platform: string; connector_name: string };

/** Of a grant by the alias of its id, in a statement whose first parameter is the tenant. */
export const grantAccount = (grantId: string): string =>
  `(SELECT json_build_object('id', a.id, 'name', a.name, 'platform', c.platform, 'connector_name', c.name)
    FROM (SELECT connector_id, details ->> 'principal_key' AS principal_key FROM connector_objects
          WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = ${grantId} LIMIT 1) o
    JOIN accounts a ON a.tenant_id = $1 AND a.connector_id = o.connector_id AND a.external_key = o.principal_key
    JOIN connectors c ON c.tenant_id = $1 AND c.id = o.connector_id)`;
