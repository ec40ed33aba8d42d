import type { RawEvent } from '../../connector.ts';
import { type Row, textOf } from '../../rows.ts';
import { type AssetName, assetKey, containersOf, parseAssetKey } from '../keys.ts';
import type { Names } from '../names.ts';
import { TABLES, type UseSource } from './sources.ts';

const KINDS = [undefined, 'catalog', 'schema', 'table'] as const;

/** What one row says about use. Who is not known, such as the platform itself, uses nothing. */
export function eventsOf(source: UseSource, row: Row, names: Names): RawEvent[] {
  const principal_key = names.keyOf(row.who);
  const asset = assetOf(row);
  const at = Number(row.at ?? Number.NaN);
  const action = textOf(row.how) ?? 'use';
  if (principal_key === undefined || asset === undefined || !Number.isSafeInteger(at)) return [];
  const asset_key = assetKey(asset);
  return [
    {
      event_id: `databricks-${source}-${at}-${principal_key}-${asset_key}-${action}`,
      principal_key,
      asset_key,
      within: containersOf(asset).map(assetKey),
      action,
      timestamp: new Date(at).toISOString(),
      metadata: {
        source: TABLES[source],
        ...(textOf(row.times) === null ? {} : { times_in_that_hour: Number(row.times) }),
      },
    },
  ];
}

function assetOf({ kind, what }: Row): AssetName | undefined {
  const name = textOf(what)?.toLowerCase();
  if (name === undefined) return undefined;
  const parts = name.split('.').length;
  const known = kind === 'workspace' || (kind === 'volume' && parts === 3) ? kind : KINDS[parts];
  return known === undefined ? undefined : parseAssetKey(`${known}/${name}`);
}
