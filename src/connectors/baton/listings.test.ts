import { afterEach, describe, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../../../test/support/baton/baton-platform.ts';
import {
  APOLLO,
  type BatonState,
  CRM,
  filledState,
  grant,
  LEDGER,
  type Name,
  user,
  ZEUS,
} from '../../../test/support/baton/baton-state.ts';
import { connectBaton, key } from '../../../test/support/baton/baton-world.ts';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import type { Connector } from '../connector.ts';
import { parseResourceKey, resourceKey } from './keys.ts';

let platform: BatonPlatform;
let connector: Connector;
const connect = (change: (state: BatonState) => void = () => {}, settings: object = {}): void => {
  const state = filledState();
  change(state);
  platform = createPlatform(state);
  connector = connectBaton(platform, settings);
};
afterEach(async () => {
  await connector.close();
  const violations = platform.violations();
  platform.close();
  expect(violations).toEqual([]);
});
const typeIn = (state: BatonState, id: string): BatonState['types'][number] =>
  state.types.find((one) => one.id === id) as BatonState['types'][number];

describe('principals', () => {
  test('are what their traits say', async () => {
    connect((state) => {
      state.resources.push({
        id: ['user', 'Übung/7'],
        name: '',
        user: {
          emails: [{ address: 'second@corp.example' }, { address: 'first@corp.example', is_primary: true }],
          login: 'UEBUNG@corp.example',
          status: { status: 1 },
          created_at: { seconds: 1_700_000_000 },
        },
        external_id: {
          id: '0A1B2C3D-0000-4000-8000-00000000000A',
          link: 'https://entra.microsoft.com/#view/user',
        },
      });
    });
    const { principals } = await listAll(connector);
    const of = (id: string) => principals.find((one) => one.key === `user/${id}`);
    expect(of('ana')).toMatchObject({
      display_name: 'Ana',
      type: 'user',
      email: 'ana@corp.example',
      sign_in_name: null,
      mfa_enabled: true,
      last_login_at: new Date(1_772_000_000_000).toISOString(),
      disabled: false,
      protected: false,
    });
    expect(of('bob')).toMatchObject({
      sign_in_name: 'bob@corp.example',
      mfa_enabled: null,
      last_login_at: null,
    });
    expect(of('eve')).toMatchObject({ email: null, disabled: true });
    expect(of('robot')).toMatchObject({ type: 'service_account' });
    expect(of('lapse')).toMatchObject({ protected: true });
    expect(of('Übung/7')).toMatchObject({
      display_name: 'UEBUNG@corp.example',
      email: 'first@corp.example',
      sign_in_name: 'UEBUNG@corp.example',
      entra_object_id: '0a1b2c3d-0000-4000-8000-00000000000a',
      created_at: '2023-11-14T22:13:20.000Z',
    });
    expect(principals.filter(({ type }) => type === 'group').map((one) => one.key)).toEqual([
      'group/analysts',
      'group/juniors',
      'group/finance',
      'role/administrator',
      'role/viewer',
    ]);
  });

  test('a resource says more than its type: a role that signs in, and has members', async () => {
    connect((state) => {
      state.types.push({ id: 'dbrole', name: 'Role', traits: [3, 1], entitlements: [['member', 1]] });
      const sign_in = { emails: [], login: 'x', status: { status: 1 } };
      state.resources.push(
        { id: ['dbrole', 'owners'], name: 'owners', user: sign_in, marks: ['GroupTrait', 'RoleTrait'] },
        { id: ['dbrole', 'nina'], name: 'nina', user: sign_in, marks: ['RoleTrait'] },
        { id: ['app', 'robot'], name: 'Robot', marks: ['NonHumanIdentityTrait'] },
      );
      state.grants.push(grant(['dbrole', 'owners'], 'member', ['dbrole', 'nina']));
    });
    const { principals, assets, memberships, grants } = await listAll(connector);
    const types = Object.fromEntries(principals.map((one) => [one.key, one.type]));
    expect(types).toMatchObject({
      'dbrole/owners': 'group',
      'dbrole/nina': 'user',
      'app/robot': 'service_account',
    });
    expect(assets.map((one) => one.key)).toContain('dbrole/owners');
    expect(assets.map((one) => one.key)).not.toContain('dbrole/nina');
    expect(assets.map((one) => one.key)).not.toContain('app/robot');
    expect(memberships).toContainEqual({
      group_key: 'dbrole/owners',
      member_key: 'dbrole/nina',
      details: {},
    });
    expect(grants.filter(({ asset_key }) => asset_key === 'dbrole/owners')).toHaveLength(1);
  });
});

describe('assets', () => {
  test('are in what contains them, and secrets are none', async () => {
    connect((state) => {
      state.resources.push(
        { id: ['project', 'inner'], name: 'Inner', parent: APOLLO },
        { id: ['token', 'inner'], name: 'Inner token', parent: APOLLO },
      );
      for (const one of state.resources) if (key(one.id) === key(APOLLO)) one.children = ['project', 'token'];
    });
    const { assets } = await listAll(connector);
    const inside = assets.map((one) => [one.key, one.container_key]);
    expect(inside).toEqual([
      ['app/crm', null],
      ['project/apollo', 'app/crm'],
      ['project/inner', 'project/apollo'],
      ['app/wiki', null],
      ['project/zeus', 'app/wiki'],
      ['database/orders', null],
      ['ledger/main', null],
      ['role/administrator', null],
      ['role/viewer', null],
    ]);
    expect(assets.find((one) => one.key === 'database/orders')).toMatchObject({ type: 'database' });
  });

  test('below each other without end are an error, not a listing without end', async () => {
    connect((state) => {
      for (const one of state.resources) {
        if (one.id[0] !== 'app') continue;
        one.children = ['app'];
        one.parent = one.id;
      }
      state.resources.push({ id: ['app', 'top'], name: 'Top', children: ['app'] });
      for (const one of state.resources) if (key(one.id) === key(CRM)) one.parent = ['app', 'top'];
      for (const one of state.resources) if (key(one.id) === 'app/wiki') one.parent = CRM;
      state.resources.push({ id: CRM, name: 'CRM', parent: ['app', 'wiki'], children: ['app'] });
    });
    const error = await expectError(listAll(connector), 'protocol');
    expect(error.message).toContain('levels deep');
  });
});

describe('grants', () => {
  test('say by what, and which cannot be taken away', async () => {
    connect();
    const { grants } = await listAll(connector);
    const of = (principal: Name, asset: Name) =>
      grants.filter((one) => one.principal_key === key(principal) && one.asset_key === key(asset));
    expect(of(user('ana'), APOLLO)).toEqual([
      {
        key: 'grant/project:apollo:read/user/ana',
        principal_key: 'user/ana',
        asset_key: 'project/apollo',
        permission: 'read',
        via_group_key: null,
        granted_at: null,
        revocable: true,
        details: { entitlement: 'read', entitlement_id: 'project:apollo:read' },
      },
    ]);
    expect(of(user('bob'), ['app', 'wiki'])).toMatchObject([{ revocable: false }]);
    expect(of(user('ana'), LEDGER)).toMatchObject([{ revocable: false }]);
    expect(of(user('ana'), ['role', 'administrator'])).toMatchObject([{ permission: 'Administrator' }]);
    expect(grants.some(({ asset_key }) => asset_key.startsWith('group/'))).toBe(false);
  });

  test('are the same, whatever the pages are: empty, repeated, of whole types, listed elsewhere', async () => {
    const more = (state: BatonState): void => {
      state.grants.push(
        grant(ZEUS, 'read', user('carol')),
        grant(ZEUS, 'read', user('dave')),
        grant(ZEUS, 'write', user('carol')),
      );
    };
    const sorted = async () => {
      const { grants, memberships } = await listAll(connector);
      const rows = [...grants, ...memberships].map((one) => JSON.stringify(one));
      await connector.close();
      const violations = platform.violations();
      platform.close();
      expect(violations).toEqual([]);
      return [...new Set(rows)].sort();
    };
    connect(more);
    const expected = await sorted();
    connect((state) => {
      more(state);
      state.mode = { empty_pages: true, repeat_rows: true };
    });
    expect(await sorted()).toEqual(expected);
    connect(
      (state) => {
        more(state);
        typeIn(state, 'project').marks = ['TypeScopedGrants', 'TypeScopedEntitlements'];
        typeIn(state, 'database').marks = ['TypeScopedGrants'];
      },
      { page_size: 1 },
    );
    expect(await sorted()).toEqual(expected);
    connect(
      (state) => {
        more(state);
        typeIn(state, 'user').marks = [];
        for (const one of state.grants)
          if (one.on[0] === 'project' && one.principal[0] === 'user') one.listed_on = one.principal;
      },
      { page_size: 2 },
    );
    expect(await sorted()).toEqual(expected);
    connect(more);
  });

  test('of whole types are found and removed, too', async () => {
    connect((state) => {
      typeIn(state, 'project').marks = ['TypeScopedGrants', 'TypeScopedEntitlements'];
      state.can_get = true;
    });
    const plan = await connector.plan({
      kind: 'grant',
      principal_key: 'user/ana',
      asset_key: 'project/apollo',
    });
    if (plan.outcome !== 'planned') throw new Error(plan.outcome);
    expect(await connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(plan.undo)).toEqual({ outcome: 'restored' });
    expect(platform.calls()).toContain('GetResource');
    expect(platform.calls()).not.toContain('ListResources');
  });

  test('are not listed of what says that it has none', async () => {
    connect((state) => {
      for (const one of state.resources) if (key(one.id) === key(APOLLO)) one.marks = ['SkipGrants'];
    });
    const { grants } = await listAll(connector);
    expect(grants.some(({ asset_key }) => asset_key === key(APOLLO))).toBe(false);
  });

  test('whose key would not fit have a short one of their own', async () => {
    const long: Name = ['project', `p${'x'.repeat(985)}`];
    connect((state) => {
      state.resources.push(
        { id: long, name: 'Long', parent: CRM },
        { id: ['project', 'y'.repeat(1_000)], name: 'Longer' },
      );
      state.grants.push(grant(long, 'read', user('ana')), grant(long, 'read', user('bob')));
    });
    const { grants, assets } = await listAll(connector);
    const keys = grants.filter(({ asset_key }) => asset_key === key(long)).map((one) => one.key);
    expect(new Set(keys).size).toBe(2);
    expect(keys.every((one) => one.length < 100)).toBe(true);
    expect(assets.some((one) => one.key.includes('yyy'))).toBe(false);
    const [path] = await connector.paths({ principal_key: 'user/ana', asset_key: key(long) });
    expect(await connector.plan(path?.edge as never)).toMatchObject({ outcome: 'planned' });
  });
});

test('a list whose pages do not move on is an error', async () => {
  connect((state) => {
    state.mode = { stuck: true };
  });
  const error = await expectError(connector.principals(null), 'protocol');
  expect(error.message).toContain('does not move on');
});

test('health says what a connector cannot do', async () => {
  connect((state) => {
    for (const type of state.types) type.is_read_only = true;
  });
  expect(await connector.check()).toMatchObject({
    ok: true,
    version: 'v0.2.51',
    missing: [{ ability: 'revoke' }, { ability: 'read_use' }],
  });
});

test('keys can be read back, and nothing else can', () => {
  for (const id of [
    { resource_type: 'user', resource: 'ana' },
    { resource_type: 'a/b c%', resource: 'x/y/../z' },
    { resource_type: 'ü', resource: ' ' },
  ])
    expect(parseResourceKey(resourceKey(id))).toEqual(id);
  for (const text of ['', '/', 'user', 'user/', '/x', '%/x', 'a b/x', '%E0%A4%A/x'])
    expect(parseResourceKey(text)).toBeUndefined();
});
