import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AccountWorld,
  type ListedPlatform,
  listedGrant,
  listedPrincipal,
} from '../../../test/support/account-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { linkAccount, unlinkAccount } from '../../core/accounts/link-account.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

async function world(platforms: Record<string, Partial<ListedPlatform>>): Promise<AccountWorld> {
  const [row] = await store.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [uuidv7()],
  );
  return new AccountWorld(store, row?.tenant_id as number, platforms).connect();
}

const O1 = '11111111-2222-3333-4444-555555555555';
const O2 = '22222222-2222-3333-4444-555555555555';
const ana = {
  entra: {
    principals: [
      listedPrincipal('boss', { entra_object_id: O2, sign_in_name: 'boss@x.example' }),
      listedPrincipal('user/ana', {
        display_name: 'Ana Ruiz',
        entra_object_id: O1,
        sign_in_name: 'Ana@x.example',
        email: 'ana.ruiz@x.example',
        department: 'Finance',
        manager_key: 'boss',
        mfa_enabled: true,
        last_login_at: '2026-05-30T00:00:00Z',
      }),
      listedPrincipal('group/analysts', {
        type: 'group',
        entra_object_id: '33333333-2222-3333-4444-555555555555',
      }),
    ],
    memberships: [{ group_key: 'group/analysts', member_key: 'user/ana', details: {} }],
    grants: [listedGrant('user/ana', 'app')],
  },
  databricks: {
    principals: [
      listedPrincipal('ana', { entra_object_id: O1.toUpperCase(), sign_in_name: 'ana@x.example' }),
      listedPrincipal('analysts', { type: 'group', entra_object_id: '33333333-2222-3333-4444-555555555555' }),
    ],
    memberships: [{ group_key: 'analysts', member_key: 'ana', details: {} }],
    grants: [listedGrant('ana', 'lake'), listedGrant('analysts', 'mart')],
  },
  fabric: {
    principals: [listedPrincipal('f/ana', { entra_object_id: O1 })],
    grants: [listedGrant('f/ana', 'workspace')],
  },
  postgres: {
    principals: [
      listedPrincipal('role/ana', { sign_in_name: 'ANA@X.EXAMPLE', last_login_at: '2026-05-31T00:00:00Z' }),
    ],
    grants: [listedGrant('role/ana', 'shop', '2025-12-01T00:00:00Z')],
  },
};
const names = Object.keys(ana);
const everybody = [
  ['databricks ana', 'entra user/ana', 'fabric f/ana', 'postgres role/ana'],
  ['databricks analysts', 'entra group/analysts'],
  ['entra boss'],
];

describe('accounts of one person', () => {
  test.each([[names], [[...names].reverse()], [['fabric', 'entra', 'postgres', 'databricks']]])(
    'are one principal when they are synced in the order %j',
    async (order) => {
      const w = await world(ana);
      await w.sync(...order);
      expect(await w.people()).toEqual(everybody);
      const { principal_id } = await w.account('entra', 'user/ana');
      const boss = await w.account('entra', 'boss');
      expect(
        await store.admin(
          'SELECT display_name, department, manager_id, last_login_at, linked_to FROM principals WHERE id = $1',
          [principal_id],
        ),
      ).toEqual([
        {
          display_name: 'Ana Ruiz',
          department: 'Finance',
          manager_id: boss.principal_id,
          last_login_at: '2026-05-31T00:00:00.000Z',
          linked_to: null,
        },
      ]);
      expect(
        await store.admin(
          `SELECT a.name FROM grants g JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
           WHERE g.principal_id = $1 AND g.status = 'active' ORDER BY 1`,
          [principal_id],
        ),
      ).toEqual(['app', 'lake', 'mart', 'shop', 'workspace'].map((name) => ({ name })));
      // One group of both, with one member.
      expect(await store.admin('SELECT member_id FROM memberships WHERE tenant_id = $1', [w.tenant])).toEqual(
        [{ member_id: principal_id }],
      );
      expect(
        await store.admin('SELECT count(*)::int AS n FROM principal_scores WHERE tenant_id = $1', [w.tenant]),
      ).toEqual([{ n: 2 }]);
      const before = await w.snapshot();
      await w.sync(...order);
      expect(await w.snapshot()).toEqual(before);
    },
  );

  test('stay members of a group while one platform lists them', async () => {
    const w = await world(ana);
    await w.sync(...names);
    (w.platforms.databricks as ListedPlatform).memberships = [];
    await w.sync('databricks');
    expect(await store.admin('SELECT 1 FROM memberships WHERE tenant_id = $1', [w.tenant])).toHaveLength(1);
    (w.platforms.entra as ListedPlatform).memberships = [];
    await w.sync('entra');
    expect(await store.admin('SELECT 1 FROM memberships WHERE tenant_id = $1', [w.tenant])).toHaveLength(0);
  });
});

describe('what an admin links', () => {
  const pair = {
    entra: { principals: ana.entra.principals, memberships: ana.entra.memberships, grants: ana.entra.grants },
    postgres: {
      principals: [
        listedPrincipal('role/aruiz', { last_login_at: '2026-05-31T00:00:00Z' }),
        listedPrincipal('team', { type: 'group' as const }),
      ],
      memberships: [{ group_key: 'team', member_key: 'role/aruiz', details: {} }],
      grants: [listedGrant('role/aruiz', 'shop', '2025-12-01T00:00:00Z'), listedGrant('team', 'mart')],
    },
  };
  const act = (w: AccountWorld) => ({ actor: 'root@x.example', now: w.now });

  async function linked(w: AccountWorld) {
    const person = await w.account('entra', 'user/ana');
    const role = await w.account('postgres', 'role/aruiz');
    await store.db.transaction(w.tenant, (tx) =>
      linkAccount(tx, { principal_id: person.principal_id, account_id: role.id }, act(w)),
    );
    await w.settle();
    return { person: person.principal_id, role };
  }
  const unlink = async (w: AccountWorld, principal_id: string, account_id: string) => {
    await store.db.transaction(w.tenant, (tx) => unlinkAccount(tx, { principal_id, account_id }, act(w)));
    await w.settle();
  };

  test('moves everything, stays so after a sync, and unlinking gives it all back', async () => {
    const w = await world(pair);
    await w.sync('entra', 'postgres');
    const before = await w.snapshot();
    const { person, role } = await linked(w);
    expect(await w.people()).toContainEqual(['entra user/ana', 'postgres role/aruiz']);
    expect(
      await store.admin('SELECT principal_id FROM grants WHERE tenant_id = $1 AND via_group_id IS NOT NULL', [
        w.tenant,
      ]),
    ).toEqual([{ principal_id: person }]);
    expect(await store.admin('SELECT 1 FROM grants WHERE principal_id = $1', [role.home_id])).toEqual([]);
    expect(await store.admin('SELECT linked_to FROM principals WHERE id = $1', [role.home_id])).toEqual([
      { linked_to: person },
    ]);
    expect(
      await store.admin('SELECT grant_id FROM principal_scores WHERE principal_id = $1', [role.home_id]),
    ).toEqual([]);
    const during = await w.snapshot();
    await w.sync('postgres', 'entra');
    expect(await w.snapshot()).toEqual(during);
    await unlink(w, person, role.id);
    expect(await w.snapshot()).toEqual(before);
    await w.sync('postgres', 'entra');
    expect(await w.snapshot()).toEqual(before);
    expect(
      await store.admin(
        "SELECT event_type, description FROM audit_entries WHERE tenant_id = $1 AND event_type LIKE 'account.%' ORDER BY id",
        [w.tenant],
      ),
    ).toEqual([
      {
        event_type: 'account.linked',
        description: 'root@x.example linked the account role/aruiz to Ana Ruiz, with 2 grants.',
      },
      {
        event_type: 'account.unlinked',
        description: 'root@x.example unlinked the account role/aruiz from Ana Ruiz, with 2 grants.',
      },
    ]);
  });

  test('what a sync would link again stays apart', async () => {
    const w = await world(ana);
    await w.sync(...names);
    const { id, principal_id } = await w.account('postgres', 'role/ana');
    await unlink(w, principal_id, id);
    await w.sync(...names);
    expect(await w.people()).toContainEqual(['postgres role/ana']);
    const { principal_id: own } = await w.account('postgres', 'role/ana');
    expect(await store.admin('SELECT display_name, linked_to FROM principals WHERE id = $1', [own])).toEqual([
      { display_name: 'role/ana', linked_to: null },
    ]);
    expect(
      await store.admin("SELECT 1 FROM grants WHERE principal_id = $1 AND status = 'active'", [own]),
    ).toHaveLength(1);
  });
});

describe('conflicts', () => {
  test('are shown and nothing is linked, until an admin says who it is', async () => {
    const w = await world({
      entra: { principals: [listedPrincipal('e', { entra_object_id: O1, sign_in_name: 'ana@x.example' })] },
      postgres: {
        principals: [
          listedPrincipal('p1', { sign_in_name: 'ana@x.example' }),
          listedPrincipal('p2', { sign_in_name: 'ana@x.example' }),
        ],
        grants: [listedGrant('p1')],
      },
    });
    await w.sync('entra', 'postgres');
    expect(await w.conflicts()).toEqual({
      'entra e': 'shared_address',
      'postgres p1': 'shared_address',
      'postgres p2': 'shared_address',
    });
    expect(await w.people()).toHaveLength(3);
    const person = await w.account('entra', 'e');
    for (const key of ['p1', 'p2']) {
      const { id, principal_id } = await w.account('postgres', key);
      await store.db.transaction(w.tenant, (tx) =>
        key === 'p1'
          ? linkAccount(
              tx,
              { principal_id: person.principal_id, account_id: id },
              { actor: 'root', now: w.now },
            )
          : unlinkAccount(tx, { principal_id, account_id: id }, { actor: 'root', now: w.now }),
      );
    }
    expect(await w.conflicts()).toEqual({});
    expect(await w.people()).toEqual([['entra e', 'postgres p1'], ['postgres p2']]);
  });
});

test('accounts of another tenant are nobody here', async () => {
  const [a, b] = [await world(ana), await world(ana)];
  await a.sync(...names);
  const before = await a.snapshot();
  await b.sync(...[...names].reverse());
  expect(await a.snapshot()).toEqual(before);
  const theirs = await a.account('postgres', 'role/ana');
  const mine = await b.account('entra', 'user/ana');
  await expect(
    store.db.transaction(b.tenant, (tx) =>
      linkAccount(
        tx,
        { principal_id: mine.principal_id, account_id: theirs.id },
        { actor: 'root', now: b.now },
      ),
    ),
  ).rejects.toThrow('expected the id of an account');
  const [row] = await store.admin(
    `SELECT count(*)::int AS n FROM accounts a JOIN principals p ON p.id = a.principal_id WHERE p.tenant_id <> a.tenant_id`,
  );
  expect(row).toEqual({ n: 0 });
});

const some = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
const anyPlatform = fc.array(
  fc.record({
    entra_object_id: some([O1, O2]),
    sign_in_name: some(['ana', 'Eva', 'tom']),
    disabled: fc.boolean(),
  }),
  { maxLength: 3 },
);

test('who is who does not depend on the order in which the platforms are synced', async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyPlatform, anyPlatform, anyPlatform), async (listed) => {
      const platforms = Object.fromEntries(
        listed.map((principals, index) => [
          ['entra', 'databricks', 'postgres'][index] as string,
          {
            principals: principals.map((more, n) => listedPrincipal(`u${n}`, more)),
            grants: principals.map((_, n) => listedGrant(`u${n}`, `asset${index}`)),
          },
        ]),
      );
      const [a, b] = [await world(platforms), await world(platforms)];
      await a.sync('entra', 'databricks', 'postgres');
      await b.sync('postgres', 'databricks', 'entra');
      expect(await b.people()).toEqual(await a.people());
      expect(await b.conflicts()).toEqual(await a.conflicts());
      for (const { tenant } of [a, b]) {
        const [row] = await store.admin(
          `SELECT count(*)::int AS n FROM grants g JOIN connector_objects o ON o.tenant_id = g.tenant_id AND o.kind = 'grant' AND o.lapse_id = g.id
           JOIN accounts x ON x.tenant_id = g.tenant_id AND x.connector_id = o.connector_id AND x.external_key = o.details ->> 'principal_key'
           WHERE g.tenant_id = $1 AND x.principal_id <> g.principal_id`,
          [tenant],
        );
        expect(row).toEqual({ n: 0 });
      }
    }),
    { numRuns: 8 },
  );
});
