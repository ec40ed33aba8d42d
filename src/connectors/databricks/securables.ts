import { PlatformError } from '../http/platform-error.ts';
import { type Row, rowOf, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { AssetName, SecurableKind } from './keys.ts';

/** What a listing of assets finds: what Unity Catalog secures, and workspaces. */
export interface Found extends AssetName {
  /** For people. */
  title: string;
  /** As Databricks names it: an e-mail, an application id or a group. */
  owner: string | null;
  row: Row;
}

export interface FoundPage {
  found: Found[];
  /** Ends the list when it is `null`; a page without rows does not. */
  next: string | null;
}

interface Context {
  api: Databricks;
  signal: AbortSignal;
}

const UNITY = '/api/2.1/unity-catalog';
const encoded = encodeURIComponent;

const LISTS: Record<Exclude<SecurableKind, 'metastore'>, { set: string; within(parent: string): string }> = {
  catalog: { set: 'catalogs', within: () => '' },
  schema: { set: 'schemas', within: (parent) => `catalog_name=${encoded(parent)}&` },
  table: {
    set: 'tables',
    within: (parent) => `${withinSchema(parent)}omit_columns=true&omit_properties=true&`,
  },
  volume: { set: 'volumes', within: (parent) => withinSchema(parent) },
};

function withinSchema(full: string): string {
  const [catalog = '', schema = ''] = full.split('.');
  return `catalog_name=${encoded(catalog)}&schema_name=${encoded(schema)}&`;
}

/** Kept by Databricks itself, or not governed by Unity Catalog. */
const OWN_CATALOGS = new Set(['system', 'hive_metastore', '__databricks_internal']);
const isOwnCatalog = (row: Row): boolean =>
  OWN_CATALOGS.has(String(row.name)) || /^(SYSTEM|INTERNAL)_CATALOG$/.test(String(row.catalog_type));

/** Without those that the caller may only browse: their grants cannot be read. */
export async function securablePage(
  { api, signal }: Context,
  kind: Exclude<SecurableKind, 'metastore'>,
  { parent, token, max }: { parent: string; token: string | null; max: number },
): Promise<FoundPage> {
  const { set, within } = LISTS[kind];
  const from = token === null ? '' : `&page_token=${encoded(token)}`;
  const path = `${UNITY}/${set}?${within(parent)}max_results=${max}${from}`;
  const body = await api.workspace.page(path, signal).catch((error: unknown) => {
    // Dropped since its container was listed; catalogs are in none.
    if (kind !== 'catalog' && error instanceof PlatformError && error.status === 404) return {} as Row;
    throw error;
  });
  return {
    // A page without rows may lack the list.
    found: rowsOf(body[set]).flatMap((row) => foundOf(kind, row) ?? []),
    next: textOf(body.next_page_token),
  };
}

function foundOf(kind: Exclude<SecurableKind, 'metastore'>, row: Row): Found | null {
  const name = textOf(kind === 'catalog' ? row.name : row.full_name);
  const isHidden =
    kind === 'catalog' ? isOwnCatalog(row) : kind === 'schema' && row.name === 'information_schema';
  if (name === null || isHidden) return null;
  return { kind, name, title: name, owner: textOf(row.owner), row };
}

/** The metastore of the workspace, which contains its catalogs. */
export async function findMetastore({ api, signal }: Context): Promise<Found | null> {
  const row = await api.workspace.find(`${UNITY}/metastore_summary`, signal);
  const id = textOf(row?.metastore_id);
  if (row === null || id === null) return null;
  return { kind: 'metastore', name: id, title: textOf(row.name) ?? id, owner: textOf(row.owner), row };
}

/** Fresh; `null` when it is not there. */
export async function findSecurable(context: Context, { kind, name }: AssetName): Promise<Found | null> {
  if (kind === 'workspace') return null;
  if (kind === 'metastore') {
    const metastore = await findMetastore(context);
    return metastore?.name.toLowerCase() === name ? metastore : null;
  }
  const row = await context.api.workspace.find(
    `${UNITY}/${LISTS[kind].set}/${encoded(name)}`,
    context.signal,
  );
  return row === null ? null : foundOf(kind, rowOf(row));
}
