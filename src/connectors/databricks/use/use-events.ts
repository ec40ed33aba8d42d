import type { RawEvent } from '../../connector.ts';
import { type Row, textOf } from '../../rows.ts';
import { type AssetName, assetKey, containerOf, parseAssetKey } from '../keys.ts';
import type { Names } from '../names.ts';
import { TABLES, type UseSource } from './sources.ts';

const KINDS = [undefined, 'catalog', 'schema', 'table'] as const;

/**
 * What one row says about use: of the table, and of the schema and the catalog that contain it, because rights on those
 * reach it. Who is not known, such as the platform itself, uses nothing.
 */
export function eventsOf(source: UseSource, row: Row, names: Names): RawEvent[] {
  const principal_key = names.keyOf(row.who);
  const asset = assetOf(row);
  const at = Number(row.at ?? Number.NaN);
  const action = textOf(row.how) ?? 'use';
  if (principal_key === undefined || asset === undefined || !Number.isSafeInteger(at)) return [];
  const used: AssetName[] = [];
  for (let one: AssetName | null = asset; one !== null; one = containerOf(one)) used.push(one);
  return used.map((one) => {
    const asset_key = assetKey(one);
    return {
      event_id: `databricks-${source}-${at}-${principal_key}-${asset_key}-${action}`,
      principal_key,
      asset_key,
      action,
      timestamp: new Date(at).toISOString(),
      metadata: {
        source: TABLES[source],
        ...(one === asset ? {} : { through: assetKey(asset) }),
        ...(textOf(row.times) === null ? {} : { times_in_that_hour: Number(row.times) }),
      },
    };
  });
}

function assetOf({ kind, what }: Row): AssetName | undefined {
  const name = textOf(what)?.toLowerCase();
  if (name === undefined) return undefined;
  const parts = name.split('.').length;
  const known = kind === 'workspace' || (kind === 'volume' && parts === 3) ? kind : KINDS[parts];
  return known === undefined ? undefined : parseAssetKey(`${known}/${name}`);
}
