import type { Page, RawAsset, RawGrant } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Limit } from '../time-limit.ts';
import { type AclEntry, describeRights, groupEntries, type ObjectKind, permissionOf } from './acl.ts';
import { assetKey, containersOf, fullNames, granteeKey, grantKey, roleKey } from './keys.ts';
import { listObjects, type PostgresObject } from './objects.ts';
import { isWatchedDatabase, type PostgresSettings } from './postgres-settings.ts';
import type { Sessions } from './sessions.ts';

const KINDS: readonly ObjectKind[] = ['database', 'schema', 'table'];

/** Databases first, then schema by schema and table by table of each database in the order of names. */
interface Position {
  kind: ObjectKind;
  database: string;
  after_oid: string;
}

const isPosition = (value: unknown): value is Position => {
  const { kind, database, after_oid } = (value ?? {}) as Partial<Position>;
  return KINDS.includes(kind as ObjectKind) && typeof database === 'string' && /^\d+$/.test(after_oid ?? '');
};

interface Discovery {
  sessions: Sessions;
  settings: PostgresSettings;
  limit: Limit;
}

export async function listAssets(discovery: Discovery, cursor: string | null): Promise<Page<RawAsset>> {
  const { objects, next_cursor } = await walk(discovery, 'assets', cursor);
  return { items: objects.map(assetOf), next_cursor };
}

export async function listGrants(discovery: Discovery, cursor: string | null): Promise<Page<RawGrant>> {
  const { objects, next_cursor } = await walk(discovery, 'grants', cursor);
  return { items: objects.flatMap(grantsOf), next_cursor };
}

async function walk(
  { sessions, settings, limit }: Discovery,
  listing: string,
  cursor: string | null,
): Promise<{ objects: PostgresObject[]; next_cursor: string | null }> {
  const at = decodeCursor(listing, cursor, isPosition) ?? {
    kind: 'database',
    database: settings.database,
    after_oid: '0',
  };
  const page = await sessions.read(at.database, limit, (session) =>
    listObjects(session, at.kind, { ...at, limit: settings.page_size }),
  );
  const last = page.length === settings.page_size ? page.at(-1) : undefined;
  const next = last ? { ...at, after_oid: last.oid } : await placeAfter({ sessions, settings, limit }, at);
  const objects = page.filter(
    ({ name }) => name.kind !== 'database' || isWatchedDatabase(settings, name.database),
  );
  return { objects, next_cursor: next && encodeCursor(listing, next) };
}

async function placeAfter(discovery: Discovery, at: Position): Promise<Position | null> {
  if (at.kind === 'schema') return { ...at, kind: 'table', after_oid: '0' };
  const names = await watchedDatabases(discovery);
  const database = at.kind === 'database' ? names[0] : names.find((name) => name > at.database);
  return database === undefined ? null : { kind: 'schema', database, after_oid: '0' };
}

async function watchedDatabases({ sessions, settings, limit }: Discovery): Promise<string[]> {
  const rows = await sessions.read(settings.database, limit, (session) =>
    session.rows<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE datallowconn AND NOT datistemplate',
    ),
  );
  return rows
    .map((row) => row.name)
    .filter((name) => isWatchedDatabase(settings, name))
    .sort((a, b) => (a < b ? -1 : 1));
}

const RELATION_WORDS: Record<string, string> = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialised view',
  f: 'foreign table',
};

function assetOf(object: PostgresObject): RawAsset {
  const { name, oid, owner, relkind, is_partition } = object;
  const [container] = containersOf(name);
  return {
    key: assetKey(name),
    name: fullNames(name).join('.'),
    type: name.kind === 'schema' ? 'workspace' : name.kind,
    owner_key: roleKey(owner),
    container_key: container === undefined ? null : assetKey(container),
    created_at: null,
    tags: relkind ? [RELATION_WORDS[relkind] ?? relkind] : [name.kind],
    details: { oid, owner, relkind, is_partition },
  };
}

/** What an owner may do follows from owning, so its own entries are no grant of their own. */
export function grantsOf(object: PostgresObject): RawGrant[] {
  const asset = assetKey(object.name);
  const byGrantee = groupEntries(
    object.acl.filter((entry) => entry.grantee !== object.owner),
    (entry) => entry.grantee,
  );
  return [
    {
      key: grantKey(object.owner, asset, true),
      principal_key: roleKey(object.owner),
      asset_key: asset,
      permission: 'owner',
      via_group_key: null,
      granted_at: null,
      revocable: false,
      details: { owner: true },
    },
    ...[...byGrantee].map(([grantee, entries]) => grantOf(object, asset, grantee, entries)),
  ];
}

function grantOf(
  object: PostgresObject,
  asset: string,
  grantee: string | null,
  entries: AclEntry[],
): RawGrant {
  return {
    key: grantKey(grantee, asset, false),
    principal_key: granteeKey(grantee),
    asset_key: asset,
    permission: permissionOf(entries),
    via_group_key: null,
    granted_at: null,
    revocable: grantee !== null,
    details: { rights: describeRights(entries), entries, is_default: object.has_default_acl },
  };
}
