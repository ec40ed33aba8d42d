import type { AssetType } from '../../core/directory/directory.rules.ts';
import type { Page, RawAsset } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { instantOf, once, type Row, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { DatabricksSettings } from './databricks-settings.ts';
import { type AssetName, assetKey, containerOf } from './keys.ts';
import { FRESH_MS, type NameBook, type Names } from './names.ts';
import { type Found, findMetastore } from './securables.ts';
import { isWalkPosition, WALK_START, walkStep } from './walk.ts';

export interface ListingContext {
  api: Databricks;
  settings: DatabricksSettings;
  book: NameBook;
  signal: AbortSignal;
}

const LISTS_AT_ONCE = 8;

const TYPES: Record<AssetName['kind'], AssetType> = {
  metastore: 'workspace',
  workspace: 'workspace',
  catalog: 'database',
  schema: 'database',
  table: 'table',
  volume: 'table',
};

/** The metastore, workspaces, catalogs, schemas, then tables and volumes. */
export async function listAssets(context: ListingContext, cursor: string | null): Promise<Page<RawAsset>> {
  const { api, settings, book, signal } = context;
  const position = decodeCursor('assets', cursor, isWalkPosition) ?? WALK_START;
  const names = await book.atMost(cursor === null ? 0 : FRESH_MS, signal);
  const { found, next } = await walkStep(
    { api, signal, max: settings.page_size, at_once: LISTS_AT_ONCE },
    position,
  );
  const metastore = found.some(({ kind }) => kind === 'catalog') ? await findMetastore(context) : null;
  return {
    items: once(
      found.map((one) => assetOf(one, names, metastore)),
      ({ key }) => key,
    ),
    next_cursor: next === null ? null : encodeCursor('assets', next),
  };
}

function assetOf(found: Found, names: Names, metastore: Found | null): RawAsset {
  const { kind, name, title, owner, row } = found;
  const container = containerOf({ kind, name }) ?? (kind === 'catalog' ? metastore : null);
  const subtype = textOf(row.table_type) ?? textOf(row.catalog_type) ?? textOf(row.volume_type);
  return {
    key: assetKey(found),
    name: title,
    type: TYPES[kind],
    owner_key: names.keyOf(owner) ?? null,
    container_key: container === null ? null : assetKey(container),
    created_at: instantOf(row.created_at ?? row.creation_time),
    tags: [kind],
    details: {
      ...(subtype === null ? {} : { type: subtype }),
      ...(owner === null ? {} : { owner }),
      ...plainOf(row, ['table_id', 'schema_id', 'metastore_id', 'region', 'deployment_name']),
    },
  };
}

const plainOf = (row: Row, fields: string[]): Row =>
  Object.fromEntries(fields.flatMap((name) => (textOf(row[name]) === null ? [] : [[name, row[name]]])));
