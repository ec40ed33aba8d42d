import type { Querier } from '../../platform/database/database.ts';
import type { AccountProfile } from './accounts.sql.ts';

/** Whose platform says what is written about a principal. */
export type Describing = {
  principal_id: string;
  connector_id: string;
  profile: AccountProfile;
  manager_id: string | null;
  account_id: string;
  /** Also by hand. */
  protected: boolean;
  /** It is another one than before, or the first. */
  is_new: boolean;
};

/**
 * Chooses which account of each of these principals describes it: Entra ID's before its own, and that before the others. Whom an
 * import has brought, the import describes.
 */
export async function chooseDescribing(tx: Querier, principalIds: readonly string[]): Promise<Describing[]> {
  return tx.query<Describing>(
    `WITH own AS MATERIALIZED (
       SELECT t.id, a.id AS account_id FROM unnest($2::text[]) AS t (id)
       JOIN LATERAL (
         SELECT a.id FROM accounts a JOIN connectors c ON c.tenant_id = $1 AND c.id = a.connector_id
         WHERE a.tenant_id = $1 AND a.principal_id = t.id
         ORDER BY a.gone_at IS NOT NULL, c.platform <> 'azure_ad', a.home_id <> t.id, a.first_seen_at, a.id LIMIT 1) a ON true
       WHERE EXISTS (SELECT FROM accounts h WHERE h.tenant_id = $1 AND h.home_id = t.id)
     ), flipped AS (
       UPDATE connector_objects o SET is_owned = r.is_owned
       FROM (SELECT a.id, a.connector_id, a.external_key, own.account_id IS NOT DISTINCT FROM a.id AS is_owned
             FROM accounts a LEFT JOIN own ON own.id = a.principal_id
             WHERE a.tenant_id = $1 AND a.principal_id = ANY ($2::text[])) r
       WHERE o.tenant_id = $1 AND o.kind = 'principal' AND o.connector_id = r.connector_id
         AND o.external_key = r.external_key AND o.is_owned <> r.is_owned
       RETURNING r.id AS account_id
     )
     SELECT own.id AS principal_id, own.account_id, a.connector_id, a.profile, coalesce(p.protected, false) AS protected,
            p.id IS NULL OR EXISTS (SELECT FROM flipped f WHERE f.account_id = own.account_id) AS is_new,
            (SELECT m.principal_id FROM accounts m WHERE m.tenant_id = $1 AND m.connector_id = a.connector_id
               AND m.external_key = a.profile ->> 'manager_key') AS manager_id
     FROM own JOIN accounts a ON a.tenant_id = $1 AND a.id = own.account_id
     LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = own.id`,
    [tx.tenant_id, principalIds],
  );
}
