import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import { type EntraServer, graphError, startEntraServer } from '../../../test/support/entra-server.ts';
import { idOf, NO_ROLE } from '../../../test/support/entra-tenant.ts';
import {
  ADMIN_ROLE,
  connectEntra,
  fillTenant,
  group,
  READ_ROLE,
  SHOP_SP,
  shopKey,
  user,
} from '../../../test/support/entra-world.ts';
import type { Connector, Edge, RevokePlan, UndoRecord } from '../connector.ts';

let server: EntraServer;
let connector: Connector;

async function open(settings: object = {}): Promise<void> {
  server = await startEntraServer();
  fillTenant(server.tenant);
  connector = connectEntra(server.url, settings);
}

beforeEach(() => open());
afterEach(async () => {
  expect(server.disasters).toEqual([]);
  expect(server.unknown).toEqual([]);
  await connector.close();
  await server.close();
});

const membership = (groupNumber: number, member = user(1)): Edge => ({
  kind: 'membership',
  group_key: group(groupNumber),
  member_key: member,
});

async function planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan;
}

const writes = () =>
  server.seen
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/token'))
    .map(({ method, path }) => `${method} ${path}`);

describe('a membership', () => {
  test('is removed as a reference, and put back as one', async () => {
    const { undo, statements } = await planned(membership(10));
    const path = `/v1.0/groups/${idOf('group', 10)}/members`;
    expect(statements).toEqual([`DELETE ${path}/${idOf('user', 1)}/$ref`]);
    await connector.revoke(undo);
    expect(server.tenant.users.has(idOf('user', 1))).toBe(true);
    await connector.restore(undo);
    expect(writes()).toEqual([`DELETE ${path}/${idOf('user', 1)}/$ref`, `POST ${path}/$ref`]);
    expect(JSON.parse(server.seen.findLast(({ method }) => method === 'POST')?.body ?? '')).toEqual({
      '@odata.id': `${server.url}/v1.0/directoryObjects/${idOf('user', 1)}`,
    });
  });

  test.each([
    [3, 'not_supported', 'rule'],
    [4, 'not_supported', 'on premises'],
    [5, 'not_supported', 'mail-enabled security group'],
    [6, 'not_supported', 'distribution group'],
    [7, 'last_owner', 'Global Administrator'],
    [8, 'not_permitted', 'restricted administrative unit'],
  ] as const)('of group %i stays: %s', async (number, reason, why) => {
    const plan = await connector.plan(membership(number));
    expect(plan).toMatchObject({ outcome: 'not_possible', reason, message: expect.stringContaining(why) });
    // A record of a time when it could be changed changes nothing either.
    const state = { membership: { group_id: idOf('group', number), member_id: idOf('user', 1) } };
    const undo = {
      version: 1,
      platform: 'azure_ad',
      edge: membership(number),
      made_at: '',
      statements: [],
      state,
    } as UndoRecord;
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason });
    // To put somebody in does no harm to whom it leaves there.
    expect(await connector.restore(undo)).toMatchObject(
      reason === 'last_owner' ? { outcome: 'already_present' } : { outcome: 'not_possible', reason },
    );
    expect(writes()).toEqual([]);
  });

  test('of the last Global Administrators stays, also when the list of them begins with an empty page', async () => {
    server.intercept = ({ path }) => {
      if (!path.includes('/roleManagement/directory/roleAssignments')) return undefined;
      const isFirst = !path.includes('$skiptoken');
      return {
        json: isFirst
          ? { value: [], '@odata.nextLink': `${server.url}${path}&$skiptoken=1` }
          : { value: server.tenant.directoryRoles },
      };
    };
    expect(await connector.plan(membership(7))).toMatchObject({ reason: 'last_owner' });
  });

  test('of a group that can hold roles needs its own permission, and another Global Administrator', async () => {
    server.tenant.withdraw('RoleManagement.ReadWrite.Directory');
    expect(await connector.plan(membership(7))).toMatchObject({
      reason: 'not_permitted',
      message: expect.stringContaining('RoleManagement.ReadWrite.Directory'),
    });
    server.tenant.consent('RoleManagement.ReadWrite.Directory');
    const [first] = server.tenant.directoryRoles;
    server.tenant.directoryRoles.push({
      ...(first as object),
      id: 'r2',
      principalId: idOf('user', 2),
    } as never);
    server.tenant.showAll();
    expect((await connector.plan(membership(7))).outcome).toBe('planned');
    server.tenant.users.set(idOf('user', 2), {
      ...server.tenant.users.get(idOf('user', 2)),
      accountEnabled: false,
    });
    expect(await connector.plan(membership(7))).toMatchObject({ reason: 'last_owner' });
  });

  test('warns of an owner who can come back', async () => {
    server.tenant.owners.set(idOf('group', 10), [idOf('user', 1)]);
    expect((await planned(membership(10))).warnings).toContainEqual(
      expect.stringContaining('can join it again'),
    );
  });

  test('in a group of several pages is found by the groups of its member', async () => {
    await connector.close();
    connector = connectEntra(server.url, { page_size: 2 });
    const edge = membership(1, group(2));
    expect(await connector.verify({ edge, subject: null, undo: null })).toMatchObject({ edge: 'present' });
    await connector.revoke((await planned(edge)).undo);
    expect(await connector.verify({ edge, subject: null, undo: null })).toMatchObject({ edge: 'absent' });
  });
});

describe('assignments', () => {
  test('are taken one by one, and come back with another id', async () => {
    server.tenant.assign(idOf('user', 1), SHOP_SP, ADMIN_ROLE);
    server.tenant.showAll();
    const before = server.tenant.dump();
    const paths = await connector.paths({ principal_key: user(1), asset_key: shopKey });
    expect(paths.map(({ permission }) => permission)).toEqual(['Orders.Read', 'Admin']);
    const { undo } = await planned(paths[1]?.edge as Edge);
    await connector.revoke(undo);
    const left = [...server.tenant.assignments.values()].filter(
      ({ principalId }) => principalId === idOf('user', 1),
    );
    expect(left.map(({ appRoleId }) => appRoleId)).toEqual([READ_ROLE]);
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(server.tenant.dump()).toEqual(before);
    // The record names the old id, and still serves.
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  });

  test('of which one is gone and the other could not be taken leave the effect unknown', async () => {
    server.tenant.assign(idOf('user', 1), SHOP_SP, ADMIN_ROLE);
    server.tenant.showAll();
    const edge: Edge = { kind: 'grant', principal_key: user(1), asset_key: shopKey };
    const { undo } = await planned(edge);
    let removals = 0;
    server.intercept = ({ method }) =>
      method === 'DELETE' && removals++ === 1
        ? graphError(403, 'Authorization_RequestDenied', 'No.')
        : undefined;
    await expectError(connector.revoke(undo), 'permission', 'unknown');
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'partial' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'present' });
  });

  test('that changed since the plan are left alone', async () => {
    const { undo } = await planned({ kind: 'grant', principal_key: user(1), asset_key: shopKey });
    server.tenant.assign(idOf('user', 1), SHOP_SP, ADMIN_ROLE);
    server.tenant.showAll();
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'changed' });
    expect(writes()).toEqual([]);
  });

  test('of a group are not those of its members, whom they reach directly only', async () => {
    const carol = { principal_key: user(3), asset_key: shopKey };
    expect(await connector.paths(carol)).toEqual([]);
    expect(await connector.plan({ kind: 'grant', principal_key: user(2), asset_key: shopKey })).toEqual({
      outcome: 'already_absent',
    });
  });

  test('that could not be given again are not taken', async () => {
    server.tenant.assign(idOf('user', 8), SHOP_SP, NO_ROLE);
    server.tenant.showAll();
    for (const number of [6, 8]) {
      const plan = await connector.plan({ kind: 'grant', principal_key: user(number), asset_key: shopKey });
      expect(plan).toMatchObject({ outcome: 'not_possible', reason: 'not_supported' });
    }
  });

  test('to an application that asks for none are not the only way in', async () => {
    const application = server.tenant.applications.get(SHOP_SP) as Record<string, unknown>;
    application.appRoleAssignmentRequired = false;
    const paths = await connector.paths({ principal_key: user(1), asset_key: shopKey });
    expect(paths.map(({ kind }) => kind)).toEqual(['direct', 'everybody']);
  });
});

describe('what goes wrong', () => {
  const edge: Edge = { kind: 'grant', principal_key: user(1), asset_key: shopKey };

  test('a directory that is behind is waited for', async () => {
    const { undo } = await planned(edge);
    server.tenant.lag_ms = 400;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'present' });
  });

  test('what is not shown in time is not claimed, and is done when it is asked for again', async () => {
    const { undo } = await planned(edge);
    server.tenant.lag_ms = 1_000_000;
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
    // The old state is still shown; the second DELETE finds nothing.
    server.intercept = ({ method }) => {
      if (method === 'DELETE') server.tenant.showAll();
      return undefined;
    };
    expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
    expect(writes()).toHaveLength(2);
    server.tenant.lag_ms = 0;
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
  });

  test('what is found behind an empty page only is there', async () => {
    server.intercept = ({ path }) =>
      path.includes('$filter=appId') && !path.includes('$skiptoken')
        ? { json: { value: [], '@odata.nextLink': `${server.url}${path}&$skiptoken=0` } }
        : undefined;
    expect(await connector.verify({ edge, subject: null, undo: null })).toMatchObject({ edge: 'present' });
    expect((await connector.plan(edge)).outcome).toBe('planned');
  });

  test('copies that disagree make no answer', async () => {
    let looks = 0;
    server.intercept = ({ path }) =>
      path.includes('/appRoleAssignments') && looks++ % 2 === 0 ? { json: { value: [] } } : undefined;
    await expectError(connector.verify({ edge, subject: null, undo: null }), 'unavailable', 'none');
  });

  test('an answer that was lost leaves the effect unknown; what is read back decides', async () => {
    const { undo } = await planned(edge);
    server.intercept = ({ method, path }) => {
      if (method !== 'DELETE') return undefined;
      server.tenant.write(() => server.tenant.assignments.delete(path.split('/').at(-1) as string));
      return { cut: 'before' };
    };
    await expectError(connector.revoke(undo), 'unavailable', 'unknown');
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
    expect(writes()).toHaveLength(1);
  });

  test('throttling is waited out, and what was sent once is not sent twice', async () => {
    const { undo } = await planned(edge);
    let refused = 0;
    server.intercept = ({ method }) =>
      method === 'DELETE' && refused++ === 0 ? { status: 429, headers: { 'retry-after': '1' } } : undefined;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(writes()).toHaveLength(2);
  });

  test('a permission that is missing is an answer', async () => {
    const { undo } = await planned(edge);
    server.tenant.withdraw('AppRoleAssignment.ReadWrite.All');
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason: 'not_permitted' });
  });

  test('a principal who is gone cannot be given anything back', async () => {
    const { undo } = await planned(edge);
    await connector.revoke(undo);
    server.tenant.users.delete(idOf('user', 1));
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'unknown_principal',
    });
  });

  test.each([
    [404, 'Resource does not exist or one of its queried reference-property objects are not present.'],
    [400, "The source resource object or one of the objects being referenced don't exist."],
  ])('what one copy of the directory has not heard of yet (%i) is tried again', async (status, message) => {
    const { undo } = await planned(membership(10));
    await connector.revoke(undo);
    server.intercept = ({ method }) =>
      method === 'POST' ? graphError(status, 'Request_BadRequest', message) : undefined;
    const error = await expectError(connector.restore(undo), 'conflict', 'none');
    expect(error).toMatchObject({ retryable: true, retry_after: 30 });
    server.intercept = null;
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('what the platform does not take back is said in its words', async () => {
    const { undo } = await planned(edge);
    await connector.revoke(undo);
    server.intercept = ({ method }) =>
      method === 'POST' ? graphError(400, 'Request_BadRequest', 'The role is gone.') : undefined;
    expect(await connector.restore(undo)).toMatchObject({
      message: expect.stringContaining('The role is gone.'),
    });
  });

  test('tokens that ended are replaced in the middle of it', async () => {
    const { undo } = await planned(edge);
    server.expireTokens();
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  });
});

const PRINCIPALS = 60;
const GROUPS = 12;
const APPLICATIONS = 6;

test('500 random remediations and as many reverts leave the tenant exactly as it was', async () => {
  await connector.close();
  connector = connectEntra(server.url, { settle_ms: 0, page_size: 50 });
  const { tenant } = server;
  const random = fc.sample(fc.record({ who: fc.nat(), what: fc.nat(), role: fc.nat() }), {
    numRuns: 1_200,
    seed: 5,
  });
  for (let i = 0; i < PRINCIPALS; i++) tenant.addUser(100 + i);
  for (let i = 0; i < GROUPS; i++) tenant.addGroup(100 + i);
  for (let i = 0; i < APPLICATIONS; i++) {
    tenant.addApplication(idOf('sp', 100 + i), idOf('app', 100 + i), `App ${i}`, {
      appRoleAssignmentRequired: true,
      appRoles: [1, 2, 3].map((role) => ({
        id: idOf('role', 100 + role),
        value: `Role.${role}`,
        isEnabled: true,
      })),
    });
  }
  const given = new Set<string>();
  for (const { who, what, role } of random) {
    const isGroup = who % 7 === 0;
    const principal = isGroup ? idOf('group', 100 + (who % GROUPS)) : idOf('user', 100 + (who % PRINCIPALS));
    const groupId = idOf('group', 100 + (what % GROUPS));
    if (role % 2 === 0) {
      if (principal !== groupId) tenant.members.get(groupId)?.add(principal);
      continue;
    }
    const [sp, roleId] = [idOf('sp', 100 + (what % APPLICATIONS)), idOf('role', 101 + (role % 3))];
    if (given.has(`${principal} ${sp} ${roleId}`)) continue;
    given.add(`${principal} ${sp} ${roleId}`);
    tenant.assign(principal, sp, roleId);
  }
  tenant.showAll();
  const { grants, memberships } = await listAll(connector);
  const edges: Edge[] = [
    ...grants.map(
      ({ principal_key, asset_key, key }): Edge => ({
        kind: 'grant',
        principal_key,
        asset_key,
        grant_key: key,
      }),
    ),
    ...memberships.map(({ group_key, member_key }): Edge => ({ kind: 'membership', group_key, member_key })),
  ];
  expect(edges.length).toBeGreaterThan(560);
  const before = tenant.dump();
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(edges, { minLength: edges.length }),
      fc.nat(),
      async (order, turn) => {
        const undos: UndoRecord[] = [];
        for (const edge of order) {
          if (undos.length === 500) break;
          const plan = await connector.plan(edge);
          if (plan.outcome !== 'planned') {
            expect(plan).toMatchObject({ outcome: 'not_possible', message: expect.any(String) });
            continue;
          }
          expect(await connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
          expect((await connector.verify({ edge, subject: null, undo: plan.undo })).edge).toBe('absent');
          undos.push(JSON.parse(JSON.stringify(plan.undo)));
        }
        expect(undos).toHaveLength(500);
        expect(tenant.dump()).not.toEqual(before);
        const at = turn % undos.length;
        for (const undo of [...undos.slice(at), ...undos.slice(0, at)]) {
          expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
        }
        expect(tenant.dump()).toEqual(before);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
});
