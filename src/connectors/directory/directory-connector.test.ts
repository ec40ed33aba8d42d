import { expect, test } from 'vitest';
import { describeConformance } from '../../../test/support/describe-conformance.ts';
import { directoryWorld, smallDirectory } from '../../../test/support/directory-world.ts';
import type { Edge, UndoRecord } from '../connector.ts';
import { directoryConnector } from './directory-connector.ts';

describeConformance('the imported directory', directoryWorld);

const environment = { now: () => new Date('2026-03-01T09:00:00Z') };

async function undoFor(connector: ReturnType<typeof directoryConnector>, edge: Edge): Promise<UndoRecord> {
  const plan = await connector.plan(edge);
  if (plan.outcome !== 'planned') throw new Error(JSON.stringify(plan));
  return plan.undo;
}

test('someone in a nested group leaves the group that is theirs, and loses what came through it', async () => {
  const rows = smallDirectory();
  const connector = directoryConnector(rows, environment);
  const [path] = await connector.paths({ principal_key: 'carol', asset_key: 'orders' });
  expect(path?.keys).toEqual(['carol', 'juniors', 'analysts', 'orders']);
  expect(path?.edge).toEqual({ kind: 'membership', group_key: 'juniors', member_key: 'carol' });
  const undo = await undoFor(connector, path?.edge as Edge);
  expect(undo.state.grant_ids).toEqual(['g-carol']);
  await connector.revoke(undo);
  expect(rows.holdings.get('g-carol')?.status).toBe('revoked');
  expect(rows.holdings.get('g-analysts')?.status).toBe('active');
  expect(await connector.paths({ principal_key: 'carol', asset_key: 'orders' })).toEqual([]);
});

test('a membership that is held twice over takes nothing away, and both ways are shown', async () => {
  const rows = smallDirectory().addMember('analysts', 'carol');
  const connector = directoryConnector(rows, environment);
  const subject = { principal_key: 'carol', asset_key: 'orders' };
  const edges = (await connector.paths(subject)).map((path) => path.edge);
  expect(edges).toHaveLength(2);
  const undo = await undoFor(connector, { kind: 'membership', group_key: 'analysts', member_key: 'carol' });
  expect(undo.state.grant_ids).toEqual([]);
  await connector.revoke(undo);
  const verified = await connector.verify({ edge: undo.edge, subject, undo });
  expect(verified.edge).toBe('absent');
  expect(verified.paths.map((path) => path.edge)).toEqual([
    { kind: 'membership', group_key: 'juniors', member_key: 'carol' },
  ]);
});

test('one of several grants can be named', async () => {
  const rows = smallDirectory().addGrant('g-ana-2', 'ana', 'orders');
  const connector = directoryConnector(rows, environment);
  const edge: Edge = { kind: 'grant', principal_key: 'ana', asset_key: 'orders', grant_key: 'g-ana-2' };
  const undo = await undoFor(connector, edge);
  await connector.revoke(undo);
  expect(rows.holdings.get('g-ana')?.status).toBe('active');
  expect(rows.holdings.get('g-ana-2')?.status).toBe('revoked');
});

test('a grant through a group without imported members ends as the row that it is', async () => {
  const rows = smallDirectory().addGrant('g-x', 'ana', 'ledger', 'finance');
  const connector = directoryConnector(rows, environment);
  const [path] = await connector.paths({ principal_key: 'ana', asset_key: 'ledger' });
  expect(path).toMatchObject({ kind: 'group', edge: { kind: 'grant', grant_key: 'g-x' } });
  await connector.revoke(await undoFor(connector, path?.edge as Edge));
  expect(rows.holdings.get('g-x')?.status).toBe('revoked');
});

test('rows that changed after the plan are left alone', async () => {
  const rows = smallDirectory();
  const connector = directoryConnector(rows, environment);
  const undo = await undoFor(connector, { kind: 'grant', principal_key: 'ana', asset_key: 'orders' });
  rows.addGrant('g-ana-2', 'ana', 'orders');
  expect((await connector.revoke(undo)).outcome).toBe('changed');
  expect(rows.holdings.get('g-ana')?.status).toBe('active');
});

test('a restore of rows that were deleted says so and changes nothing', async () => {
  const rows = smallDirectory();
  const connector = directoryConnector(rows, environment);
  const undo = await undoFor(connector, { kind: 'membership', group_key: 'analysts', member_key: 'bob' });
  await connector.revoke(undo);
  rows.holdings.delete('g-bob');
  expect(await connector.restore(undo)).toMatchObject({
    outcome: 'not_possible',
    details: { unknown_grant_ids: ['g-bob'] },
  });
  expect((await connector.verify({ edge: undo.edge, subject: null, undo })).edge).toBe('absent');
});
