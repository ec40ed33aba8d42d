import type { Querier } from '../platform/database/database.ts';
import type { ConnectorType } from './connector.ts';
import { type RemovedConnector, removedConnectors } from './removed-connectors.sql.ts';

/**
 * The connector that was removed and is connected again: of the same system, and of several the one whose settings are most
 * alike. Null when there is none.
 */
export async function formerSelf(
  tx: Querier,
  type: ConnectorType,
  settings: Record<string, unknown>,
): Promise<RemovedConnector | null> {
  const removed = await removedConnectors(tx, type.platform);
  const same = removed.filter((each) =>
    type.system.every((name) => isSame(each.settings[name], settings[name])),
  );
  const alike = (each: RemovedConnector): number =>
    Object.keys(settings).filter((name) => isSame(each.settings[name], settings[name])).length;
  return same.sort((a, b) => alike(b) - alike(a))[0] ?? null;
}

/** Ids and hosts have no case. */
const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value ?? null);
