import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectError, listAll } from '../../../test/support/connector-world.ts';
import { emailOf, guidOf, idOf, METASTORE, OWN_SP } from '../../../test/support/databricks-account.ts';
import { scimError } from '../../../test/support/databricks-scim.ts';
import {
  ACCOUNT_ID,
  type DatabricksServer,
  platformError,
  startDatabricksServer,
} from '../../../test/support/databricks-server.ts';
import {
  CRM,
  connectDatabricks,
  fillAccount,
  group,
  job,
  MAIN,
  ORDERS,
  user,
  WORKSPACE,
} from '../../../test/support/databricks-world.ts';
import type { Connector, Edge, RevokePlan, UndoRecord } from '../connector.ts';

let server: DatabricksServer;
let connector: Connector;

beforeEach(async () => {
  server = await startDatabricksServer();
  fillAccount(server.account);
  connector = connectDatabricks(server);
});
afterEach(async () => {
  expect(server.disasters).toEqual([]);
  expect(server.unknown).toEqual([]);
  expect(server.misdirected).toEqual([]);
  await connector.close();
  await server.close();
});

const reopen = async (settings: object): Promise<void> => {
  await connector.close();
  connector = connectDatabricks(server, settings);
};
const membership = (number: number, member = user(1)): Edge => ({
  kind: 'membership',
  group_key: group(number),
  member_key: member,
});
const grant = (principal_key: string, asset_key: string): Edge => ({
  kind: 'grant',
  principal_key,
  asset_key,
});

async function planned(edge: Edge): Promise<Extract<RevokePlan, { outcome: 'planned' }>> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan;
}

const writes = () =>
  server.seen
    .filter(
      ({ method, path }) => method !== 'GET' && !path.endsWith('/token') && !path.includes('/statements'),
    )
    .map(({ method, path, body }) => [method, path, body === '' ? null : JSON.parse(body)]);

const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

describe('a membership', () => {
  test('is removed by a filter, and put back as one member', async () => {
    const { undo, statements } = await planned(membership(7));
    await connector.revoke(undo);
    await connector.restore(undo);
    const path = `/api/2.0/accounts/${ACCOUNT_ID}/scim/v2/Groups/${idOf('group', 7)}`;
    const member = idOf('user', 1);
    expect(writes()).toEqual([
      [
        'PATCH',
        path,
        { schemas: PATCH_OP, Operations: [{ op: 'remove', path: `members[value eq "${member}"]` }] },
      ],
      [
        'PATCH',
        path,
        { schemas: PATCH_OP, Operations: [{ op: 'add', path: 'members', value: [{ value: member }] }] },
      ],
    ]);
    expect(statements).toEqual([`PATCH ${path} ${JSON.stringify(writes()[0]?.[2])}`]);
  });

  test.each([
    [3, 'not_supported', 'take the person out of the group there'],
    [4, 'built_in', 'in every workspace'],
    [5, 'superuser', 'administrators of the account'],
    [6, 'last_owner', 'administers the metastore'],
    [9, 'connector_itself', 'service principal of Lapse is in programs'],
  ] as const)('of group %i stays: %s', async (number, reason, why) => {
    server.account.members.get(idOf('group', 9))?.set(`Users/${idOf('user', 1)}`, true);
    server.account.showAll();
    const plan = await connector.plan(membership(number));
    expect(plan).toMatchObject({ outcome: 'not_possible', reason, message: expect.stringContaining(why) });
    // A record of a time when it could be changed changes nothing either.
    const state = { membership: { group_id: idOf('group', number), member_id: idOf('user', 1) } };
    const undo: UndoRecord = {
      version: 1,
      platform: 'databricks',
      edge: membership(number),
      made_at: '',
      statements: [],
      state,
    };
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason });
    // To put somebody in does no harm to whom it leaves there.
    expect(await connector.restore(undo)).toMatchObject(
      reason === 'last_owner' ? { outcome: 'already_present' } : { outcome: 'not_possible', reason },
    );
    expect(writes()).toEqual([]);
  });

  test('of a provisioned group is refused with what names the group where it comes from', async () => {
    expect(await connector.plan(membership(3))).toMatchObject({
      details: { provisioned: true, external_id: guidOf(203), group: 'finance' },
    });
  });

  test('of the group of metastore admins goes when somebody else is in it, who can sign in', async () => {
    const stewards = server.account.members.get(idOf('group', 6));
    stewards?.set(`Users/${idOf('user', 9)}`, true);
    stewards?.set(`Groups/${idOf('group', 1)}`, true);
    server.account.showAll();
    expect(await connector.plan(membership(6))).toMatchObject({ reason: 'last_owner' });
    stewards?.set(`Users/${idOf('user', 2)}`, true);
    server.account.showAll();
    expect((await connector.plan(membership(6))).outcome).toBe('planned');
  });

  test('of a group that administers a workspace goes when somebody else still does, or is in it', async () => {
    const assigned = server.account.assignments.get('1234567890123456');
    assigned?.clear();
    assigned?.set(idOf('group', 7), ['ADMIN']);
    server.account.showAll();
    expect(await connector.plan(membership(7))).toMatchObject({
      reason: 'last_owner',
      message: expect.stringContaining('the workspace analytics'),
    });
    assigned?.set(idOf('user', 9), ['ADMIN']);
    server.account.showAll();
    expect((await connector.plan(membership(7))).outcome).toBe('not_possible');
    assigned?.set(idOf('user', 2), ['ADMIN']);
    server.account.showAll();
    expect((await connector.plan(membership(7))).outcome).toBe('planned');
    assigned?.delete(idOf('user', 2));
    server.account.members.get(idOf('group', 7))?.set(`Users/${idOf('user', 3)}`, true);
    server.account.showAll();
    expect((await connector.plan(membership(7))).outcome).toBe('planned');
  });

  test('of a group of metastore admins comes back, although everybody else has left meanwhile', async () => {
    const stewards = server.account.members.get(idOf('group', 6));
    stewards?.set(`Users/${idOf('user', 2)}`, true);
    server.account.showAll();
    const { undo } = await planned(membership(6));
    await connector.revoke(undo);
    stewards?.clear();
    server.account.showAll();
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of the account cannot be changed from a workspace; a local one can', async () => {
    await reopen({ account_id: null, account_url: null });
    expect(await connector.plan(membership(7))).toMatchObject({
      reason: 'not_supported',
      message: expect.stringContaining('account_id'),
    });
    server.account.addGroup(20, { displayName: 'local', meta: { resourceType: 'WorkspaceGroup' } }, [
      `Users/${idOf('user', 1)}`,
    ]);
    server.account.showAll();
    const { undo } = await planned(membership(20));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of a service principal and of a group in a group', async () => {
    for (const member of [job(1), group(2)]) {
      const { undo, warnings } = await planned(membership(1, member));
      expect(warnings[0]).toContain('All access through analysts ends');
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
        edge: 'absent',
      });
      expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    }
  });
});

describe('privileges', () => {
  test('of one principal are taken in one change, and nobody else is named', async () => {
    const { undo, statements } = await planned(grant(group(1), ORDERS));
    await connector.revoke(undo);
    await connector.restore(undo);
    const path = '/api/2.1/unity-catalog/permissions/table/main.sales.orders';
    const omit_permissions_in_response = true;
    expect(writes()).toEqual([
      [
        'PATCH',
        path,
        { changes: [{ principal: 'analysts', remove: ['MODIFY', 'SELECT'] }], omit_permissions_in_response },
      ],
      [
        'PATCH',
        path,
        { changes: [{ principal: 'analysts', add: ['MODIFY', 'SELECT'] }], omit_permissions_in_response },
      ],
    ]);
    expect(statements).toEqual([
      `PATCH ${path} {"changes":[{"principal":"analysts","remove":["MODIFY","SELECT"]}]}`,
    ]);
  });

  test('on a catalog reach everything in it: shown on a table, but not taken away there', async () => {
    const subject = { principal_key: user(6), asset_key: ORDERS };
    const paths = await connector.paths(subject);
    expect(paths).toEqual([
      expect.objectContaining({
        kind: 'direct',
        edge: null,
        permission: 'read_write',
        description:
          'Holds MODIFY, SELECT on the catalog main, which contains it. It is not taken away here.',
      }),
    ]);
    expect(await connector.plan(grant(user(6), ORDERS))).toEqual({ outcome: 'already_absent' });
    const { undo, warnings } = await planned(grant(user(6), MAIN));
    expect(warnings).toContainEqual(expect.stringContaining('everything in the catalog'));
    await connector.revoke(undo);
    expect(await connector.paths(subject)).toEqual([]);
    await connector.restore(undo);
    expect(await connector.paths(subject)).toEqual(paths);
  });

  test('through groups in groups name every group on the way', async () => {
    const [path] = await connector.paths({ principal_key: user(3), asset_key: ORDERS });
    expect(path).toMatchObject({
      kind: 'group',
      keys: [user(3), group(2), group(1), ORDERS],
      edge: membership(2, user(3)),
      description: 'Through juniors, then analysts, which holds MODIFY, SELECT.',
    });
  });

  test('of everybody and of the owner are ways in that nobody can close here', async () => {
    const kinds = async (number: number, asset_key: string) =>
      (await connector.paths({ principal_key: user(number), asset_key })).map(({ kind, edge }) => [
        kind,
        edge,
      ]);
    expect(await kinds(1, CRM)).toEqual([['everybody', null]]);
    expect(await kinds(5, CRM)).toEqual([
      ['owner', null],
      ['everybody', null],
    ]);
    // Through the group that owns it.
    expect(await kinds(1, 'table/main.hr.people')).toEqual([['group', membership(6)]]);
  });

  test('on the metastore', async () => {
    const { undo } = await planned(grant(group(7), `metastore/${METASTORE}`));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of a group that Lapse is in stay: it could lose its own', async () => {
    server.account.give('catalog', 'main', 'programs', ['USE_CATALOG']);
    server.account.showAll();
    expect(await connector.plan(grant(group(9), MAIN))).toMatchObject({ reason: 'connector_itself' });
  });

  test('come back to a group under its new name', async () => {
    const { undo } = await planned(grant(group(1), ORDERS));
    await connector.revoke(undo);
    const row = server.account.groups.get(idOf('group', 1)) as Record<string, unknown>;
    row.displayName = 'data analysts';
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(server.account.privileges.get('table main.sales.orders')?.get('data analysts')).toEqual([
      'MODIFY',
      'SELECT',
    ]);
  });

  test('and owners may be written in another case than the principal is', async () => {
    const { account } = server;
    const [written, held] = ['USER1@Corp.Example', account.privileges.get('table main.sales.orders')];
    held?.delete(emailOf(1));
    held?.set(written, ['SELECT']);
    account.showAll();
    const edge = grant(user(1), ORDERS);
    expect(await connector.verify({ edge, subject: null, undo: null })).toMatchObject({ edge: 'present' });
    const { undo } = await planned(edge);
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(writes().at(-1)?.[2]).toMatchObject({ changes: [{ principal: written, remove: ['SELECT'] }] });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    (account.securables.get('table main.sales.orders')?.row as Record<string, unknown>).owner = written;
    expect(await connector.plan(edge)).toMatchObject({ reason: 'owner' });
  });

  test('of a name that two have are changed only when the number says whose they are', async () => {
    const name = emailOf(1);
    server.account.addGroup(30, { displayName: name });
    expect((await connector.plan(grant(user(1), ORDERS))).outcome).toBe('planned');
    await reopen({});
    server.intercept = ({ path }) =>
      path.includes('/permissions/table/main.sales.orders')
        ? { json: { privilege_assignments: [{ principal: name, privileges: ['SELECT'] }] } }
        : undefined;
    for (const key of [user(1), group(30)]) {
      expect(await connector.plan(grant(key, ORDERS))).toMatchObject({
        outcome: 'not_possible',
        message: expect.stringContaining('name of somebody else'),
      });
    }
    expect(writes()).toEqual([]);
  });

  test('of kinds that are new are taken and given back as they are called', async () => {
    server.account.give('table', 'main.sales.orders', emailOf(1), ['SOMETHING_NEW_2']);
    server.account.showAll();
    const before = server.account.dump();
    const { undo } = await planned(grant(user(1), ORDERS));
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(JSON.parse(JSON.stringify(undo)))).toEqual({ outcome: 'restored' });
    expect(server.account.dump()).toEqual(before);
  });

  test('that changed since the plan are left alone', async () => {
    const { undo } = await planned(grant(user(1), ORDERS));
    server.account.give('table', 'main.sales.orders', emailOf(1), ['MODIFY']);
    server.account.showAll();
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'changed',
      message: expect.stringContaining('MODIFY, SELECT now and was SELECT'),
    });
    expect(writes()).toEqual([]);
    expect(await connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
      edge: 'partial',
    });
  });

  test('of which some were put back by hand are completed', async () => {
    const { undo } = await planned(grant(group(1), ORDERS));
    await connector.revoke(undo);
    server.account.give('table', 'main.sales.orders', 'analysts', ['SELECT']);
    server.account.showAll();
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(writes().at(-1)?.[2]).toMatchObject({ changes: [{ principal: 'analysts', add: ['MODIFY'] }] });
  });

  test('named by another grant are not touched', async () => {
    const other: Edge = { ...grant(user(1), ORDERS), grant_key: `grant/${user(4)}/${ORDERS}` } as Edge;
    expect(await connector.plan(other)).toEqual({ outcome: 'already_absent' });
  });

  test('of somebody who is gone cannot be given back', async () => {
    const { undo } = await planned(grant(user(1), ORDERS));
    await connector.revoke(undo);
    server.account.users.delete(idOf('user', 1));
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'unknown_principal',
    });
  });
});

describe('a workspace', () => {
  test('is left as one left it, and entered again with the same permission', async () => {
    const { undo } = await planned(grant(user(2), WORKSPACE));
    const path = `/api/2.0/accounts/${ACCOUNT_ID}/workspaces/1234567890123456/permissionassignments/principals/${idOf('user', 2)}`;
    expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(writes()).toEqual([
      ['DELETE', path, null],
      ['PUT', path, { permissions: ['USER'] }],
    ]);
  });

  test('keeps its last administrator: one who cannot sign in, or a group, does not count', async () => {
    const edge = grant(user(1), WORKSPACE);
    const assigned = server.account.assignments.get('1234567890123456');
    assigned?.set(idOf('group', 1), ['ADMIN']);
    server.account.showAll();
    expect(await connector.plan(edge)).toMatchObject({ outcome: 'not_possible', reason: 'last_owner' });
    assigned?.set(idOf('user', 2), ['ADMIN']);
    server.account.showAll();
    expect((await connector.plan(edge)).outcome).toBe('planned');
  });

  test('is not left by who holds a permission that could not be given back', async () => {
    server.account.assignments.get('1234567890123456')?.set(idOf('user', 2), ['USER', 'VISITOR']);
    server.account.showAll();
    expect(await connector.plan(grant(user(2), WORKSPACE))).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('VISITOR'),
    });
  });

  test('is not entered with another permission than somebody gave meanwhile', async () => {
    const { undo } = await planned(grant(user(2), WORKSPACE));
    await connector.revoke(undo);
    server.account.assignments.get('1234567890123456')?.set(idOf('user', 2), ['ADMIN']);
    server.account.showAll();
    expect(await connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('as ADMIN'),
    });
  });

  test('shows who is in it, itself and through a group', async () => {
    const paths = await connector.paths({ principal_key: user(2), asset_key: WORKSPACE });
    expect(paths.map(({ kind, permission }) => [kind, permission])).toEqual([
      ['direct', 'use'],
      ['group', 'use'],
    ]);
  });

  test.each([{}, { permissions: [] }, { permissions: ['user'] }])('is not written with %j', async (state) => {
    const { undo } = await planned(grant(user(2), WORKSPACE));
    await expectError(connector.restore({ ...undo, state }), 'invalid_undo');
    expect(writes()).toEqual([]);
  });
});

describe('what goes wrong', () => {
  const edge = grant(user(1), ORDERS);

  test('what is not shown in time is not claimed', async () => {
    const { undo } = await planned(edge);
    server.account.lag_ms = 1_000_000;
    await expectError(connector.revoke(undo), 'timeout', 'unknown');
    server.account.lag_ms = 0;
    server.account.showAll();
    expect(await connector.verify({ edge, subject: null, undo })).toMatchObject({ edge: 'absent' });
  });

  test.each([
    ['a grant', edge],
    ['a membership', membership(7)],
    ['an assignment', grant(user(2), WORKSPACE)],
  ] as const)(
    'an answer about %s that was lost leaves the effect unknown; what is read back decides',
    async (_, what) => {
      const { undo } = await planned(what);
      server.intercept = ({ method }) => {
        if (method !== 'PATCH' && method !== 'DELETE') return undefined;
        const { account } = server;
        account.write(() => {
          account.privileges.get('table main.sales.orders')?.delete(emailOf(1));
          account.members.get(idOf('group', 7))?.clear();
          account.assignments.get('1234567890123456')?.delete(idOf('user', 2));
        });
        return { cut: 'before' };
      };
      await expectError(connector.revoke(undo), 'unavailable', 'unknown');
      expect(await connector.verify({ edge: what, subject: null, undo })).toMatchObject({ edge: 'absent' });
      expect(writes()).toHaveLength(1);
      server.intercept = null;
      expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
    },
  );

  test.each([{ 'retry-after': '1' }, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }, {}])(
    'throttling (%j) is waited out',
    async (headers) => {
      const { undo } = await planned(edge);
      let refused = 0;
      server.intercept = ({ method }) =>
        method === 'PATCH' && refused++ === 0
          ? { ...platformError(429, 'RESOURCE_EXHAUSTED', 'Try again later.'), headers }
          : undefined;
      expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(writes()).toHaveLength(2);
    },
  );

  test.each([
    ['manage', grant(user(1), ORDERS)],
    ['groups', membership(7)],
    ['workspaces', grant(user(2), WORKSPACE)],
  ] as const)('a right that is missing (%s) is an answer', async (lacking, what) => {
    const { undo } = await planned(what);
    server.account.lacks.add(lacking);
    expect(await connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason: 'not_permitted' });
  });

  test.each([
    ['JSON', edge, platformError(400, 'INVALID_PARAMETER_VALUE', 'Not applicable.'), 'Not applicable.'],
    ['SCIM', membership(7), scimError(400, 'Read only.', 'mutability'), 'mutability: Read only.'],
    ['text', edge, { status: 400, text: 'BAD_REQUEST: no.' }, 'BAD_REQUEST: no.'],
  ] as const)('what the platform does not take is said in its words (%s)', async (_, what, answer, words) => {
    const { undo } = await planned(what);
    server.intercept = ({ method }) => (method === 'PATCH' ? answer : undefined);
    expect(await connector.revoke(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'not_supported',
      message: expect.stringContaining(words),
    });
  });

  test('a page instead of an answer, as behind a private link, is not followed', async () => {
    server.intercept = ({ path }) =>
      path.includes('/unity-catalog/')
        ? { status: 302, headers: { location: '/login.html?error=private-link-validation-error' } }
        : undefined;
    await expectError(connector.plan(edge), 'protocol', 'none');
    expect(server.seen.some(({ path }) => path.includes('login.html'))).toBe(false);
  });

  test('our own service principal keeps what it has', async () => {
    const own = `service_principal/${OWN_SP}`;
    for (const what of [grant(own, MAIN), membership(9, own)]) {
      expect(await connector.plan(what)).toMatchObject({ reason: 'connector_itself' });
    }
  });
});

test('500 random remediations and as many reverts leave the account exactly as it was', async () => {
  await reopen({ settle_ms: 0 });
  const { account } = server;
  const random = fc.sample(fc.record({ who: fc.nat(), what: fc.nat(), how: fc.nat() }), {
    numRuns: 1_100,
    seed: 7,
  });
  for (let i = 0; i < 60; i++) account.addUser(100 + i);
  for (let i = 0; i < 12; i++) account.addGroup(100 + i);
  for (let i = 0; i < 30; i++) account.addSecurable('table', `main.hr.t${i}`);
  const privileges = ['SELECT', 'MODIFY', 'ALL_PRIVILEGES', 'APPLY_TAG', 'BROWSE'];
  for (const { who, what, how } of random) {
    const groupName = `Group ${100 + (what % 12)}`;
    const reference = `Users/${idOf('user', 100 + (who % 60))}`;
    if (how % 3 === 0) account.members.get(idOf('group', 100 + (what % 12)))?.set(reference, true);
    else {
      const principal = who % 5 === 0 ? groupName : emailOf(100 + (who % 60));
      account.give('table', `main.hr.t${what % 30}`, principal, [privileges[how % 5] as string]);
    }
  }
  account.showAll();
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
  const before = account.dump();
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
          undos.push(JSON.parse(JSON.stringify(plan.undo)));
        }
        expect(undos).toHaveLength(500);
        expect(account.dump()).not.toEqual(before);
        const at = turn % undos.length;
        for (const undo of [...undos.slice(at), ...undos.slice(0, at)]) {
          expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
        }
        expect(account.dump()).toEqual(before);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
}, 120_000);
