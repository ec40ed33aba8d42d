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
import { removeConnector } from '../manage-connector.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

const oid = (number: number): string => `${String(number).padStart(8, '0')}-2222-3333-4444-555555555555`;
const listedGroup = (key: string, number: number, more = {}) =>
  listedPrincipal(key, { type: 'group', entra_object_id: oid(number), ...more });
const person = (name: string, number: number, more = {}) =>
  listedPrincipal(`user/${name}`, {
    entra_object_id: oid(number),
    sign_in_name: `${name}@x.example`,
    ...more,
  });
const member = (group_key: string, member_key: string, details = {}) => ({ group_key, member_key, details });

/** Ana is in the analysts of Entra ID, Ben in the juniors in it, Cid in neither. Fabric knows the analysts only. */
const organisation = (): Record<string, ListedPlatform> => ({
  entra: {
    principals: [
      person('ana', 1),
      person('ben', 2),
      person('cid', 3, { disabled: true }),
      listedGroup('group/analysts', 11),
      listedGroup('group/juniors', 12),
    ],
    memberships: [
      member('group/analysts', 'user/ana'),
      member('group/analysts', 'group/juniors'),
      member('group/juniors', 'user/ben'),
      member('group/juniors', 'user/cid'),
    ],
    grants: [],
  },
  fabric: {
    principals: [
      listedGroup('f/analysts', 11, { members_elsewhere: true }),
      listedPrincipal('f/readers', { type: 'group' }),
    ],
    memberships: [member('f/readers', 'f/analysts')],
    grants: [listedGrant('f/analysts', 'Sales'), listedGrant('f/readers', 'Lake')],
  },
});

async function world(platforms = organisation()): Promise<AccountWorld> {
  const [row] = await store.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [uuidv7()],
  );
  return new AccountWorld(store, row?.tenant_id as number, platforms).connect();
}

/** Whatever is held through a group: "who on what through which group". */
async function held(w: AccountWorld): Promise<string[]> {
  const rows = await store.admin(
    `SELECT p.display_name || ' on ' || a.name || ' through ' || v.display_name AS said FROM grants g
     JOIN principals p ON p.tenant_id = g.tenant_id AND p.id = g.principal_id
     JOIN principals v ON v.tenant_id = g.tenant_id AND v.id = g.via_group_id
     JOIN assets a ON a.tenant_id = g.tenant_id AND a.id = g.asset_id
     WHERE g.tenant_id = $1 AND g.status = 'active' ORDER BY 1`,
    [w.tenant],
  );
  return rows.map(({ said }) => String(said));
}

/** Which transaction has written each row: the same after a sync that writes nothing. */
const versions = async (w: AccountWorld) => [
  await store.admin('SELECT id, xmin::text FROM grants WHERE tenant_id = $1 ORDER BY id', [w.tenant]),
  await store.admin(
    'SELECT external_key, xmin::text FROM connector_objects WHERE tenant_id = $1 ORDER BY 1',
    [w.tenant],
  ),
];

/** How the end of access is told in the audit trail. */
const ended = (w: AccountWorld) =>
  store.admin(
    `SELECT event_type, count(*)::int AS n FROM audit_entries
     WHERE tenant_id = $1 AND event_type IN ('grant.removed', 'grant.revoked') GROUP BY 1`,
    [w.tenant],
  );

const listed = (w: AccountWorld, name: string): ListedPlatform => w.platforms[name] as ListedPlatform;

const ALL = [
  'user/ana on Lake through group/analysts',
  'user/ana on Sales through group/analysts',
  'user/ben on Lake through group/juniors',
  'user/ben on Sales through group/juniors',
  'user/cid on Lake through group/juniors',
  'user/cid on Sales through group/juniors',
];

describe('members of groups of Entra ID hold what these groups hold on a platform that does not tell who is in them', () => {
  test.each([[['entra', 'fabric']], [['fabric', 'entra']]])('synced in the order %j', async (order) => {
    const w = await world();
    await w.sync(...order);
    expect(await held(w)).toEqual(ALL);
    const [before, rows] = [await w.snapshot(), await versions(w)];
    await w.sync(...order);
    expect(await w.snapshot()).toEqual(before);
    expect(await versions(w)).toEqual(rows);
  });

  test('whichever side changes: a member goes or comes in Entra ID, a role on the platform', async () => {
    const w = await world();
    await w.sync('entra', 'fabric');
    const entra = listed(w, 'entra');
    entra.memberships = [
      ...entra.memberships.filter(({ member_key }) => member_key !== 'user/ana'),
      member('group/analysts', 'user/cid'),
    ];
    await w.sync('entra');
    expect(await held(w)).toEqual(
      [
        ...ALL.filter((one) => !one.startsWith('user/ana')),
        'user/cid on Lake through group/analysts',
        'user/cid on Sales through group/analysts',
      ].sort(),
    );
    expect(await ended(w)).toEqual([{ event_type: 'grant.revoked', n: 2 }]);
    listed(w, 'fabric').grants = [listedGrant('f/readers', 'Lake'), listedGrant('f/analysts', 'Ledger')];
    await w.sync('fabric');
    expect([...new Set((await held(w)).map((one) => one.split(' ')[2]))]).toEqual(['Lake', 'Ledger']);
  });

  test('what reaches direct members only reaches nobody in groups inside', async () => {
    const w = await world();
    const [sales] = listed(w, 'fabric').grants;
    if (sales) sales.details = { direct_members_only: true };
    await w.sync('entra', 'fabric');
    expect((await held(w)).filter((one) => one.includes('Sales'))).toEqual([
      'user/ana on Sales through group/analysts',
    ]);
  });

  test('a group that no identity provider knows is held as a whole', async () => {
    const w = await world();
    listed(w, 'fabric').principals[0] = listedGroup('f/analysts', 99, { members_elsewhere: true });
    await w.sync('entra', 'fabric');
    expect(await held(w)).toEqual([]);
  });

  test('a platform that says who is in its groups is believed', async () => {
    const w = await world();
    listed(w, 'fabric').principals[0] = listedGroup('f/analysts', 11);
    await w.sync('entra', 'fabric');
    expect(await held(w)).toEqual([]);
  });

  test('a listing of Entra ID that cannot be believed ends nothing elsewhere', async () => {
    const w = await world();
    await w.sync('entra', 'fabric');
    listed(w, 'entra').memberships = [];
    await expect(w.sync('entra')).rejects.toThrow('missing from the listing');
    await w.sync('fabric');
    expect(await held(w)).toEqual(ALL);
  });

  test('nobody holds it any more when the group is unlinked, and again when it is linked', async () => {
    const w = await world();
    await w.sync('entra', 'fabric');
    const [group, fabric] = [
      await w.account('entra', 'group/analysts'),
      await w.account('fabric', 'f/analysts'),
    ];
    const act = { actor: 'root@x.example', now: w.now };
    const asked = { principal_id: group.principal_id, account_id: fabric.id };
    const due = () =>
      store.admin('SELECT next_sync_at FROM connectors WHERE tenant_id = $1 AND id = $2', [
        w.tenant,
        'fabric',
      ]);
    await store.db.transaction(w.tenant, (tx) => unlinkAccount(tx, asked, act));
    expect(await due()).toEqual([{ next_sync_at: new Date(w.now).toISOString() }]);
    await w.sync('fabric');
    expect(await held(w)).toEqual([]);
    await store.db.transaction(w.tenant, (tx) => linkAccount(tx, asked, act));
    await w.sync('fabric');
    expect(await held(w)).toEqual(ALL);
  });

  test('nobody holds it any more when Entra ID is disconnected', async () => {
    const w = await world();
    await w.sync('entra', 'fabric');
    await store.db.transaction(w.tenant, (tx) =>
      removeConnector(tx, 'entra', { actor: 'root@x.example', now: w.now }),
    );
    await w.sync('fabric');
    expect(await held(w)).toEqual([]);
    // Nobody has seen that it ended: it is not told as such.
    expect(await ended(w)).toEqual([{ event_type: 'grant.removed', n: 6 }]);
  });

  test('an account that becomes of somebody else takes what it holds along', async () => {
    const w = await world();
    await w.sync('entra', 'fabric');
    const [ana, ben] = [await w.account('entra', 'user/ana'), await w.account('entra', 'user/ben')];
    const before = await w.snapshot();
    const act = { actor: 'root@x.example', now: w.now };
    await store.db.transaction(w.tenant, (tx) =>
      linkAccount(tx, { principal_id: ben.principal_id, account_id: ana.id }, act),
    );
    expect((await held(w)).filter((one) => one.startsWith('user/ana'))).toEqual([]);
    expect((await held(w)).filter((one) => one.startsWith('user/ben'))).toHaveLength(4);
    await store.db.transaction(w.tenant, (tx) =>
      unlinkAccount(tx, { principal_id: ben.principal_id, account_id: ana.id }, act),
    );
    await w.settle();
    expect((await w.snapshot()).grants).toEqual(before.grants);
  });

  test('of this tenant only', async () => {
    const [w, other] = [await world(), await world()];
    await w.sync('entra', 'fabric');
    expect(await held(other)).toEqual([]);
    await other.sync('fabric');
    expect(await held(other)).toEqual([]);
  });
});
