import { v7 as uuidv7 } from 'uuid';
import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import { membershipsOf } from '../../core/directory/directory-removals.sql.ts';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { getPrincipal } from '../../core/directory/principals.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { GROUP, type Resource } from '../rules/attributes.rules.ts';
import { keysOf } from '../rules/keys.rules.ts';
import { MemberChanges } from '../rules/member-changes.rules.ts';
import type { Operation } from '../rules/patch-operations.rules.ts';
import { patchResource } from '../rules/patch-resource.rules.ts';
import { accountNames, accountOf, goneLine, groupLine } from '../rules/principal-line.rules.ts';
import { readResource } from '../rules/read-resource.rules.ts';
import { quoted, scimFault } from '../rules/scim-fault.rules.ts';
import { accountLines } from './account-lines.ts';
import { principalsWithAccount } from './known-principals.sql.ts';
import { membershipsAmong, membersOf } from './members.sql.ts';
import { requireResource } from './require-resource.ts';
import { requireFreeGroup } from './require-unique.ts';
import {
  deleteResource,
  insertResource,
  lockNames,
  provisionedIds,
  replaceKeys,
  updateResource,
} from './resources.sql.ts';
import { storeSaid } from './store-lines.ts';

/** A group that a connector already found by its id at the provider becomes it; a name alone does not tell that. Answers the id. */
export async function createGroup(tx: Querier, body: unknown, by: ChangedBy): Promise<string> {
  const { resource, members } = readResource(GROUP, body, null);
  await lockNames(tx);
  await requireFreeGroup(tx, null, resource);
  const account = accountOf(resource);
  const known = account ? await principalsWithAccount(tx, accountNames(account, 'Group'), 'group') : [];
  const id = (known.length === 1 ? known[0] : undefined) ?? uuidv7();
  const changes = new MemberChanges();
  changes.add(members ?? []);
  await storeGroup(tx, id, null, resource, changes, by);
  await insertResource(tx, {
    id,
    type: 'Group',
    user_name_key: null,
    resource,
    at: new Date(by.now()).toISOString(),
  });
  await replaceKeys(tx, id, keysOf(resource));
  return id;
}

/** Members that are not said stay: nobody leaves a group by an omission. */
export async function replaceGroup(
  tx: Querier,
  id: string,
  body: unknown,
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  const { before } = await requireResource(tx, GROUP, id, expected);
  const { resource, members } = readResource(GROUP, body, before);
  const changes = new MemberChanges();
  if (members) changes.replace(members);
  await changeGroup(tx, id, before, resource, changes, by);
}

export async function patchGroup(
  tx: Querier,
  id: string,
  operations: readonly Operation[],
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  const { before } = await requireResource(tx, GROUP, id, expected);
  const { resource, members } = patchResource(GROUP, before, operations);
  await changeGroup(tx, id, before, resource, members, by);
}

/** Nobody is in it any more, and access that people had through it has ended. */
export async function deleteGroup(
  tx: Querier,
  id: string,
  expected: string | undefined,
  by: ChangedBy,
): Promise<void> {
  await requireResource(tx, GROUP, id, expected);
  const known = await getPrincipal(tx, id);
  const memberships = await membershipsOf(tx, [id]);
  const ended = memberships.map(({ group_id, member_id }) => ({
    kind: 'membership' as const,
    group_id,
    member_id,
  }));
  await storeSaid(tx, known ? [goneLine(known)] : [], ended, by);
  await deleteResource(tx, id);
}

async function changeGroup(
  tx: Querier,
  id: string,
  before: Resource,
  after: Resource,
  changes: MemberChanges,
  by: ChangedBy,
): Promise<void> {
  const isSame = before.displayName === after.displayName && before.externalId === after.externalId;
  if (!isSame) {
    await lockNames(tx);
    await requireFreeGroup(tx, id, after);
  }
  const moved = await storeGroup(tx, id, before, after, changes, by);
  if (isSame && moved === 0) return;
  await updateResource(tx, {
    id,
    user_name_key: null,
    resource: after,
    at: new Date(by.now()).toISOString(),
  });
  if (!isSame) await replaceKeys(tx, id, keysOf(after));
}

/** Answers how many came and went. */
async function storeGroup(
  tx: Querier,
  id: string,
  before: Resource | null,
  after: Resource,
  changes: MemberChanges,
  by: ChangedBy,
): Promise<number> {
  const { joining, leaving } = await memberChanges(tx, id, changes);
  const accounts = await accountLines(tx, id, before, after);
  const lines: DirectoryLine[] = [
    groupLine(id, after, await getPrincipal(tx, id)),
    ...accounts.lines,
    ...joining.map((member_id) => ({ kind: 'membership' as const, group_id: id, member_id })),
  ];
  const left = leaving.map((member_id) => ({ kind: 'membership' as const, group_id: id, member_id }));
  await storeSaid(tx, lines, [...accounts.removals, ...left], by);
  return joining.length + leaving.length;
}

/** Who joins that is not in the group yet, and who leaves that is. */
async function memberChanges(
  tx: Querier,
  id: string,
  changes: MemberChanges,
): Promise<{ joining: string[]; leaving: string[] }> {
  if (changes.is_empty) return { joining: [], leaving: [] };
  const named = [...changes.joining];
  // Nobody who joins is deleted meanwhile.
  const known = await provisionedIds(tx, named, 'FOR KEY SHARE');
  const unknown = named.find((member) => !known.has(member) || member === id);
  if (unknown === id) throw scimFault('invalidValue', 'A group cannot be a member of itself.');
  if (unknown !== undefined) {
    throw scimFault(
      'invalidValue',
      `members has ${quoted(unknown)}, which is the id of no user and no group.`,
    );
  }
  const present = changes.from_none
    ? new Set((await membersOf(tx, id)).map((member) => member.id))
    : new Set(
        (await membershipsAmong(tx, [id], [...named, ...changes.leaving])).map(({ member_id }) => member_id),
      );
  // Those of the provider only: it does not say who else is in the group.
  const ours = changes.from_none ? present : await provisionedIds(tx, [...present]);
  const after = changes.applied(ours);
  return {
    joining: named.filter((member) => !present.has(member)),
    leaving: [...ours].filter((member) => !after.has(member)),
  };
}
