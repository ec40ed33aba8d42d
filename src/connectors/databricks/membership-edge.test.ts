import { describe, expect, test } from 'vitest';
import { guidOf, idOf } from '../../../test/support/databricks-account.ts';
import { databricksChanges, membership, PATCH_OP } from '../../../test/support/databricks-changes.ts';
import { ACCOUNT_ID } from '../../../test/support/databricks-server.ts';
import { group, job } from '../../../test/support/databricks-world.ts';
import type { UndoRecord } from '../connector.ts';

const databricks = databricksChanges();

describe('a membership', () => {
  test('is removed by a filter, and put back as one member', async () => {
    const { undo, statements } = await databricks.planned(membership(7));
    await databricks.connector.revoke(undo);
    await databricks.connector.restore(undo);
    const path = `/api/2.0/accounts/${ACCOUNT_ID}/scim/v2/Groups/${idOf('group', 7)}`;
    const member = idOf('user', 1);
    expect(databricks.writes()).toEqual([
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
    expect(statements).toEqual([`PATCH ${path} ${JSON.stringify(databricks.writes()[0]?.[2])}`]);
  });

  test.each([
    [3, 'not_supported', 'take the person out of the group there'],
    [4, 'built_in', 'in every workspace'],
    [5, 'superuser', 'administrators of the account'],
    [6, 'last_owner', 'administers the metastore'],
    [9, 'connector_itself', 'service principal of Lapse is in programs'],
  ] as const)('of group %i stays: %s', async (number, reason, why) => {
    databricks.server.account.members.get(idOf('group', 9))?.set(`Users/${idOf('user', 1)}`, true);
    databricks.server.account.showAll();
    const plan = await databricks.connector.plan(membership(number));
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
    expect(await databricks.connector.revoke(undo)).toMatchObject({ outcome: 'not_possible', reason });
    // To put somebody in does no harm to whom it leaves there.
    expect(await databricks.connector.restore(undo)).toMatchObject(
      reason === 'last_owner' ? { outcome: 'already_present' } : { outcome: 'not_possible', reason },
    );
    expect(databricks.writes()).toEqual([]);
  });

  test('of a provisioned group is refused with what names the group where it comes from', async () => {
    expect(await databricks.connector.plan(membership(3))).toMatchObject({
      details: { provisioned: true, external_id: guidOf(203), group: 'finance' },
    });
  });

  test('of the group of metastore admins goes when somebody else is in it, who can sign in', async () => {
    const stewards = databricks.server.account.members.get(idOf('group', 6));
    stewards?.set(`Users/${idOf('user', 9)}`, true);
    stewards?.set(`Groups/${idOf('group', 1)}`, true);
    databricks.server.account.showAll();
    expect(await databricks.connector.plan(membership(6))).toMatchObject({ reason: 'last_owner' });
    stewards?.set(`Users/${idOf('user', 2)}`, true);
    databricks.server.account.showAll();
    expect((await databricks.connector.plan(membership(6))).outcome).toBe('planned');
  });

  test('of a group that administers a workspace goes when somebody else still does, or is in it', async () => {
    const assigned = databricks.server.account.assignments.get('1234567890123456');
    assigned?.clear();
    assigned?.set(idOf('group', 7), ['ADMIN']);
    databricks.server.account.showAll();
    expect(await databricks.connector.plan(membership(7))).toMatchObject({
      reason: 'last_owner',
      message: expect.stringContaining('the workspace analytics'),
    });
    assigned?.set(idOf('user', 9), ['ADMIN']);
    databricks.server.account.showAll();
    expect((await databricks.connector.plan(membership(7))).outcome).toBe('not_possible');
    assigned?.set(idOf('user', 2), ['ADMIN']);
    databricks.server.account.showAll();
    expect((await databricks.connector.plan(membership(7))).outcome).toBe('planned');
    assigned?.delete(idOf('user', 2));
    databricks.server.account.members.get(idOf('group', 7))?.set(`Users/${idOf('user', 3)}`, true);
    databricks.server.account.showAll();
    expect((await databricks.connector.plan(membership(7))).outcome).toBe('planned');
  });

  test('of a group of metastore admins comes back, although everybody else has left meanwhile', async () => {
    const stewards = databricks.server.account.members.get(idOf('group', 6));
    stewards?.set(`Users/${idOf('user', 2)}`, true);
    databricks.server.account.showAll();
    const { undo } = await databricks.planned(membership(6));
    await databricks.connector.revoke(undo);
    stewards?.clear();
    databricks.server.account.showAll();
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of the account cannot be changed from a workspace; a local one can', async () => {
    await databricks.reopen({ account_id: null, account_url: null });
    expect(await databricks.connector.plan(membership(7))).toMatchObject({
      reason: 'not_supported',
      message: expect.stringContaining('account_id'),
    });
    databricks.server.account.addGroup(
      20,
      { displayName: 'local', meta: { resourceType: 'WorkspaceGroup' } },
      [`Users/${idOf('user', 1)}`],
    );
    databricks.server.account.showAll();
    const { undo } = await databricks.planned(membership(20));
    expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
    expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
  });

  test('of a service principal and of a group in a group', async () => {
    for (const member of [job(1), group(2)]) {
      const { undo, warnings } = await databricks.planned(membership(1, member));
      expect(warnings[0]).toContain('All access through analysts ends');
      expect(await databricks.connector.revoke(undo)).toEqual({ outcome: 'revoked' });
      expect(await databricks.connector.verify({ edge: undo.edge, subject: null, undo })).toMatchObject({
        edge: 'absent',
      });
      expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
    }
  });
});
