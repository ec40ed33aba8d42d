import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresWorld, postgresWorld, SHOP } from '../../../test/support/postgres-world.ts';
import { TARGETS, type TargetServer } from '../../../test/support/target-server.ts';
import { type Edge, type Page, pagesOf, type UndoRecord } from '../connector.ts';

const ROLES = Array.from({ length: 14 }, (_, i) => `r${i}`);
const TABLES = Array.from({ length: 20 }, (_, i) => `sales.x${i}`);
const RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
const COLUMN_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'];
const REMOVALS_PER_ROUND = 100;

/** The owner, mostly: others may give on only what they were given so. */
const aGiver = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(...ROLES) },
);
const aGrant = fc.record({
  table: fc.constantFrom(...TABLES),
  grantee: fc.constantFrom(...ROLES),
  by: aGiver,
  rights: fc.uniqueArray(fc.constantFrom(...RIGHTS), { minLength: 1, maxLength: 4 }),
  columns: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', '"C d"'), { minLength: 1 }), { freq: 3 }),
  option: fc.boolean(),
});
const aMembership = fc.record({
  group: fc.constantFrom(...ROLES),
  member: fc.constantFrom(...ROLES),
  by: aGiver,
  options: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
});

/** What the server refuses (no grant option, a circle of groups) is simply not there. */
async function grantAtRandom(server: TargetServer): Promise<void> {
  const client = new pg.Client({ ...server.superuser, database: SHOP });
  await client.connect();
  const attempt = (text: string) => client.query(text).catch(() => {});
  for (const role of ROLES) await client.query(`CREATE ROLE ${role}; GRANT USAGE ON SCHEMA sales TO ${role}`);
  for (const table of TABLES) {
    await client.query(`CREATE TABLE ${table} (a integer, b integer, "C d" integer)`);
    await client.query(`ALTER TABLE ${table} OWNER TO shop_owner`);
  }
  for (const { table, grantee, by, rights, columns, option } of fc.sample(aGrant, {
    numRuns: 900,
    seed: 7,
  })) {
    const kinds = columns ? rights.filter((right) => COLUMN_RIGHTS.includes(right)) : rights;
    if (kinds.length === 0) continue;
    const list = kinds.map((right) => (columns ? `${right} (${columns.join(', ')})` : right)).join(', ');
    await client.query(`SET ROLE ${by ?? 'shop_owner'}`);
    await attempt(`GRANT ${list} ON ${table} TO ${grantee}${option ? ' WITH GRANT OPTION' : ''}`);
    await client.query('RESET ROLE');
  }
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num')::integer >= 160000 AS is_new",
  );
  for (const { group, member, by, options } of fc.sample(aMembership, { numRuns: 120, seed: 8 })) {
    const [admin, inherit, set] = options;
    const giver = by ? ` GRANTED BY ${by}` : '';
    const how = rows[0].is_new
      ? `WITH ADMIN ${admin}, INHERIT ${inherit}, SET ${set}`
      : admin
        ? 'WITH ADMIN OPTION'
        : '';
    await attempt(`GRANT ${group} TO ${member} ${how}${giver}`);
  }
  await client.end();
}

// Each is a dozen statements. Other orders come with the next run, or with more rounds.
const ROUNDS = Number(process.env.REMEDIATION_ROUNDS ?? 1);

describe.each(TARGETS.map((target, i) => ({ ...target, rounds: i === 0 ? ROUNDS : 1 })))(
  'on $name',
  ({ start, rounds }) => {
    let server: TargetServer;
    let world: PostgresWorld;
    let edges: Edge[];
    beforeAll(async () => {
      server = await start();
      world = await postgresWorld(server);
      await grantAtRandom(server);
      edges = await allEdges();
    });
    afterAll(async () => {
      await world?.close();
      await server?.stop();
    });

    async function allEdges(): Promise<Edge[]> {
      const all = async <T>(list: (cursor: string | null) => Promise<Page<T>>): Promise<T[]> => {
        const items: T[] = [];
        for await (const page of pagesOf(list)) items.push(...page.items);
        return items;
      };
      const grants = await all((cursor) => world.connector.grants(cursor));
      const memberships = await all((cursor) => world.connector.memberships(cursor));
      return [
        ...grants
          .filter((grant) => grant.revocable)
          .map(({ principal_key, asset_key }): Edge => ({ kind: 'grant', principal_key, asset_key })),
        ...memberships.map(
          ({ group_key, member_key }): Edge => ({ kind: 'membership', group_key, member_key }),
        ),
      ];
    }

    /** Removes until enough is gone; what others depend on has to wait for them, as it would for a person. */
    async function removeMany(order: Edge[]): Promise<UndoRecord[]> {
      const undos: UndoRecord[] = [];
      for (const edge of order) {
        if (undos.length === REMOVALS_PER_ROUND) break;
        const plan = await world.connector.plan(edge);
        if (plan.outcome !== 'planned') {
          expect(plan).toMatchObject({ outcome: 'not_possible', message: expect.any(String) });
          continue;
        }
        const outcome = await world.connector.revoke(plan.undo);
        if (outcome.outcome !== 'revoked') {
          expect(outcome).toMatchObject({ outcome: 'not_possible' });
          continue;
        }
        expect((await world.connector.verify({ edge, subject: null, undo: plan.undo })).edge).toBe('absent');
        undos.push(JSON.parse(JSON.stringify(plan.undo)));
      }
      return undos;
    }

    async function restoreAll(undos: UndoRecord[]): Promise<void> {
      let waiting = undos;
      while (waiting.length > 0) {
        const still: UndoRecord[] = [];
        for (const undo of waiting) {
          const { outcome } = await world.connector.restore(undo);
          if (outcome === 'not_possible') still.push(undo);
          else expect(outcome).toBe('restored');
        }
        // Whoever gave a right must have it back first; each round some do.
        expect(still.length).toBeLessThan(waiting.length);
        waiting = still;
      }
    }

    test(`${rounds * REMOVALS_PER_ROUND} remediations and as many reverts leave the server exactly as it was`, async () => {
      expect(edges.length).toBeGreaterThan(300);
      const before = await world.dump();
      let operations = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(edges, { minLength: edges.length }),
          fc.infiniteStream(fc.nat()),
          async (order, random) => {
            const undos = await removeMany(order);
            expect(await world.dump()).not.toEqual(before);
            const weights = new Map(undos.map((undo) => [undo, random.next().value]));
            await restoreAll([...undos].sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0)));
            expect(await world.dump()).toEqual(before);
            operations += 2 * undos.length;
          },
        ),
        { numRuns: rounds, endOnFailure: true },
      );
      expect(operations).toBe(2 * rounds * REMOVALS_PER_ROUND);
    });
  },
);
