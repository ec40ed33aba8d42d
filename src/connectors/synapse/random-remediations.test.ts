import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAll } from '../../../test/support/connector-world.ts';
import type { SqlDatabase } from '../../../test/support/synapse/sql-database.ts';
import { type SynapseServer, startSynapseServer } from '../../../test/support/synapse/synapse-server.ts';
import { idOf, ROLES } from '../../../test/support/synapse/synapse-workspace.ts';
import { connectSynapse, dumpOf, fillSynapse, mail } from '../../../test/support/synapse/synapse-world.ts';
import type { Connector, Edge, UndoRecord } from '../connector.ts';

const USERS = 30;
const SQL_ROLES = 8;
const TABLES = 12;
const REMOVALS = 100 * Number(process.env.REMEDIATION_ROUNDS ?? 1);
const PERMISSIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'REFERENCES', 'CONTROL', 'EXECUTE', 'ALTER'];
const ITEMS = ['', 'bigDataPools/spark1', 'linkedServices/lake'];

let server: SynapseServer;
let connector: Connector;

beforeEach(async () => {
  server = await startSynapseServer();
  fillSynapse(server);
  connector = connectSynapse(server, { settle_ms: 0, synapse_roles: 'on' });
});
afterEach(async () => {
  await connector.close();
  expect(server.unknown).toEqual([]);
  await server.close();
});

const aChoice = fc.record({ who: fc.nat(), what: fc.nat(), how: fc.nat(), on: fc.nat() });

function grantAtRandom(database: SqlDatabase, seed: number): void {
  const users = Array.from({ length: USERS }, (_, i) =>
    database.addPrincipal('E', mail(`p${i}`), idOf('user', 100 + i)),
  );
  const roles = Array.from({ length: SQL_ROLES }, (_, i) => database.addPrincipal('R', `role ${i}`));
  const tables = Array.from({ length: TABLES }, (_, i) =>
    database.addObject(i % 3 === 0 ? 'mart' : 'dbo', `t${i}`),
  );
  const schema = database.schemaNamed('mart')?.id as number;
  const taken = new Set<string>();
  for (const { who, what, how, on } of fc.sample(aChoice, { numRuns: 450, seed })) {
    const grantee = who % 5 === 0 ? (roles[what % SQL_ROLES] as number) : (users[who % USERS] as number);
    if (how % 4 === 0) {
      const role = on % SQL_ROLES;
      const isRole = roles.includes(grantee);
      // Roles in roles make no circle.
      if (!isRole || roles.indexOf(grantee) > role) database.join(roles[role] as number, grantee);
      continue;
    }
    const name = PERMISSIONS[how % PERMISSIONS.length] as string;
    const place =
      on % 10 === 0
        ? ({ class: 0, major_id: 0, minor_id: 0 } as const)
        : on % 10 === 1
          ? ({ class: 3, major_id: schema, minor_id: 0 } as const)
          : ({ class: 1, major_id: tables[on % TABLES] as number, minor_id: on % 7 === 0 ? 2 : 0 } as const);
    const key = `${place.class} ${place.major_id} ${place.minor_id} ${grantee} ${name}`;
    if (taken.has(key)) continue;
    taken.add(key);
    const grantor = database.ownerOf(place);
    const state = how % 9 === 0 ? 'W' : how % 13 === 0 ? 'D' : 'G';
    database.grant({ ...place, grantee, name, grantor, state });
  }
}

function assignAtRandom(seed: number): void {
  const taken = new Set<string>();
  const names = Object.values(ROLES);
  for (const { who, what, on } of fc.sample(aChoice, { numRuns: 120, seed })) {
    const [role, item] = [names[what % names.length] as string, ITEMS[on % ITEMS.length] as string];
    const key = `${who % USERS} ${role} ${item}`;
    if (taken.has(key)) continue;
    taken.add(key);
    server.workspace.assign(role, idOf('user', 100 + (who % USERS)), { item });
  }
}

/** What stands on a whole table is given back before what stands on its columns: GRANT clears those. */
const isOnColumn = ({ edge }: UndoRecord): boolean =>
  edge.kind === 'grant' && (edge.grant_key ?? '').includes('/column');

test(`${REMOVALS} random remediations and as many reverts leave the workspace and its databases exactly as they were`, async () => {
  for (const [i, database] of [...server.databases.values()].entries()) grantAtRandom(database, 11 + i);
  assignAtRandom(13);
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
  const before = dumpOf(server);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(edges, { minLength: edges.length }),
      fc.nat(),
      async (order, turn) => {
        const undos: UndoRecord[] = [];
        const kinds = new Map<string, number>();
        for (const edge of order) {
          if (undos.length === REMOVALS) break;
          const plan = await connector.plan(edge);
          if (plan.outcome !== 'planned') {
            expect(plan).toMatchObject({ outcome: 'not_possible', message: expect.any(String) });
            continue;
          }
          expect(await connector.revoke(plan.undo)).toEqual({ outcome: 'revoked' });
          undos.push(JSON.parse(JSON.stringify(plan.undo)));
          const [kind = ''] = (edge.kind === 'grant' ? (edge.grant_key ?? '') : edge.kind).split('/');
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        }
        expect(undos).toHaveLength(REMOVALS);
        for (const kind of ['permission', 'membership', 'synapse_role'])
          expect(kinds.get(kind)).toBeGreaterThan(REMOVALS / 25);
        expect(dumpOf(server)).not.toEqual(before);
        const at = turn % undos.length;
        const mixed = [...undos.slice(at), ...undos.slice(0, at)];
        for (const undo of [...mixed.filter((one) => !isOnColumn(one)), ...mixed.filter(isOnColumn)]) {
          expect(await connector.restore(undo)).toEqual({ outcome: 'restored' });
        }
        expect(dumpOf(server)).toEqual(before);
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
}, 120_000);
