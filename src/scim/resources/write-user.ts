import { v7 as uuidv7 } from 'uuid';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { getPrincipal } from '../../core/directory/principals.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type Resource, USER } from '../rules/attributes.rules.ts';
import { keysOf } from '../rules/keys.rules.ts';
import type { Operation } from '../rules/patch-operations.rules.ts';
import { patchResource } from '../rules/patch-resource.rules.ts';
import {
  accountNames,
  accountOf,
  emailOf,
  goneLine,
  isAddress,
  managerOf,
  userLine,
} from '../rules/principal-line.rules.ts';
import { readResource } from '../rules/read-resource.rules.ts';
import { accountLines } from './account-lines.ts';
import { peopleWithAddress, principalsWithAccount } from './known-principals.sql.ts';
import { groupsOf } from './members.sql.ts';
import { requireResource } from './require-resource.ts';
import { requireFreeUserName } from './require-unique.ts';
import {
  deleteResource,
  insertResource,
  lockNames,
  provisionedIds,
  replaceKeys,
  updateResource,
} from './resources.sql.ts';
import { storeSaid } from './store-lines.ts';

/** Somebody whom the directory knows by the account or the address becomes the user; others are new. Answers the id. */
export async function createUser(tx: Querier, body: unknown, by: ChangedBy): Promise<string> {
  const { resource } = readResource(USER, body, null);
  await lockNames(tx);
  await requireFreeUserName(tx, null, resource);
  const id = (await knownPerson(tx, resource)) ?? uuidv7();
  await storeUser(tx, id, null, resource, by);
  const at = new Date(by.now()).toISOString();
  await insertResource(tx, {
    id,
    type: 'User',
    user_name_key: userNameKey(resource),
    resource: kept(resource),
    at,
  });
  await replaceKeys(tx, id, keysOf(resource));
  return id;
}

export async function replaceUser(
  tx: Querier,
  id: string,
  body: unknown,
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  const { before } = await requireResource(tx, USER, id, expected);
  await changeUser(tx, id, before, readResource(USER, body, before).resource, by);
}

export async function patchUser(
  tx: Querier,
  id: string,
  operations: readonly Operation[],
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  const { before } = await requireResource(tx, USER, id, expected);
  await changeUser(tx, id, before, patchResource(USER, before, operations).resource, by);
}

/** The provider has nobody of that name any more: a leaver, who is in none of its groups. */
export async function deleteUser(
  tx: Querier,
  id: string,
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  await requireResource(tx, USER, id, expected);
  const known = await getPrincipal(tx, id);
  const groups = await groupsOf(tx, id);
  const left = groups.map((group_id) => ({ kind: 'membership' as const, group_id, member_id: id }));
  await storeSaid(tx, known ? [goneLine(known)] : [], left, by);
  await deleteResource(tx, id);
}

async function changeUser(
  tx: Querier,
  id: string,
  before: Resource,
  after: Resource,
  by: ChangedBy,
): Promise<void> {
  if (userNameKey(before) !== userNameKey(after)) {
    await lockNames(tx);
    await requireFreeUserName(tx, id, after);
  }
  // Also when nothing is new to SCIM: an import may have said something else meanwhile.
  await storeUser(tx, id, before, after, by);
  if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return;
  const at = new Date(by.now()).toISOString();
  await updateResource(tx, { id, user_name_key: userNameKey(after), resource: kept(after), at });
  await replaceKeys(tx, id, keysOf(after));
}

async function storeUser(
  tx: Querier,
  id: string,
  before: Resource | null,
  after: Resource,
  by: ChangedBy,
): Promise<void> {
  const manager = managerOf(after);
  const isKnown = manager !== null && manager !== id && (await provisionedIds(tx, [manager])).has(manager);
  const known = await getPrincipal(tx, id);
  const line = userLine(id, after, { before, known, manager_id: isKnown ? manager : null });
  const { lines, removals } = await accountLines(tx, id, before, after);
  await storeSaid(tx, [line, ...lines], removals, by);
}

/** The surest first: their account at the provider, then an address that is of one person only. */
async function knownPerson(tx: Querier, resource: Resource): Promise<string | null> {
  const account = accountOf(resource);
  const byAccount = account ? await principalsWithAccount(tx, accountNames(account, 'User'), 'user') : [];
  if (byAccount.length === 1) return byAccount[0] as string;
  const addresses = [emailOf(resource), resource.userName].filter(isAddress);
  const [byAddress] = await peopleWithAddress(tx, [...new Set(addresses)]);
  return byAddress ?? null;
}

const userNameKey = ({ userName }: Resource): string => String(userName).toLowerCase();

/** Whether somebody is active stands with the principal alone. */
const kept = ({ active: _, ...resource }: Resource): Resource => resource;

/** As it would come back from the database, which does not keep the order of fields. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        )
      : value;
