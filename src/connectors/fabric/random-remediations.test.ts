import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAll } from '../../../test/support/connector-world.ts';
import { type FabricServer, startFabricServer } from '../../../test/support/fabric/fabric-server.ts';
import { idOf, oneLakeMember, oneLakeRole } from '../../../test/support/fabric/fabric-tenant.ts';
import { connectFabric, fillFabric, group } from '../../../test/support/fabric/fabric-world.ts';
import type { Connector, Edge, UndoRecord } from '../connector.ts';

const USERS = 50;
const GROUPS = 10;
const PLACES = 8;
const REMOVALS = 100 * Number(process.env.REMEDIATION_ROUNDS ?? 1);

let server: FabricServer;
let connector: Connector;

beforeEach(async () => {
  server = await startFabricServer();
  fillFabric(server.tenant);
  server.paging.size = 7;
  connector = connectFabric(server.url, { settle_ms: 0 });
});
afterEach(async () => {
  await connector.close();
  expect(server.unknown).toEqual([]);
  await server.close();
});

function giveAtRandom(): void {
  const { tenant } = server;
  const own = tenant.truth.workspaces.get(idOf('workspace', 1))?.access.values().next().value?.holder ?? {};
  const users = Array.from({ length: USERS }, (_, i) => tenant.user(100 + i));
  const groups = Array.from({ length: GROUPS }, (_, i) => group(100 + i));
  const places = Array.from({ length: PLACES }, (_, i) => {
    const kind = i % 4 === 3 ? 'connections' : 'workspaces';
    const place = tenant.addPlace(kind, 100 + i, `Place ${i}`);
    tenant.give(place, own, kind === 'workspaces' ? 'Admin' : 'Owner');
    return { kind, place } as const;
  });
  const sample = (seed: number) =>
    fc.sample(fc.record({ who: fc.nat(), where: fc.nat(), how: fc.nat() }), { numRuns: 600, seed });
  const anybody = (who: number) => (who % 6 === 0 ? groups[who % GROUPS] : users[who % USERS]) ?? {};
  for (const { who, where, how } of sample(11)) {
    const { kind, place } = places[where % PLACES] as (typeof places)[number];
    const roles =
      kind === 'workspaces'
        ? ['Admin', 'Member', 'Contributor', 'Viewer']
        : ['Owner', 'UserWithReshare', 'User'];
    tenant.give(place, anybody(who), roles[how % roles.length] as string);
  }
  for (const [i, { kind, place }] of places.entries()) {
    if (kind === 'connections') continue;
    const item = tenant.addItem(100 + i, place.id, 'Lakehouse', `Lake ${i}`);
    const roles = Array.from({ length: 10 }, () => new Set<string>());
    for (const { who, how } of sample(20 + i).slice(0, 80)) roles[how % 10]?.add(String(anybody(who).id));
    tenant.setRoles(
      item.id,
      roles.map((ids, n) =>
        oneLakeRole(
          `Role ${n}`,
          [...ids].map((id) => oneLakeMember(id, id.startsWith('b2') ? 'Group' : 'User')),
        ),
      ),
    );
  }
  tenant.showAll();
}

test(`${REMOVALS} random remediations and as many reverts leave the tenant exactly as it was`, async () => {
  giveAtRandom();
  const { tenant } = server;
  const { grants, memberships } = await listAll(connector);
  const edges: Edge[] = [
    ...grants
      .filter(({ revocable }) => revocable)
      .map(
        ({ principal_key, asset_key, key }): Edge => ({
          kind: 'grant',
          principal_key,
          asset_key,
          grant_key: key,
        }),
      ),
    ...memberships.map(({ group_key, member_key }): Edge => ({ kind: 'membership', group_key, member_key })),
  ];
  expect(edges.length).toBeGreaterThan(REMOVALS + 60);
  const before = tenant.dump();
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(edges, { minLength: edges.length }),
      fc.nat(),
      async (order, turn) => {
        const undos: UndoRecord[] = [];
        for (const edge of order) {
          if (undos.length === REMOVALS) break;
          const plan = await connector.plan(edge);
          if (plan.outcome !== 'planned') {
            expect(plan).toMatchObject({ outcome: 'not_possible', message: expect.any(String) });
            continue;
          }
          expect(await connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
          expect((await connector.verify({ edge, subject: null, undo: plan.undo })).edge).toBe('absent');
          undos.push(JSON.parse(JSON.stringify(plan.undo)));
        }
        expect(undos).toHaveLength(REMOVALS);
        expect(tenant.dump()).not.toEqual(before);
        const at = turn % undos.length;
        for (const undo of [...undos.slice(at), ...undos.slice(0, at)]) {
          expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
        }
        expect(tenant.dump()).toEqual(before);
        expect(server.disasters).toEqual([]);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
});
