import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import { type EntraServer, graphError, startEntraServer } from '../../../test/support/entra-server.ts';
import { idOf, OWN_SP } from '../../../test/support/entra-tenant.ts';
import {
  connectEntra,
  fillTenant,
  group,
  SHOP_SP,
  shopKey,
  user,
} from '../../../test/support/entra-world.ts';
import { clientCertificate } from '../../../test/support/receiver-tls.ts';
import type { Connector } from '../connector.ts';
import { entraType } from './entra-connector.ts';

let server: EntraServer;
let connector: Connector;

beforeEach(async () => {
  server = await startEntraServer();
  fillTenant(server.tenant);
  connector = connectEntra(server.url);
});
afterEach(async () => {
  await connector.close();
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectEntra(server.url, settings);
};

describe('principals', () => {
  const person = async (row: object) => {
    server.tenant.addUser(50, row as Record<string, unknown>);
    return (await connector.principals(null)).items.find(({ key }) => key === user(50));
  };

  test('are users, guests, groups, service principals and managed identities', async () => {
    const { principals } = await listAll(connector);
    const byKey = new Map(principals.map((one) => [one.key, one]));
    expect(byKey.get(user(9))).toMatchObject({
      type: 'user',
      display_name: 'g_ext#EXT#@corp.example',
      email: null,
    });
    expect(byKey.get(group(1))).toMatchObject({ type: 'group', display_name: 'Analysts' });
    expect(byKey.get(`service_principal/${idOf('sp', 3)}`)).toMatchObject({
      type: 'service_account',
      details: { servicePrincipalType: 'ManagedIdentity' },
    });
    expect(byKey.get(`service_principal/${OWN_SP}`)).toMatchObject({ protected: true });
  });

  test('have ids in lower case and names of some kind, whatever Graph sends', async () => {
    const odd = await person({
      id: idOf('user', 50).toUpperCase(),
      displayName: null,
      userPrincipalName: null,
      mail: null,
      department: '',
      userType: 'unknownFutureValue',
      createdDateTime: 'soon',
      accountEnabled: null,
    });
    expect(odd).toMatchObject({
      display_name: idOf('user', 50),
      email: null,
      department: null,
      disabled: false,
      created_at: null,
    });
    expect(await person({ id: 'not an id' })).toBeUndefined();
  });

  test.each([
    [
      { lastSuccessfulSignInDateTime: '2026-02-01T00:00:00Z', lastSignInDateTime: '2026-02-09T00:00:00Z' },
      '2026-02-01T00:00:00.000Z',
    ],
    [
      {
        lastSuccessfulSignInDateTime: '',
        lastSignInDateTime: '2026-02-09T00:00:00Z',
        lastNonInteractiveSignInDateTime: '2026-02-10T00:00:00Z',
      },
      '2026-02-10T00:00:00.000Z',
    ],
    [{ lastSuccessfulSignInDateTime: '0001-01-01T00:00:00Z' }, null],
    [undefined, null],
  ])('last sign-in of %j', async (signInActivity, at) => {
    expect((await person({ signInActivity }))?.last_login_at).toBe(at);
  });

  test('have managers', async () => {
    expect((await person({ manager: { id: idOf('user', 1) } }))?.manager_key).toBe(user(1));
  });

  test('are listed without their last sign-in where that needs a licence that is not there', async () => {
    server.tenant.isPremium = false;
    expect((await connector.principals(null)).items.map(({ key }) => key)).toContain(user(1));
    await reopen({ last_sign_in: 'off' });
    server.seen.length = 0;
    await connector.principals(null);
    expect(server.seen.some(({ path }) => path.includes('signInActivity'))).toBe(false);
  });
});

describe('pages', () => {
  test('that are empty or repeat rows change nothing', async () => {
    const whole = await listAll(connector);
    server.paging.empty_pages = true;
    server.paging.repeat_rows = true;
    await reopen({ page_size: 2 });
    const odd = await listAll(connector);
    for (const kind of ['principals', 'assets', 'grants', 'memberships'] as const) {
      const distinct = new Map(odd[kind].map((item) => [JSON.stringify(item), item]));
      expect([...distinct.values()]).toEqual(whole[kind]);
    }
  });

  test.each(['principals', 'assets', 'grants', 'memberships'] as const)(
    'of %s elsewhere are not followed, and no token goes there',
    async (listing) => {
      server.paging.foreign_links = true;
      await reopen({ page_size: 1 });
      const list = async () => {
        for (let cursor: string | null = null; ; )
          ({ next_cursor: cursor } = await connector[listing](cursor));
      };
      await expectError(list(), 'protocol');
    },
  );

  test('are held one at a time, however many there are', async () => {
    for (let i = 0; i < 30; i++)
      server.tenant.addGroup(
        200 + i,
        {},
        Array.from({ length: 40 }, (_, n) => idOf('user', 500 + n)),
      );
    for (let n = 0; n < 40; n++) server.tenant.addUser(500 + n);
    server.tenant.showAll();
    await reopen({ page_size: 10 });
    let most = 0;
    let longest = 0;
    for (let cursor: string | null = null; ; ) {
      const page = await connector.memberships(cursor);
      most = Math.max(most, page.items.length);
      longest = Math.max(longest, page.next_cursor?.length ?? 0);
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    expect(most).toBeLessThanOrEqual(80);
    expect(longest).toBeLessThan(2_000);
  });
});

describe('memberships and assignments', () => {
  test('are direct edges, with service principals and without devices', async () => {
    const { memberships } = await listAll(connector);
    const analysts = memberships
      .filter(({ group_key }) => group_key === group(1))
      .map(({ member_key }) => member_key);
    expect(analysts.sort()).toEqual(
      [group(2), `service_principal/${idOf('sp', 3)}`, user(2), user(4)].sort(),
    );
  });

  test('of a group whose members may not be read are not told to be none', async () => {
    server.tenant.addGroup(20, { visibility: 'HiddenMembership' }, [idOf('user', 1)]);
    server.tenant.withdraw('Member.Read.Hidden');
    const error = await expectError(listAll(connector), 'permission');
    expect(error.message).toContain('Member.Read.Hidden');
  });

  test('of what was deleted while the list was read are left out', async () => {
    server.intercept = ({ path }) =>
      path.includes(`${idOf('group', 1)}/members`) || path.includes(`${SHOP_SP}/appRoleAssignedTo`)
        ? graphError(404, 'Request_ResourceNotFound', 'gone')
        : undefined;
    const { memberships, grants } = await listAll(connector);
    expect(memberships.some(({ group_key }) => group_key === group(1))).toBe(false);
    expect(grants.some(({ asset_key }) => asset_key === shopKey)).toBe(false);
    expect(memberships.length).toBeGreaterThan(3);
  });

  test('of kinds that are not known are left out', async () => {
    const first = [...server.tenant.assignments.values()].find(({ resourceId }) => resourceId === SHOP_SP);
    server.tenant.assignments.set('odd', {
      ...(first as object),
      id: 'odd',
      principalType: 'unknownFutureValue',
    } as never);
    server.tenant.showAll();
    expect((await listAll(connector)).grants.filter(({ asset_key }) => asset_key === shopKey)).toHaveLength(
      4,
    );
  });

  test('name the owner of an application, and roles by their value', async () => {
    const { assets, grants } = await listAll(connector);
    expect(assets.find(({ key }) => key === shopKey)).toMatchObject({
      owner_key: user(5),
      type: 'workspace',
      name: 'Shop',
    });
    expect(
      grants.find(({ principal_key, asset_key }) => principal_key === group(1) && asset_key === shopKey),
    ).toMatchObject({
      permission: 'Orders.Read',
      details: { direct_members_only: true },
    });
  });
});

describe('health', () => {
  test.each([
    ['User.Read.All', 'discover', false],
    ['GroupMember.ReadWrite.All', 'revoke', true],
    ['AppRoleAssignment.ReadWrite.All', 'revoke', true],
    ['AuditLog.Read.All', 'read_use', true],
    ['Member.Read.Hidden', 'discover', true],
  ] as const)('names %s and what it is for', async (permission, ability, ok) => {
    expect(await connector.check()).toMatchObject({ ok: true, missing: [] });
    server.tenant.withdraw(permission);
    const health = await connector.check();
    expect(health.ok).toBe(ok);
    expect(health.missing).toContainEqual({
      ability,
      what: expect.stringMatching(new RegExp(`^${permission.replaceAll('.', '\\.')} to `)),
    });
  });

  test('a wrong secret, an application that is not there, a tenant without a licence', async () => {
    await reopen({ client_secret: 'wrong-secret-value' });
    const health = await connector.check();
    expect(health).toMatchObject({ ok: false, message: expect.stringContaining('AADSTS7000215') });
    expect(JSON.stringify(health)).not.toContain('wrong-secret-value');
    await reopen({});
    server.tenant.isPremium = false;
    expect((await connector.check()).missing).toEqual([
      { ability: 'read_use', what: expect.stringContaining('P1 or P2') },
    ]);
    server.tenant.applications.delete(OWN_SP);
    expect((await connector.check()).missing).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining('no service principal') }),
    );
  });
});

test('settings ask for a secret or a certificate, for reading and for removing', () => {
  const base = { tenant_id: 't', client_id: 'c' };
  const faults = (more: object) => {
    const read = entraType.readSettings({ ...base, ...more });
    return 'faults' in read ? read.faults.map(({ loc }) => loc[0]) : [];
  };
  const { certificate, private_key } = clientCertificate;
  expect(faults({})).toEqual(['client_secret']);
  expect(faults({ client_certificate: certificate })).toEqual(['client_secret']);
  expect(faults({ client_secret: 's' })).toEqual([]);
  expect(faults({ client_certificate: certificate, client_key: private_key })).toEqual([]);
  expect(faults({ client_secret: 's', remediation_client_id: 'r' })).toEqual(['remediation_client_secret']);
  expect(faults({ client_secret: 's', remediation_client_id: 'r', remediation_client_secret: 's' })).toEqual(
    [],
  );
});
