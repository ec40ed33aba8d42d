import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import type { Resource, ResourceType } from '../rules/attributes.rules.ts';
import { versionOf } from '../rules/show-resource.rules.ts';
import { getResource, type ResourceRow } from './resources.sql.ts';

/** Locked until the transaction ends; `expected` is the version that the caller has seen. */
export async function requireResource(
  tx: Querier,
  type: ResourceType,
  id: string,
  expected: string | undefined,
): Promise<{ row: ResourceRow; before: Resource }> {
  const row = requireFound(type, id, await getResource(tx, type.name, id, 'FOR UPDATE'));
  if (expected !== undefined && !namesVersion(expected, versionOf(row))) {
    throw new LapseError(
      'precondition_failed',
      `The ${type.name} has changed: its version is ${versionOf(row)} now.`,
    );
  }
  const before = type.name === 'User' ? { ...row.resource, active: row.active } : row.resource;
  return { row, before };
}

export function requireFound(type: ResourceType, id: string, row: ResourceRow | null): ResourceRow {
  if (row) return row;
  throw new LapseError('not_found', `There is no ${type.name} with the id "${id}".`);
}

/** Of If-Match and If-None-Match: a list of versions, or `*`. */
export const namesVersion = (header: string, version: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim() === version);
