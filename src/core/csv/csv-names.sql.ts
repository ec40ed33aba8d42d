import type { Querier } from '../../platform/database/database.ts';
import type { AssetLine, PrincipalLine } from '../directory/directory.rules.ts';

/** A row of the directory as a line would say it again, and what a line may not change. */
export type Stored<Line> = { line: Line; is_removed: boolean; is_connected: boolean };

const isConnected = (kind: string, id: string): string =>
  `EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = '${kind}' AND o.lapse_id = ${id}
     AND o.is_owned AND o.gone_at IS NULL)`;

export async function storedPrincipals(
  q: Querier,
  ids: readonly string[],
): Promise<Map<string, Stored<PrincipalLine>>> {
  const rows = await q.query<Omit<PrincipalLine, 'kind'> & { is_removed: boolean; is_connected: boolean }>(
    `SELECT p.id, p.display_name, p.type, p.email, p.source, p.department, p.platform, p.manager_id, p.mfa_enabled,
       p.last_login_at, p.disabled, p.protected, p.removed_at IS NOT NULL AS is_removed,
       ${isConnected('principal', 'p.id')} AS is_connected
     FROM principals p WHERE p.tenant_id = $1 AND p.id = ANY ($2::text[])`,
    [q.tenant_id, ids],
  );
  return new Map(
    rows.map(({ is_removed, is_connected, ...line }) => [
      line.id,
      { line: { kind: 'principal', ...line }, is_removed, is_connected },
    ]),
  );
}

/** More of one name than this are not told apart; two would be enough. */
const OF_ONE_NAME_MAX = 20;

/** Those with one of these ids or names. */
export async function storedAssets(
  q: Querier,
  texts: readonly string[],
): Promise<Map<string, Stored<AssetLine>>> {
  // The keys are made first: a function in a condition on the table would keep it from its index, under row security.
  const called = await q.query<{ id: string }>(
    `WITH names AS MATERIALIZED (SELECT t AS name, left(lower(t), 120) AS key FROM unnest($2::text[]) AS t)
     SELECT a.id FROM names n
     JOIN LATERAL (SELECT id FROM assets WHERE tenant_id = $1 AND name_key = n.key AND name = n.name
                   LIMIT ${OF_ONE_NAME_MAX}) a ON true`,
    [q.tenant_id, texts],
  );
  // Joined to the table by their ids, a thousand took 390 ms before the table was counted; as a list they take 10.
  const rows = await q.query<Omit<AssetLine, 'kind'> & { is_removed: boolean; is_connected: boolean }>(
    `SELECT a.id, a.name, a.type, a.platform, a.classification, a.owner_id, a.contains_pii, a.tags, a.protected,
       a.removed_at IS NOT NULL AS is_removed, ${isConnected('asset', 'a.id')} AS is_connected
     FROM assets a WHERE a.tenant_id = $1 AND a.id = ANY ($2::text[])`,
    [q.tenant_id, [...new Set([...texts, ...called.map(({ id }) => id)])]],
  );
  return new Map(
    rows.map(({ is_removed, is_connected, ...line }) => [
      line.id,
      { line: { kind: 'asset', ...line }, is_removed, is_connected },
    ]),
  );
}

export interface AccessNamed {
  /** The id that it gets when there is none like it. */
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  via_group_id: string | null;
}

/** The ids of grants that are there already for the same access, by the id that was made for them. */
export async function storedGrants(
  q: Querier,
  access: readonly AccessNamed[],
): Promise<ReadonlyMap<string, string>> {
  if (access.length === 0) return new Map();
  const rows = await q.query<{ made: string; id: string }>(
    `SELECT n.id AS made, g.id
     FROM json_to_recordset($2) AS n (id text, principal_id text, asset_id text, permission text, via_group_id text)
     JOIN LATERAL (
       SELECT id FROM grants
       WHERE tenant_id = $1 AND principal_id = n.principal_id AND asset_id = n.asset_id AND permission = n.permission
         AND via_group_id IS NOT DISTINCT FROM n.via_group_id
       ORDER BY status = 'revoked', id <> n.id, id LIMIT 1) g ON true`,
    [q.tenant_id, JSON.stringify(access)],
  );
  return new Map(rows.map(({ made, id }) => [made, id]));
}
