import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { change } from '../../../test/support/synapse/sql-changes.ts';
import type { SqlDatabase } from '../../../test/support/synapse/sql-database.ts';
import {
  OWN_ID,
  SQL_PASSWORD,
  type SynapseServer,
  startSynapseServer,
  synapseError,
} from '../../../test/support/synapse/synapse-server.ts';
import { idOf, roleId } from '../../../test/support/synapse/synapse-workspace.ts';
import {
  connectSynapse,
  dumpOf,
  entraKey,
  fillSynapse,
  LAKE,
  mail,
  NASTY,
  NASTY_USER,
  roleKey,
  SALES,
  tableKey,
  userKey,
  WORKSPACE_KEY,
} from '../../../test/support/synapse/synapse-world.ts';
import type { Connector, Edge, RevokePlan, UndoRecord } from '../connector.ts';

let server: SynapseServer;
let connector: Connector;
let sales: SqlDatabase;

beforeEach(async () => {
  server = await startSynapseServer();
  fillSynapse(server);
  sales = server.databases.get(SALES.database) as SqlDatabase;
  connector = connectSynapse(server);
});
afterEach(async () => {
  await connector.close();
  expect(server.unknown).toEqual([]);
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectSynapse(server, settings);
};
const grant = (principal_key: string, asset_key: string): Edge => ({
  kind: 'grant',
  principal_key,
  asset_key,
});
const membership = (group_key: string, member_key: string): Edge => ({
  kind: 'membership',
  group_key,
  member_key,
});
const ORDERS = tableKey('dbo', 'orders');
const ANA = userKey(mail('ana'));
const ANAS = grant(ANA, ORDERS);

async function planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan;
}
const stored = (undo: UndoRecord): UndoRecord => JSON.parse(JSON.stringify(undo));
/** Changes that reached the pools, and the workspace. */
const changes = () => server.statements.filter((text) => /^(GRANT|REVOKE|EXEC|ALTER)/.test(text));
const writes = () =>
  server.seen
    .filter(({ method }) => method === 'PUT' || method === 'DELETE')
    .map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)]);
const objectId = (name: string): number => sales.objectNamed('dbo', name)?.object_id as number;
const onOrders = () => ({ class: 1, major_id: objectId('orders') }) as const;

describe('a permission', () => {
  test('is taken and given by one statement each, which is what the plan shows', async () => {
    const { undo, statements } = await planned(ANAS);
    await connector.revoke(undo);
    await connector.restore(stored(undo));
    expect(statements).toEqual([`REVOKE SELECT ON OBJECT::[dbo].[orders] FROM [${mail('ana')}]`]);
    expect(changes()).toEqual([...statements, ...undo.statements]);
    expect(undo.statements).toEqual([`GRANT SELECT ON OBJECT::[dbo].[orders] TO [${mail('ana')}]`]);
  });

  test('of names that would end a statement is one of those names', async () => {
    const before = dumpOf(server);
    const { undo } = await planned(grant(userKey(NASTY_USER), tableKey('dbo', NASTY)));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(stored(undo))).toEqual({ outcome: 'restored' });
    expect(changes()[0]).toBe(
      "REVOKE SELECT ON OBJECT::[dbo].[we]]ird 'table'; DROP ROLE x --] FROM [o']]brien@corp.example]",
    );
    expect(dumpOf(server)).toEqual(before);
  });

  test('that may be given on takes CASCADE, and comes back with the option', async () => {
    // Nobody has it from her.
    sales.permissions = sales.permissions.filter(({ grantor }) => grantor !== sales.idOf(mail('gina')));
    const before = dumpOf(server);
    const { undo } = await planned(grant(userKey(mail('gina')), ORDERS));
    await connector.revoke(undo);
    await connector.restore(stored(undo));
    expect(changes()).toEqual([
      `REVOKE SELECT ON OBJECT::[dbo].[orders] FROM [${mail('gina')}] CASCADE`,
      `GRANT SELECT ON OBJECT::[dbo].[orders] TO [${mail('gina')}] WITH GRANT OPTION`,
    ]);
    expect(dumpOf(server)).toEqual(before);
  });

  test('on a column, a schema and the database says which', async () => {
    const mart = sales.schemaNamed('mart')?.id as number;
    const ana = sales.idOf(mail('ana'));
    const gina = sales.idOf(mail('gina'));
    sales.permissions = sales.permissions.filter(({ grantee }) => grantee !== ana);
    sales.grant({ ...onOrders(), minor_id: 2, grantee: ana, name: 'UPDATE' });
    sales.grant({ class: 3, major_id: mart, minor_id: 0, grantee: ana, name: 'SELECT', grantor: gina });
    sales.grant({ class: 0, major_id: 0, minor_id: 0, grantee: ana, name: 'VIEW DEFINITION' });
    const before = dumpOf(server);
    const undos = [];
    for (const asset of [ORDERS, 'schema/dedicated/sales/mart', 'database/dedicated/sales']) {
      const { undo } = await planned(grant(ANA, asset));
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      undos.push(stored(undo));
    }
    expect(changes()).toEqual([
      `REVOKE UPDATE ON OBJECT::[dbo].[orders] ([total]) FROM [${mail('ana')}]`,
      `REVOKE SELECT ON SCHEMA::[mart] FROM [${mail('ana')}]`,
      `REVOKE VIEW DEFINITION FROM [${mail('ana')}]`,
    ]);
    for (const undo of undos) expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(dumpOf(server)).toEqual(before);
  });

  test('beside one on a column of the table stays: the statement would clear that, too', async () => {
    sales.grant({ ...onOrders(), minor_id: 2, grantee: sales.idOf(mail('ana')), name: 'SELECT' });
    const whole = {
      ...ANAS,
      grant_key: `permission/${[ANA, ORDERS].map(encodeURIComponent).join('/')}/SELECT/-/dbo`,
    };
    expect(await connector.plan(whole as Edge)).toMatchObject({
      outcome: 'not_possible',
      reason: 'not_supported',
      message: expect.stringContaining('single columns'),
    });
    expect(changes()).toEqual([]);
  });

  test('is not given back over a denial, or a column, that somebody set meanwhile', async () => {
    const ana = sales.idOf(mail('ana'));
    const { undo } = await planned(ANAS);
    await connector.revoke(undo);
    for (const [more, words] of [
      [{ minor_id: 0, state: 'D' }, 'denied by now'],
      [{ minor_id: 2, state: 'G' }, 'single columns by now'],
    ] as const) {
      sales.grant({ ...onOrders(), grantee: ana, name: 'SELECT', ...more });
      const before = dumpOf(server);
      expect(await connector.restore(stored(undo))).toMatchObject({
        outcome: 'not_possible',
        message: expect.stringContaining(words),
      });
      expect(dumpOf(server)).toEqual(before);
      sales.permissions.pop();
    }
  });

  test('that comes from somebody else after its schema has a new owner is not given back', async () => {
    const { undo } = await planned(ANAS);
    await connector.revoke(undo);
    const dbo = sales.schemas.get(1) as { owner: number };
    dbo.owner = sales.idOf(mail('gina'));
    expect(await connector.restore(stored(undo))).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('owner has changed'),
    });
  });

  test('that changed since the plan is left alone', async () => {
    const { undo } = await planned(ANAS);
    sales.grant({ ...onOrders(), minor_id: 0, grantee: sales.idOf(mail('ana')), name: 'INSERT' });
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'changed',
      message: expect.stringContaining('2 permissions now and was one permission'),
    });
    expect(changes()).toEqual([]);
    expect(await connector.verify({ edge: ANAS, subject: null, undo })).toMatchObject({ edge: 'partial' });
  });

  test('is taken only by a member of db_owner', async () => {
    sales.members.clear();
    expect(await connector.plan(ANAS)).toMatchObject({
      reason: 'not_permitted',
      message: expect.stringContaining('db_owner'),
    });
  });

  test('of which the first is gone and the second could not be taken leaves the effect unknown', async () => {
    sales.grant({ ...onOrders(), minor_id: 0, grantee: sales.idOf(mail('ana')), name: 'INSERT' });
    const { undo, statements } = await planned(ANAS);
    expect(statements).toHaveLength(2);
    server.interceptSql = (text) =>
      text === statements[1] ? { error: { number: 229, message: 'Permission denied.' } } : undefined;
    await expectError(connector.revoke(undo), 'permission', 'unknown');
    server.interceptSql = null;
    expect(await connector.verify({ edge: ANAS, subject: null, undo })).toMatchObject({ edge: 'partial' });
    expect(await connector.restore(stored(undo))).toEqual({ outcome: 'restored' });
    expect(await connector.verify({ edge: ANAS, subject: null, undo })).toMatchObject({ edge: 'present' });
  });

  test('that Lapse has no words for is not taken', async () => {
    sales.permissions = sales.permissions.filter(({ grantee }) => grantee !== sales.idOf(mail('ana')));
    sales.grant({ ...onOrders(), minor_id: 0, grantee: sales.idOf(mail('ana')), name: 'SELECT; DROP' });
    expect(await connector.plan(ANAS)).toMatchObject({ outcome: 'not_possible', reason: 'not_supported' });
  });
});

describe('a membership of a role', () => {
  test('is changed as each kind of pool wants it', async () => {
    const before = dumpOf(server);
    for (const database of [SALES, LAKE]) {
      const edge = membership(roleKey('analysts', database), userKey(mail('bob'), database));
      const { undo } = await planned(edge);
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await connector.restore(stored(undo))).toEqual({ outcome: 'restored' });
    }
    expect(changes()).toEqual([
      `EXEC sp_droprolemember N'analysts', N'${mail('bob')}'`,
      `EXEC sp_addrolemember N'analysts', N'${mail('bob')}'`,
      `ALTER ROLE [analysts] DROP MEMBER [${mail('bob')}]`,
      `ALTER ROLE [analysts] ADD MEMBER [${mail('bob')}]`,
    ]);
    expect(dumpOf(server)).toEqual(before);
  });

  test('of a fixed role, and of a role in a role', async () => {
    for (const edge of [
      membership(roleKey('db_datareader'), userKey(mail('erin'))),
      membership(roleKey('analysts'), roleKey('juniors')),
    ]) {
      const { undo } = await planned(edge);
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await connector.restore(stored(undo))).toEqual({ outcome: 'restored' });
    }
  });

  test('that somebody else ended in the same moment is not there any more', async () => {
    const edge = membership(roleKey('analysts'), userKey(mail('bob')));
    const { undo, statements } = await planned(edge);
    server.interceptSql = (text) => {
      if (text === statements[0])
        sales.members.delete(`${sales.idOf('analysts')} ${sales.idOf(mail('bob'))}`);
      return undefined;
    };
    expect(await connector.revoke(undo)).toEqual({ outcome: 'already_absent' });
  });

  test('of who has been dropped cannot be given back', async () => {
    const edge = membership(roleKey('analysts'), userKey(mail('bob')));
    const { undo } = await planned(edge);
    await connector.revoke(undo);
    sales.principals.delete(sales.idOf(mail('bob')));
    expect(await connector.restore(stored(undo))).toMatchObject({ reason: 'unknown_principal' });
  });

  test('reaches what the role may, by every role on the way', async () => {
    const [path] = await connector.paths({ principal_key: userKey(mail('carol')), asset_key: ORDERS });
    expect(path).toMatchObject({
      kind: 'group',
      keys: [userKey(mail('carol')), roleKey('juniors'), roleKey('analysts'), ORDERS],
      edge: membership(roleKey('juniors'), userKey(mail('carol'))),
    });
  });
});

describe('a Synapse role', () => {
  const bobs = grant(entraKey(idOf('user', 2)), WORKSPACE_KEY);

  test('is taken at its scope, and comes back under its old id', async () => {
    const before = dumpOf(server);
    const { undo, statements } = await planned(bobs);
    const [assignment] = (undo.state as { assignments: { id: string }[] }).assignments;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(stored(undo))).toEqual({ outcome: 'restored' });
    const path = `/roleAssignments/${assignment?.id}?api-version=2020-12-01`;
    expect(writes()).toEqual([
      ['DELETE', `${path}&scope=workspaces%2Fws1`, null],
      [
        'PUT',
        path,
        {
          roleId: roleId('Synapse Contributor'),
          principalId: idOf('user', 2),
          scope: 'workspaces/ws1',
          principalType: 'User',
        },
      ],
    ]);
    expect(statements).toEqual([`DELETE ${path}&scope=workspaces%2Fws1`]);
    expect(dumpOf(server)).toEqual(before);
  });

  test('that somebody gave again under another id is there already', async () => {
    const { undo } = await planned(bobs);
    await connector.revoke(undo);
    server.workspace.assign('Synapse Contributor', idOf('user', 2));
    expect(await connector.restore(stored(undo))).toEqual({ outcome: 'already_present' });
  });

  test('of the last administrator stays: Lapse itself does not count', async () => {
    const ana = grant(entraKey(idOf('user', 1)), WORKSPACE_KEY);
    expect(await connector.plan(ana)).toMatchObject({ reason: 'last_owner' });
    server.workspace.assign('Synapse Administrator', idOf('user', 2), { item: 'bigDataPools/spark1' });
    expect(await connector.plan(ana)).toMatchObject({ reason: 'last_owner' });
    server.workspace.assign('Synapse Administrator', idOf('user', 2));
    expect((await connector.plan(ana)).outcome).toBe('planned');
  });

  test('of a program stays while nobody knows which one Lapse is', async () => {
    server.tokens_name_owner = false;
    await reopen({});
    const of = (id: string) => connector.plan(grant(entraKey(id), WORKSPACE_KEY));
    for (const id of [OWN_ID, idOf('app', 1)]) {
      expect(await of(id)).toMatchObject({ reason: 'connector_itself' });
    }
    // A kind of principal that is new may be a program.
    expect(await of(idOf('user', 3))).toMatchObject({ reason: 'connector_itself' });
    expect((await of(idOf('user', 2))).outcome).toBe('planned');
  });

  test('that Lapse may not take is said to be so', async () => {
    const { undo } = await planned(bobs);
    server.workspace.is_writable = false;
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason: 'not_permitted' });
  });

  test('that the platform does not take back is said in its words', async () => {
    const { undo } = await planned(bobs);
    await connector.revoke(undo);
    server.intercept = ({ method }) =>
      method === 'PUT' ? synapseError(400, 'InvalidRequest', 'The scope is gone.') : undefined;
    expect(await connector.restore(stored(undo))).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('The scope is gone.'),
    });
  });
});

describe('what goes wrong', () => {
  const bobs = grant(entraKey(idOf('user', 2)), WORKSPACE_KEY);

  test('what is not shown in time is not claimed', async () => {
    const { undo } = await planned(bobs);
    server.workspace.lag_ms = 1_000_000;
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
    server.workspace.lag_ms = 0;
    server.workspace.showAll();
    expect(await connector.verify({ edge: bobs, subject: null, undo })).toMatchObject({ edge: 'absent' });
  });

  test.each([
    ['revoke', 'already_absent'],
    ['restore', 'already_present'],
  ] as const)(
    'the lost answer to a statement (%s) leaves the effect unknown; the next look decides',
    async (verb, then) => {
      const { undo, statements } = await planned(ANAS);
      if (verb === 'restore') await connector.revoke(undo);
      const [lost] = verb === 'revoke' ? statements : undo.statements;
      server.interceptSql = (text, session) => {
        if (text !== lost) return undefined;
        change(session, text);
        return 'cut';
      };
      await expectError(connector[verb](undo), 'unavailable', 'unknown');
      server.interceptSql = null;
      expect(await connector[verb](undo)).toEqual({ outcome: then });
      expect(changes().filter((text) => text === lost)).toHaveLength(1);
    },
  );

  test.each([{ 'retry-after': '1' }, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }, {}])(
    'throttling (%j) is waited out',
    async (headers) => {
      const { undo } = await planned(bobs);
      let refused = 0;
      server.intercept = ({ method }) =>
        method === 'DELETE' && refused++ === 0
          ? { ...synapseError(429, 'TooManyRequests', 'Later.'), headers }
          : undefined;
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(writes()).toHaveLength(2);
    },
  );

  test('a pool that is throttled or moved is asked again later; nothing was done', async () => {
    const { undo, statements } = await planned(ANAS);
    for (const [number, code] of [
      [10_928, 'throttled'],
      [40_197, 'unavailable'],
      [1_205, 'conflict'],
    ] as const) {
      server.interceptSql = (text) =>
        text === statements[0] ? { error: { number, message: 'Try again.' } } : undefined;
      const error = await expectError(connector.revoke(undo), code, 'none');
      expect(error.retryable).toBe(true);
    }
    server.interceptSql = null;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
  });

  test('tokens that ended are replaced, and another login removes than reads', async () => {
    await reopen({ sql_remediation_user: 'lapse', sql_remediation_password: SQL_PASSWORD });
    const { undo } = await planned(bobs);
    server.expireTokens();
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    const sql = await planned(ANAS);
    expect(await connector.revoke(sql.undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(sql.undo)).toEqual({ outcome: 'restored' });
  });

  test.each([
    {},
    { permissions: [] },
    { permissions: [{ class: 1, name: 'SELECT' }] },
    { permissions: 'SELECT' },
  ])('a record with %j changes nothing', async (state) => {
    const { undo } = await planned(ANAS);
    await expectError(connector.restore({ ...undo, state }), 'invalid_undo');
    expect(changes()).toEqual([]);
  });
});
