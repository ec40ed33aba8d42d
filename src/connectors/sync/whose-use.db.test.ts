import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AccountWorld,
  type ListedPlatform,
  listedGrant,
  listedPrincipal,
} from '../../../test/support/account-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { RawEvent } from '../connector.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const oid = (number: number): string => `${String(number).padStart(8, '0')}-2222-3333-4444-555555555555`;
const listedGroup = (key: string, number: number) =>
  listedPrincipal(key, { type: 'group', entra_object_id: oid(number), members_elsewhere: true });
const person = (name: string, number: number) =>
  listedPrincipal(`user/${name}`, { entra_object_id: oid(number), sign_in_name: `${name}@x.example` });
const member = (group_key: string, member_key: string) => ({ group_key, member_key, details: {} });

/** Three groups have a role on Fabric. Entra ID knows who is in two of them; the guests are of another tenant. */
const GROUPS = ['f/analysts', 'f/bookkeepers', 'f/guests'];

async function world(more: Partial<ListedPlatform>): Promise<AccountWorld> {
  const [row] = await store.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [uuidv7()],
  );
  const w = new AccountWorld(store, row?.tenant_id as number, {
    entra: {
      principals: [
        person('ana', 1),
        person('ben', 2),
        person('cid', 3),
        { ...listedGroup('group/analysts', 11), members_elsewhere: false },
        { ...listedGroup('group/bookkeepers', 12), members_elsewhere: false },
        { ...listedPrincipal('group/juniors', { type: 'group', entra_object_id: oid(14) }) },
      ],
      memberships: [
        member('group/analysts', 'group/juniors'),
        member('group/juniors', 'user/ana'),
        member('group/bookkeepers', 'user/ben'),
      ],
    },
    fabric: {
      principals: [
        listedGroup('f/analysts', 11),
        listedGroup('f/bookkeepers', 12),
        listedGroup('f/guests', 13),
      ],
      grants: GROUPS.map((key) => listedGrant(key, 'Sales')),
      ...more,
    },
  });
  await w.connect();
  await w.sync('entra', 'fabric');
  await w.sync('fabric');
  return w;
}

/** What a platform says that does not know who is in groups: each may have let them in. */
const letIn = (who: string, more: Partial<RawEvent['let_in']> = {}): RawEvent[] =>
  GROUPS.map((principal_key) => ({
    event_id: `use-${who}-${principal_key}`,
    principal_key,
    asset_key: 'Sales',
    action: 'query',
    timestamp: '2026-05-31T09:00:00.000Z',
    let_in: { who, use_id: `use-${who}`, ...more },
    metadata: { by: who, one_of_groups: GROUPS.length },
  }));

/** Grants that were used, by who holds them. */
async function used(w: AccountWorld): Promise<string[]> {
  const rows = await store.admin(
    `SELECT p.display_name AS who FROM grant_scores s JOIN grants g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
     JOIN principals p ON p.tenant_id = g.tenant_id AND p.id = g.principal_id
     WHERE s.tenant_id = $1 AND s.last_used_at IS NOT NULL ORDER BY 1`,
    [w.tenant],
  );
  return rows.map(({ who }) => String(who));
}

const stored = async (w: AccountWorld): Promise<unknown[]> =>
  (
    await store.admin(
      `SELECT p.display_name AS who FROM events e JOIN principals p ON p.tenant_id = e.tenant_id AND p.id = e.principal_id
       WHERE e.tenant_id = $1 ORDER BY 1`,
      [w.tenant],
    )
  ).map(({ who }) => who);

test.each([
  ['by the name that she signs in with', 'ana@x.example'],
  ['by her object id', oid(1)],
])('a use by somebody who is known %s counts for her and for the group that she is in', async (_, who) => {
  const w = await world({ events: letIn(who) });
  // Nobody knows who the guests are, so that they may have let her in, too.
  expect(await stored(w)).toEqual(['f/guests', 'user/ana']);
  expect(await used(w)).toEqual(['f/guests', 'group/analysts', 'user/ana']);
});

test('a use by somebody who is not known, or in none of the groups, counts for each that may have let them in', async () => {
  for (const who of ['stranger@x.example', 'cid@x.example']) {
    const w = await world({ events: letIn(who) });
    expect(await used(w)).toEqual(['f/guests', 'group/analysts', 'group/bookkeepers']);
  }
});

test('where it says nothing without knowing who is in the group, it counts for nobody else', async () => {
  const known = await world({ events: letIn('ben@x.example', { or_nobody: true }) });
  expect(await used(known)).toEqual(['group/bookkeepers', 'user/ben']);
  const unknown = await world({ events: letIn('stranger@x.example', { or_nobody: true }) });
  expect(await used(unknown)).toEqual([]);
});

test('whoever has left the group since was let in by it all the same', async () => {
  const w = await world({});
  const entra = w.platforms.entra as ListedPlatform;
  entra.memberships = entra.memberships.filter(({ member_key }) => member_key !== 'user/ana');
  await w.sync('entra');
  (w.platforms.fabric as ListedPlatform).events = letIn('ana@x.example');
  await w.sync('fabric');
  expect(await stored(w)).toEqual(['f/guests', 'user/ana']);
  expect(await used(w)).toContain('group/analysts');
  expect(await used(w)).not.toContain('group/bookkeepers');
});

test('somebody of the same name in another organisation is nobody here', async () => {
  const here = await world({});
  (here.platforms.fabric as ListedPlatform).events = letIn('dan@x.example');
  const there = await world({});
  (there.platforms.entra as ListedPlatform).principals.push(person('dan', 4));
  (there.platforms.entra as ListedPlatform).memberships.push(member('group/analysts', 'user/dan'));
  await there.sync('entra');
  await here.sync('fabric');
  expect(await stored(here)).toEqual(['f/guests', 'group/analysts', 'group/bookkeepers']);
});
