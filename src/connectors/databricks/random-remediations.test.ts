import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listAll } from '../../../test/support/connector-world.ts';
import { emailOf, idOf } from '../../../test/support/databricks-account.ts';
import { databricksChanges } from '../../../test/support/databricks-changes.ts';
import type { Edge, UndoRecord } from '../connector.ts';

const databricks = databricksChanges();

test('500 random remediations and as many reverts leave the account exactly as it was', async () => {
  await databricks.reopen({ settle_ms: 0 });
  const { account } = databricks.server;
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
  const { grants, memberships } = await listAll(databricks.connector);
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
          const plan = await databricks.connector.plan(edge);
          if (plan.outcome !== 'planned') {
            expect(plan).toMatchObject({ outcome: 'not_possible', message: expect.any(String) });
            continue;
          }
          expect(await databricks.connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
          undos.push(JSON.parse(JSON.stringify(plan.undo)));
        }
        expect(undos).toHaveLength(500);
        expect(account.dump()).not.toEqual(before);
        const at = turn % undos.length;
        for (const undo of [...undos.slice(at), ...undos.slice(0, at)]) {
          expect(await databricks.connector.restore(undo)).toEqual({ outcome: 'restored' });
        }
        expect(account.dump()).toEqual(before);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
}, 120_000);
