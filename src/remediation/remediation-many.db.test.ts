import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  user,
} from '../../test/support/remediation-world.ts';

let world: RemediationWorld;
beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

test('200 revocations and reverts leave the directory exactly as before', async () => {
  await world.importLines(Array.from({ length: 100 }, (_, i) => user(`p${i}`)));
  await world.importLines(
    Array.from({ length: 100 }, (_, i) => ({ kind: 'membership', group_id: 'team', member_id: `p${i}` })),
  );
  await world.importLines([
    ...Array.from({ length: 100 }, (_, i) => grant(`d${i}`, `p${i}`, 'wiki')),
    ...Array.from({ length: 100 }, (_, i) => grant(`i${i}`, `p${i}`, 'crm', { via_group_id: 'team' })),
  ]);
  const picture = async () => [
    await world.store.admin(
      'SELECT id, principal_id, asset_id, permission, via_group_id, status, granted_at FROM grants ORDER BY id',
    ),
    await world.store.admin('SELECT group_id, member_id FROM memberships ORDER BY 1, 2'),
  ];
  const before = await picture();
  await world.start(...Array.from({ length: 100 }, (_, i) => [`d${i}`, `i${i}`]).flat());
  await Promise.all([world.work(), world.work()]);
  expect(await world.store.admin('SELECT status, count(*)::int AS n FROM remediations GROUP BY 1')).toEqual([
    { status: 'completed', n: 200 },
  ]);
  expect(await world.store.admin("SELECT count(*)::int AS n FROM grants WHERE status = 'revoked'")).toEqual([
    { n: 200 },
  ]);
  await world.store.admin(
    "UPDATE remediations SET status = 'running', operation = 'restore', attempts = 0, due_at = '2026-06-01T12:00:00Z'",
  );
  await Promise.all([world.work(), world.work()]);
  expect(await world.store.admin('SELECT status, count(*)::int AS n FROM remediations GROUP BY 1')).toEqual([
    { status: 'reverted', n: 200 },
  ]);
  expect(await picture()).toEqual(before);
});
