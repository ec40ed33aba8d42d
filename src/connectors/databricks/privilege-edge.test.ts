import { describe, expect, test } from 'vitest';
import { emailOf, idOf, METASTORE } from '../../../test/support/databricks-account.ts';
import { databricksChanges, grant, membership } from '../../../test/support/databricks-changes.ts';
import { CRM, group, MAIN, ORDERS, user } from '../../../test/support/databricks-world.ts';
import type { Edge } from '../connector.ts';

const databricks = databricksChanges();

describe('privileges', () => {
  test('of one principal are taken in one change, and nobody else is named', async () => {
    const { undo, statements } = await databricks.planned(grant(group(1), ORDERS));
    await databricks.connector.revoke(undo);
    await databricks.connector.restore(undo);
    const path = '/api/2.1/unity-catalog/permissions/table/main.sales.orders';
    const omit_permissions_in_response = true;
    expect(databricks.writes()).toEqual([
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
    const paths = await databricks.connector.paths(subject);
    expect(paths).toEqual([
      expect.objectContaining({
        kind: 'direct',
        edge: null,
        permission: 'read_write',
        description:
          'Holds MODIFY, SELECT on the catalog main, which contains it. It is not taken away here.',
      }),
    ]);
    expect(await databricks.connector.plan(grant(user(6), ORDERS))).toEqual({ outcome: 'already_absent' });
    const { undo, warnings } = await databricks.planned(grant(user(6), MAIN));
    expect(warnings).toContainEqual(expect.stringContaining('everything in the catalog'));
    await databricks.connector.revoke(undo);
    expect(await databricks.connector.paths(subject)).toEqual([]);
    await databricks.connector.restore(undo);
    expect(await databricks.connector.paths(subject)).toEqual(paths);
  });

  test('through groups in groups name every group on the way', async () => {
    const [path] = await databricks.connector.paths({ principal_key: user(3), asset_key: ORDERS });
    expect(path).toMatchObject({
      kind: 'group',
      keys: [user(3), group(2), group(1), ORDERS],
      edge: membership(2, user(3)),
      description: 'Through juniors, then analysts, which holds MODIFY, SELECT.',
    });
  });

  test('of everybody and of the owner are ways in that nobody can close here', async () => {
    const kinds = async (number: number, asset_key: string) =>
      (await databricks.connector.paths({ principal_key: user(number), asset_key })).map(({ kind, edge }) => [
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
    const { undo } = await databricks.planned(grant(group(7), `metastore/${METASTORE}`));
    expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of a group that Lapse is in stay: it could lose its own', async () => {
    databricks.server.account.give('catalog', 'main', 'programs', ['USE_CATALOG']);
    databricks.server.account.showAll();
    expect(await databricks.connector.plan(grant(group(9), MAIN))).toMatchObject({
      reason: 'connector_itself',
    });
  });

  test('come back to a group under its new name', async () => {
    const { undo } = await databricks.planned(grant(group(1), ORDERS));
    await databricks.connector.revoke(undo);
    const row = databricks.server.account.groups.get(idOf('group', 1)) as Record<string, unknown>;
    row.displayName = 'data analysts';
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(databricks.server.account.privileges.get('table main.sales.orders')?.get('data analysts')).toEqual(
      ['MODIFY', 'SELECT'],
    );
  });

  test('and owners may be written in another case than the principal is', async () => {
    const { account } = databricks.server;
    const [written, held] = ['USER1@Corp.Example', account.privileges.get('table main.sales.orders')];
    held?.delete(emailOf(1));
    held?.set(written, ['SELECT']);
    account.showAll();
    const edge = grant(user(1), ORDERS);
    expect(await databricks.connector.verify({ edge, subject: null, undo: null })).toMatchObject({
      edge: 'present',
    });
    const { undo } = await databricks.planned(edge);
    expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(databricks.writes().at(-1)?.[2]).toMatchObject({
      changes: [{ principal: written, remove: ['SELECT'] }],
    });
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    (account.securables.get('table main.sales.orders')?.row as Record<string, unknown>).owner = written;
    expect(await databricks.connector.plan(edge)).toMatchObject({ reason: 'owner' });
  });

  test('of a name that two have are changed only when the number says whose they are', async () => {
    const name = emailOf(1);
    databricks.server.account.addGroup(30, { displayName: name });
    expect((await databricks.connector.plan(grant(user(1), ORDERS))).outcome).toBe('planned');
    await databricks.reopen({});
    databricks.server.intercept = ({ path }) =>
      path.includes('/permissions/table/main.sales.orders')
        ? { json: { privilege_assignments: [{ principal: name, privileges: ['SELECT'] }] } }
        : undefined;
    for (const key of [user(1), group(30)]) {
      expect(await databricks.connector.plan(grant(key, ORDERS))).toMatchObject({
        outcome: 'not_possible',
        message: expect.stringContaining('name of somebody else'),
      });
    }
    expect(databricks.writes()).toEqual([]);
  });

  test('of kinds that are new are taken and given back as they are called', async () => {
    databricks.server.account.give('table', 'main.sales.orders', emailOf(1), ['SOMETHING_NEW_2']);
    databricks.server.account.showAll();
    const before = databricks.server.account.dump();
    const { undo } = await databricks.planned(grant(user(1), ORDERS));
    expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await databricks.connector.restore(JSON.parse(JSON.stringify(undo)))).toEqual({
      outcome: 'restored',
    });
    expect(databricks.server.account.dump()).toEqual(before);
  });

  test('that changed since the plan are left alone', async () => {
    const { undo } = await databricks.planned(grant(user(1), ORDERS));
    databricks.server.account.give('table', 'main.sales.orders', emailOf(1), ['MODIFY']);
    databricks.server.account.showAll();
    expect(await databricks.connector.revoke(undo)).toMatchObject({
      outcome: 'changed',
      message: expect.stringContaining('MODIFY, SELECT now and was SELECT'),
    });
    expect(databricks.writes()).toEqual([]);
    expect(await databricks.connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
      edge: 'partial',
    });
  });

  test('of which some were put back by hand are completed', async () => {
    const { undo } = await databricks.planned(grant(group(1), ORDERS));
    await databricks.connector.revoke(undo);
    databricks.server.account.give('table', 'main.sales.orders', 'analysts', ['SELECT']);
    databricks.server.account.showAll();
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(databricks.writes().at(-1)?.[2]).toMatchObject({
      changes: [{ principal: 'analysts', add: ['MODIFY'] }],
    });
  });

  test('named by another grant are not touched', async () => {
    const other: Edge = { ...grant(user(1), ORDERS), grant_key: `grant/${user(4)}/${ORDERS}` } as Edge;
    expect(await databricks.connector.plan(other)).toEqual({ outcome: 'already_absent' });
  });

  test('of somebody who is gone cannot be given back', async () => {
    const { undo } = await databricks.planned(grant(user(1), ORDERS));
    await databricks.connector.revoke(undo);
    databricks.server.account.users.delete(idOf('user', 1));
    expect(await databricks.connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      reason: 'unknown_principal',
    });
  });
});
