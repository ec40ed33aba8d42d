import type { Querier } from '../../platform/database/database.ts';
import type { FullKind } from './directory-removal.rules.ts';

export type Membership = { group_id: string; member_id: string };
export type Identity = { provider: string; external_id: string; principal_id: string };

/** Access that ends with these people, groups, assets and memberships. */
export async function accessThrough(
  tx: Querier,
  gone: { principals: readonly string[]; assets: readonly string[]; memberships: readonly Membership[] },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `SELECT g.id FROM unnest($2::text[]) AS p (id)
     JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = p.id AND status <> 'revoked' OFFSET 0) g ON true
     UNION
     SELECT g.id FROM unnest($2::text[]) AS p (id)
     JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND via_group_id = p.id AND status <> 'revoked' OFFSET 0) g ON true
     UNION
     SELECT g.id FROM unnest($3::text[]) AS a (id)
     JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND asset_id = a.id AND status <> 'revoked' OFFSET 0) g ON true
     UNION
     SELECT g.id FROM json_to_recordset($4) AS m (group_id text, member_id text)
     JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = m.member_id
                     AND via_group_id = m.group_id AND status <> 'revoked' OFFSET 0) g ON true
     ORDER BY 1`,
    [tx.tenant_id, gone.principals, gone.assets, JSON.stringify(gone.memberships)],
  );
  return rows.map((row) => row.id);
}

/** In which these are members, or which these have as groups. */
export async function membershipsOf(tx: Querier, principalIds: readonly string[]): Promise<Membership[]> {
  return tx.query<Membership>(
    `SELECT m.group_id, m.member_id FROM unnest($2::text[]) AS p (id)
     JOIN LATERAL (SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 AND member_id = p.id OFFSET 0) m ON true
     UNION
     SELECT m.group_id, m.member_id FROM unnest($2::text[]) AS p (id)
     JOIN LATERAL (SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 AND group_id = p.id OFFSET 0) m ON true`,
    [tx.tenant_id, principalIds],
  );
}

/** Answers those that were there until now. */
export async function endMemberships(tx: Querier, memberships: readonly Membership[]): Promise<Membership[]> {
  return tx.query<Membership>(
    `DELETE FROM memberships m USING json_to_recordset($2) AS r (group_id text, member_id text)
     WHERE m.tenant_id = $1 AND m.group_id = r.group_id AND m.member_id = r.member_id
     RETURNING m.group_id, m.member_id`,
    [tx.tenant_id, JSON.stringify(memberships)],
  );
}

/** Somebody whom the source no longer has cannot sign in there. Answers those who could until now. */
export async function disablePrincipals(tx: Querier, ids: readonly string[]): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `UPDATE principals SET disabled = true WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND NOT disabled
     RETURNING id`,
    [tx.tenant_id, ids],
  );
}

/** Marks them as gone; answers those that were there until now. A principal that is gone cannot sign in. */
export async function markRemoved(
  tx: Querier,
  noun: 'principals' | 'assets',
  ids: readonly string[],
  at: string,
): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `UPDATE ${noun} SET removed_at = $3${noun === 'principals' ? ', disabled = true' : ''}
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND removed_at IS NULL RETURNING id`,
    [tx.tenant_id, ids, at],
  );
}

/** What an import names is there. */
export async function markPresent(
  tx: Querier,
  noun: 'principals' | 'assets',
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    `UPDATE ${noun} SET removed_at = NULL
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND removed_at IS NOT NULL`,
    [tx.tenant_id, ids],
  );
}

export async function deleteIdentities(
  tx: Querier,
  identities: readonly Pick<Identity, 'provider' | 'external_id'>[],
): Promise<Identity[]> {
  return tx.query<Identity>(
    `DELETE FROM identities i USING json_to_recordset($2) AS r (provider text, external_id text)
     WHERE i.tenant_id = $1 AND i.provider = r.provider COLLATE "C" AND i.external_id = r.external_id COLLATE "C"
     RETURNING i.provider, i.external_id, i.principal_id`,
    [tx.tenant_id, JSON.stringify(identities)],
  );
}

export async function knownGrants(tx: Querier, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($2::text[])',
    [tx.tenant_id, ids],
  );
  return new Set(rows.map((row) => row.id));
}

/** Of one kind, as a full import of it sees them. */
export interface FullScope {
  kind: FullKind;
  import_id: string;
  /** What came after the import began cannot be in it. */
  started_at: string;
  /** Only what is on this platform; null: everything. */
  platform: string | null;
}

/** What a connector reads is the connector's to say. */
const notConnected = (kind: FullKind, id: string, member = ''): string =>
  `NOT EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = '${kind}' AND o.lapse_id = ${id}
     ${member} AND o.gone_at IS NULL)`;

const onPlatform = (assetId: string): string =>
  `AND ($4::text IS NULL OR EXISTS (SELECT FROM assets a WHERE a.tenant_id = $1 AND a.id = ${assetId} AND a.platform = $4))`;

/** Rows that are there and may be in an import: their key, and those of a membership. Parameters: tenant, import, start, platform. */
const PRESENT: Readonly<Record<FullKind, string>> = {
  grant: `SELECT g.id AS key, NULL AS group_id, NULL AS member_id FROM grants g
    WHERE g.tenant_id = $1 AND g.status <> 'revoked' AND g.created_at < $3 AND ${notConnected('grant', 'g.id')} ${onPlatform('g.asset_id')}`,
  membership: `SELECT m.group_id || E'\\n' || m.member_id AS key, m.group_id, m.member_id FROM memberships m
    WHERE m.tenant_id = $1 AND m.created_at < $3 AND $4::text IS NULL
      AND ${notConnected('membership', 'm.group_id', 'AND o.member_id = m.member_id')}`,
  principal: `SELECT p.id AS key, NULL AS group_id, NULL AS member_id FROM principals p
    WHERE p.tenant_id = $1 AND p.removed_at IS NULL AND $3::timestamptz IS NOT NULL AND $4::text IS NULL
      AND ${notConnected('principal', 'p.id')}`,
  asset: `SELECT a.id AS key, NULL AS group_id, NULL AS member_id FROM assets a
    WHERE a.tenant_id = $1 AND a.removed_at IS NULL AND $3::timestamptz IS NOT NULL AND ($4::text IS NULL OR a.platform = $4)
      AND ${notConnected('asset', 'a.id')}`,
};

const unnamed = (kind: FullKind): string =>
  `SELECT * FROM (${PRESENT[kind]}) r WHERE NOT EXISTS (
     SELECT FROM import_names n WHERE n.tenant_id = $1 AND n.import_id = $2 AND n.kind = '${kind}' AND n.key = r.key)`;

const valuesOf = (tx: Querier, { import_id, started_at, platform }: FullScope) => [
  tx.tenant_id,
  import_id,
  started_at,
  platform,
];

export async function countUnnamed(
  tx: Querier,
  scope: FullScope,
): Promise<{ known: number; unnamed: number }> {
  const [row] = await tx.query<{ known: number; unnamed: number }>(
    `SELECT (SELECT count(*) FROM (${PRESENT[scope.kind]}) r WHERE $2::text IS NOT NULL) AS known,
       (SELECT count(*) FROM (${unnamed(scope.kind)}) u) AS unnamed`,
    valuesOf(tx, scope),
  );
  return row as { known: number; unnamed: number };
}

export type Unnamed = { key: string; group_id: string | null; member_id: string | null };

/** The next of them in the order of their keys. */
export async function nextUnnamed(
  tx: Querier,
  scope: FullScope,
  { after, limit }: { after: string; limit: number },
): Promise<Unnamed[]> {
  return tx.query<Unnamed>(
    `SELECT * FROM (${unnamed(scope.kind)}) u WHERE key > $5 COLLATE "C" ORDER BY key COLLATE "C" LIMIT $6`,
    [...valuesOf(tx, scope), after, limit],
  );
}

export async function addImportNames(
  tx: Querier,
  importId: string,
  names: readonly { kind: FullKind; key: string }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO import_names (tenant_id, import_id, kind, key)
     SELECT $1, $2, kind, key FROM json_to_recordset($3) AS r (kind text, key text)
     ON CONFLICT DO NOTHING`,
    [tx.tenant_id, importId, JSON.stringify(names)],
  );
}

/** Those of an import, or of all that began before another id was made. */
export async function forgetImportNames(
  tx: Querier,
  which: { import_id: string } | { before: string },
): Promise<void> {
  const [condition, value] =
    'before' in which ? ['import_id < $2', which.before] : ['import_id = $2', which.import_id];
  await tx.query(`DELETE FROM import_names WHERE tenant_id = $1 AND ${condition}`, [tx.tenant_id, value]);
}

/** One full import at a time says what is gone. Held until the transaction ends. */
export async function lockFullImport(tx: Querier): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse full import ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
}
