import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import {
  APP_ID,
  type FabricServer,
  fabricError,
  OWN_ID,
  startFabricServer,
} from '../../../test/support/fabric/fabric-server.ts';
import { idOf, oneLakeMember, oneLakeRole, type Row } from '../../../test/support/fabric/fabric-tenant.ts';
import {
  connectFabric,
  connectionKey,
  entraKey,
  fillFabric,
  groupKey,
  itemKey,
  roleKey,
  userKey,
  workspaceKey,
} from '../../../test/support/fabric/fabric-world.ts';
import type { Connector, Edge, RevokePlan } from '../connector.ts';

let server: FabricServer;
let connector: Connector;

beforeEach(async () => {
  server = await startFabricServer();
  fillFabric(server.tenant);
  connector = connectFabric(server.url);
});
afterEach(async () => {
  expect(server.disasters).toEqual([]);
  expect(server.unknown).toEqual([]);
  await connector.close();
  await server.close();
});

const grant = (principal_key: string, asset_key = workspaceKey(1)): Edge => ({
  kind: 'grant',
  principal_key,
  asset_key,
});
const READERS = roleKey('Readers & co');
const membership = (member_key: string, group_key = READERS): Edge => ({
  kind: 'membership',
  group_key,
  member_key,
});

async function planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan;
}

const writes = () => server.seen.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/token'));
const sales = () => server.tenant.truth.workspaces.get(idOf('workspace', 1));
const LAKE = idOf('item', 1);
const rolesOfLake = () => server.tenant.truth.oneLake.get(LAKE)?.roles as Row[];

describe('a role in a workspace', () => {
  test('is taken by its assignment, and given again as it was', async () => {
    const before = server.tenant.dump();
    const { undo, statements, warnings } = await planned(grant(groupKey(1)));
    const path = `/v1/workspaces/${idOf('workspace', 1)}/roleAssignments`;
    expect(statements).toEqual([`DELETE ${path}/${idOf('group', 1)}`]);
    expect(warnings).toContainEqual(expect.stringContaining('Every member of the group'));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(sales()?.access.has(idOf('group', 1))).toBe(false);
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([...statements, `POST ${path}`]);
    expect(JSON.parse(writes().at(-1)?.body ?? '')).toEqual({
      principal: { id: idOf('group', 1), type: 'Group' },
      role: 'Contributor',
    });
    expect(server.tenant.dump()).toEqual(before);
  });

  test('that became another since the plan is left alone', async () => {
    const { undo } = await planned(grant(userKey(1)));
    server.tenant.give(sales() as never, server.tenant.user(1), 'Admin');
    server.tenant.showAll();
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'changed',
      message: 'It is Admin now and was Viewer when the remediation was planned.',
    });
    expect(await connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
      edge: 'partial',
    });
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('Admin'),
    });
    expect(writes()).toEqual([]);
  });

  test('of the last Admin stays: neither Lapse, nor a group, nor who is deleted counts', async () => {
    const place = sales() as NonNullable<ReturnType<typeof sales>>;
    const last = async () => connector.plan(grant(userKey(5)));
    expect(await last()).toMatchObject({ outcome: 'not_possible', reason: 'last_owner' });
    server.tenant.give(place, { id: idOf('user', 9), type: 'User' }, 'Admin');
    server.tenant.give(
      place,
      { id: idOf('group', 7), type: 'Group', displayName: 'G', groupDetails: {} },
      'Admin',
    );
    server.tenant.showAll();
    expect((await last()).outcome).toBe('not_possible');
    server.tenant.give(place, server.tenant.user(1), 'Admin');
    server.tenant.showAll();
    expect((await last()).outcome).toBe('planned');
  });

  test('of a program stays while nobody knows which one Lapse is', async () => {
    server.tokens_name_owner = false;
    await connector.close();
    connector = connectFabric(server.url);
    for (const id of [OWN_ID, idOf('sp', 1)]) {
      expect(await connector.plan(grant(entraKey(id)))).toMatchObject({ reason: 'connector_itself' });
    }
    expect((await connector.plan(grant(userKey(1)))).outcome).toBe('planned');
    // Its application id gives it away where its object id does not.
    server.tokens_name_owner = true;
    const own = { id: idOf('sp', 8), type: 'ServicePrincipal', displayName: 'L' };
    const details = { servicePrincipalDetails: { aadAppId: APP_ID } };
    server.tenant.give(sales() as never, { ...own, ...details }, 'Member');
    server.tenant.showAll();
    expect(await connector.plan(grant(entraKey(idOf('sp', 8))))).toMatchObject({
      reason: 'connector_itself',
    });
  });

  test('that Lapse does not know, or of who was deleted, stays even with a record of better days', async () => {
    const { undo } = await planned(grant(userKey(4)));
    server.tenant.deleted.add(idOf('user', 4));
    const reason = 'not_supported';
    expect(await connector.plan(grant(userKey(4)))).toMatchObject({ outcome: 'not_possible', reason });
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason });
    expect(writes()).toEqual([]);
  });

  test('cannot be given to who is gone by now, and is refused in words', async () => {
    const { undo } = await planned(grant(userKey(4)));
    await connector.revoke(undo);
    server.tenant.deleted.add(idOf('user', 4));
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'unknown_principal',
      message: expect.stringContaining('gone from Entra ID'),
    });
  });

  test('is not planned where the application may not even look', async () => {
    sales()?.access.delete(OWN_ID);
    server.tenant.showAll();
    const plan = await connector.plan(grant(userKey(1)));
    expect(plan).toMatchObject({ reason: 'not_permitted', message: expect.stringContaining('Admin') });
  });

  test('is not removed where the application is only Member', async () => {
    server.tenant.give(sales() as never, sales()?.access.get(OWN_ID)?.holder as Row, 'Member');
    server.tenant.showAll();
    const { undo } = await planned(grant(userKey(1)));
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason: 'not_permitted' });
  });
});

test('the role on a connection is taken and given again, but not from its last owner', async () => {
  const before = server.tenant.dump();
  const { undo } = await planned(grant(userKey(1), connectionKey(1)));
  expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  expect(await connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
  expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  expect(server.tenant.dump()).toEqual(before);
  expect(await connector.plan(grant(userKey(5), connectionKey(1)))).toMatchObject({ reason: 'last_owner' });
});

describe('a member of a OneLake role', () => {
  test('leaves, and everything else of all roles goes back as it was', async () => {
    server.paging.size = 1;
    const before = server.tenant.dump();
    const { undo } = await planned(membership(userKey(3)));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    const [put] = writes();
    expect(put?.headers['if-match']).toBe('"v1"');
    const { value } = JSON.parse(put?.body ?? '') as { value: Row[] };
    expect(value.map(({ name }) => name)).toEqual(['Readers & co', 'DefaultReader', 'Writers']);
    const readers = rolesOfLake()[0] as Row;
    expect((readers.members as Row).microsoftEntraMembers).toHaveLength(3);
    expect(JSON.stringify(readers.decisionRules)).toContain('columnNames');
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(server.tenant.dump()).toEqual(before);
  });

  test('leaves what somebody else changed meanwhile as they changed it', async () => {
    const { undo } = await planned(membership(userKey(3)));
    let changes = 0;
    server.intercept = ({ method }) => {
      if (method !== 'PUT' || changes++ > 0) return undefined;
      const set = server.tenant.truth.oneLake.get(LAKE);
      const added = oneLakeRole('Added', [oneLakeMember(idOf('user', 1))]);
      server.tenant.write(() =>
        server.tenant.truth.oneLake.set(LAKE, { version: 2, roles: [...(set?.roles ?? []), added] }),
      );
      return undefined;
    };
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(writes().map(({ headers }) => headers['if-match'])).toEqual(['"v1"', '"v2"']);
    expect(rolesOfLake().map(({ name }) => name)).toContain('Added');
  });

  test('stays while somebody changes the roles all the time; nothing is claimed', async () => {
    const { undo } = await planned(membership(userKey(3)));
    server.intercept = ({ method }) =>
      method === 'PUT' ? fabricError(412, 'PreconditionFailed', 'The roles have changed.') : undefined;
    const error = await expectError(connector.revoke(undo), 'conflict', 'none');
    expect(error.retryable).toBe(true);
  });

  test('is read from one version only, though pages change while they are read', async () => {
    server.paging.size = 1;
    const { truth } = server.tenant;
    const { roles = [] } = truth.oneLake.get(LAKE) ?? {};
    // Whichever of the reads of a removal it is that the change falls into.
    for (let at = 2; at < 12; at++) {
      server.tenant.write(() => truth.oneLake.set(LAKE, { version: 10 * at, roles }));
      const { undo } = await planned(membership(userKey(3)));
      let pages = 0;
      server.intercept = ({ method, path }) => {
        if (method === 'GET' && path.includes('dataAccessRoles') && ++pages === at) {
          const now = [oneLakeRole('First', []), ...rolesOfLake()];
          server.tenant.write(() => truth.oneLake.set(LAKE, { version: 10 * at + 5, roles: now }));
        }
        return undefined;
      };
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(rolesOfLake().map(({ name }) => name)).toContain('First');
      server.intercept = null;
    }
  });

  test('stays where a replacement could delete a role: without a version, or with two of one name', async () => {
    const { undo } = await planned(membership(userKey(3)));
    server.intercept = ({ method, path }) =>
      method === 'GET' && path.includes('dataAccessRoles') ? { json: { value: rolesOfLake() } } : undefined;
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('version'),
    });
    server.intercept = null;
    server.tenant.setRoles(LAKE, [...rolesOfLake(), oneLakeRole('readers & CO', [])]);
    server.tenant.showAll();
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('two roles of one name'),
    });
    expect(writes()).toEqual([]);
  });

  test('has left when its role is gone, and cannot come back to it', async () => {
    const { undo } = await planned(membership(userKey(3)));
    server.tenant.setRoles(LAKE, []);
    server.tenant.showAll();
    expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('Readers & co is gone'),
    });
    expect(writes()).toEqual([]);
  });

  test('of a kind that Lapse does not know comes back with it', async () => {
    const odd = { ...oneLakeMember(idOf('user', 6), 'Robot'), more: { a: 1 } };
    server.tenant.setRoles(LAKE, [oneLakeRole('Odd', [odd])]);
    server.tenant.showAll();
    const before = server.tenant.dump();
    const { undo } = await planned(membership(userKey(6), roleKey('Odd')));
    await connector.revoke(undo);
    await connector.restore(JSON.parse(JSON.stringify(undo)));
    expect(server.tenant.dump()).toEqual(before);
  });
});

describe('what goes wrong', () => {
  test('a platform that is behind is waited for', async () => {
    for (const edge of [grant(userKey(1)), membership(userKey(3))]) {
      const { undo } = await planned(edge);
      server.tenant.lag_ms = 400;
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
      expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
      expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'present' });
      server.tenant.lag_ms = 0;
      server.tenant.showAll();
    }
  });

  test('what is not shown in time is not claimed', async () => {
    const { undo } = await planned(grant(userKey(1)));
    server.tenant.lag_ms = 60_000;
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
  });

  test('an answer that was lost leaves the effect unknown; what is read back decides', async () => {
    const { undo } = await planned(grant(userKey(1)));
    server.intercept = ({ method, path }) => {
      if (method !== 'DELETE') return undefined;
      server.tenant.write(() => sales()?.access.delete(path.split('/').at(-1) as string));
      return { cut: 'before' };
    };
    await expectError(connector.revoke(undo), 'unavailable', 'unknown');
    expect(await connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
      edge: 'absent',
    });
    expect(writes()).toHaveLength(1);
  });

  test('throttling is waited out', async () => {
    const { undo } = await planned(membership(userKey(3)));
    let refused = 0;
    server.intercept = ({ method }) =>
      method === 'PUT' && refused++ === 0
        ? { ...fabricError(429, 'RequestBlocked', 'Too many.'), headers: { 'retry-after': '1' } }
        : undefined;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(writes()).toHaveLength(2);
  });

  test('a record of something else changes nothing', async () => {
    const { undo } = await planned(membership(userKey(3)));
    const wrong = { ...undo, state: { member: oneLakeMember(idOf('user', 4)) } };
    await expectError(connector.restore(wrong), 'invalid_undo');
    await expectError(connector.revoke({ ...undo, edge: grant(userKey(5), itemKey(3)) }), 'invalid_undo');
    expect(writes()).toEqual([]);
  });
});
