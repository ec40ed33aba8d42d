import { describe, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { idOf } from '../../../test/support/databricks-account.ts';
import { databricksChanges, grant } from '../../../test/support/databricks-changes.ts';
import { ACCOUNT_ID } from '../../../test/support/databricks-server.ts';
import { user, WORKSPACE } from '../../../test/support/databricks-world.ts';

const databricks = databricksChanges();

describe('a workspace', () => {
  test('is left as one left it, and entered again with the same permission', async () => {
    const { undo } = await databricks.planned(grant(user(2), WORKSPACE));
    const path = `/api/2.0/accounts/${ACCOUNT_ID}/workspaces/1234567890123456/permissionassignments/principals/${idOf('user', 2)}`;
    expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    expect(databricks.writes()).toEqual([
      ['DELETE', path, null],
      ['PUT', path, { permissions: ['USER'] }],
    ]);
  });

  test('keeps its last administrator: one who cannot sign in, or a group, does not count', async () => {
    const edge = grant(user(1), WORKSPACE);
    const assigned = databricks.server.account.assignments.get('1234567890123456');
    assigned?.set(idOf('group', 1), ['ADMIN']);
    databricks.server.account.showAll();
    expect(await databricks.connector.plan(edge)).toMatchObject({
      outcome: 'not_possible',
      reason: 'last_owner',
    });
    assigned?.set(idOf('user', 2), ['ADMIN']);
    databricks.server.account.showAll();
    expect((await databricks.connector.plan(edge)).outcome).toBe('planned');
  });

  test('is not left by who holds a permission that could not be given back', async () => {
    databricks.server.account.assignments.get('1234567890123456')?.set(idOf('user', 2), ['USER', 'VISITOR']);
    databricks.server.account.showAll();
    expect(await databricks.connector.plan(grant(user(2), WORKSPACE))).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('VISITOR'),
    });
  });

  test('is not entered with another permission than somebody gave meanwhile', async () => {
    const { undo } = await databricks.planned(grant(user(2), WORKSPACE));
    await databricks.connector.revoke(undo);
    databricks.server.account.assignments.get('1234567890123456')?.set(idOf('user', 2), ['ADMIN']);
    databricks.server.account.showAll();
    expect(await databricks.connector.restore(undo)).toMatchObject({
      outcome: 'not_possible',
      message: expect.stringContaining('as ADMIN'),
    });
  });

  test('shows who is in it, itself and through a group', async () => {
    const paths = await databricks.connector.paths({ principal_key: user(2), asset_key: WORKSPACE });
    expect(paths.map(({ kind, permission }) => [kind, permission])).toEqual([
      ['direct', 'use'],
      ['group', 'use'],
    ]);
  });

  test.each([{}, { permissions: [] }, { permissions: ['user'] }])('is not written with %j', async (state) => {
    const { undo } = await databricks.planned(grant(user(2), WORKSPACE));
    await expectError(databricks.connector.restore({ ...undo, state }), 'invalid_undo');
    expect(databricks.writes()).toEqual([]);
  });
});
