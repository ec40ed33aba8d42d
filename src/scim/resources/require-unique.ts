import type { Querier } from '../../platform/database/database.ts';
import type { Resource } from '../rules/attributes.rules.ts';
import { notUnique, quoted } from '../rules/scim-fault.rules.ts';
import { idsWithKey, resourcesOf } from './resources.sql.ts';

/** The name with which a user signs in is nobody else's. */
export async function requireFreeUserName(tx: Querier, id: string | null, resource: Resource): Promise<void> {
  const others = await idsWithKey(tx, `userName:${String(resource.userName).toLowerCase()}`);
  if (others.every((other) => other === id)) return;
  throw notUnique(`There is already a user with the userName ${quoted(resource.userName)}.`);
}

/** Two groups may have one name, if the provider tells them apart by its ids. */
export async function requireFreeGroup(tx: Querier, id: string | null, resource: Resource): Promise<void> {
  const { externalId, displayName } = resource;
  if (typeof externalId === 'string') {
    const same = await resourcesOf(tx, 'Group', await idsWithKey(tx, `externalId:${externalId}`));
    if (same.some((other) => other.id !== id)) {
      throw notUnique(`There is already a group with the externalId ${quoted(externalId)}.`);
    }
  }
  const namesakes = await resourcesOf(
    tx,
    'Group',
    await idsWithKey(tx, `displayName:${String(displayName).toLowerCase()}`),
  );
  const isToldApart = (other: Resource): boolean =>
    typeof externalId === 'string' && other.externalId !== undefined;
  if (namesakes.some((other) => other.id !== id && !isToldApart(other.resource))) {
    throw notUnique(`There is already a group with the displayName ${quoted(displayName)}.`);
  }
}
