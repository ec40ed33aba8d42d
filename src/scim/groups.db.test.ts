import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScimWorld, groupOf, patchOf, type ScimWorld, userOf } from '../../test/support/scim-world.ts';

let world: ScimWorld;
let people: string[];
beforeAll(async () => {
  world = await createScimWorld();
  people = await Promise.all(
    Array.from({ length: 12 }, (_, n) => world.createUser(userOf(`p${n}@corp.example`))),
  );
});
afterAll(() => world.close());

const membersOf = (ids: readonly string[]) => ids.map((value) => ({ value }));

test('twelve PATCHes of one group at the same time all hold', async () => {
  const id = await world.createGroup(groupOf('At once', { members: membersOf(people.slice(0, 6)) }));
  const answers = await Promise.all(
    people.map((person, n) =>
      world.send(
        'PATCH',
        `/Groups/${id}`,
        patchOf(
          n < 6
            ? { op: 'Remove', path: `members[value eq "${person}"]` }
            : { op: 'Add', path: 'members', value: membersOf([person]) },
        ),
      ),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 204));
  expect(await world.members(id)).toEqual(people.slice(6).sort());
  const { version } = (await world.send('GET', `/Groups/${id}`)).json().meta;
  expect(version).toBe('W/"13"');
});

test('the same user and the same group, created ten times at once, are there once', async () => {
  for (const [path, body] of [
    ['/Users', userOf('racer@corp.example')],
    ['/Groups', groupOf('Racers')],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.send('POST', path, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(9).fill(409)]);
  }
});

test('a group of groups, and not of itself or of strangers', async () => {
  const inner = await world.createGroup(groupOf('Inner', { members: membersOf(people.slice(0, 1)) }));
  const outer = await world.createGroup(groupOf('Outer', { members: membersOf([inner]) }));
  expect((await world.send('GET', `/Groups/${outer}`)).json().members).toMatchObject([
    { value: inner, type: 'Group' },
  ]);
  for (const value of [outer, 'stranger']) {
    const add = patchOf({ op: 'add', path: 'members', value: membersOf([people[1] as string, value]) });
    const response = await world.send('PATCH', `/Groups/${outer}`, add);
    expect([response.statusCode, response.json().scimType]).toEqual([400, 'invalidValue']);
  }
  expect(await world.members(outer)).toEqual([inner]);
});

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'Replace', 'remove'), chosen: fc.subarray([...Array(12).keys()]) }),
  fc.record({
    op: fc.constant('filter'),
    chosen: fc.subarray([...Array(12).keys()], { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ op: fc.constant('none'), chosen: fc.constant<number[]>([]) }),
);
type Change = { op: string; chosen: number[] };

function operationOf({ op, chosen }: Change) {
  const ids = chosen.map((n) => people[n] as string);
  if (op === 'none') return { op: 'remove', path: 'members' };
  if (op === 'filter') {
    return { op: 'Remove', path: `members[${ids.map((id) => `value eq "${id}"`).join(' or ')}]` };
  }
  return { op, path: 'members', value: membersOf(ids) };
}

/** What a set would say. */
function modelled(members: ReadonlySet<number>, { op, chosen }: Change): Set<number> {
  if (op === 'add') return new Set([...members, ...chosen]);
  if (op === 'Replace') return new Set(chosen);
  if (op === 'none') return new Set();
  return new Set([...members].filter((one) => !chosen.includes(one)));
}

test('members after any sequence of PATCHes are those of a set', async () => {
  const id = await world.createGroup(groupOf('Modelled'));
  let model = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
      async (requests) => {
        for (const changes of requests) {
          const response = await world.send('PATCH', `/Groups/${id}`, patchOf(...changes.map(operationOf)));
          expect(response.statusCode).toBe(204);
          model = changes.reduce<Set<number>>(modelled, model);
          const expected = [...model].map((n) => people[n] as string).sort();
          expect(await world.members(id)).toEqual(expected);
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);

test('ten thousand members come and go in sets: statements follow the batches, not the members', async () => {
  const { admin, tenants } = world.service.test;
  await admin(
    `INSERT INTO principals (tenant_id, id, display_name, type, source)
     SELECT $1, 'many-' || n, 'Many ' || n, 'user', 'scim' FROM generate_series(1, 10000) n`,
    [tenants.a],
  );
  await admin(
    `INSERT INTO scim_resources (tenant_id, id, type, user_name_key, resource, created_at, changed_at)
     SELECT $1, 'many-' || n, 'User', 'many-' || n, json_build_object('userName', 'many-' || n), now(), now()
     FROM generate_series(1, 10000) n`,
    [tenants.a],
  );
  const id = await world.createGroup(groupOf('Everybody'));
  const everybody = Array.from({ length: 10_000 }, (_, n) => `many-${n + 1}`);
  const statements = countStatements(world);
  for (let from = 0; from < everybody.length; from += 1_000) {
    const batch = everybody.slice(from, from + 1_000);
    const response = await world.send(
      'PATCH',
      `/Groups/${id}`,
      patchOf({ op: 'Add', path: 'members', value: membersOf(batch) }),
    );
    expect(response.statusCode).toBe(204);
  }
  // Ten requests of a thousand members each.
  expect(statements.count / 10).toBeLessThan(40);
  expect((await world.members(id)).length).toBe(10_000);
  expect((await world.send('GET', `/Groups/${id}`)).json().members.length).toBe(10_000);

  statements.count = 0;
  const [last] = everybody;
  await world.send(
    'PATCH',
    `/Groups/${id}`,
    patchOf({ op: 'replace', path: 'members', value: membersOf([last as string]) }),
  );
  expect(await world.members(id)).toEqual([last]);
  expect(statements.count).toBeLessThan(250);
  statements.stop();
}, 120_000);

/** Of transactions of the service. */
function countStatements({ service }: ScimWorld): { count: number; stop(): void } {
  const { db } = service.test;
  const counter = { count: 0, stop: () => Object.assign(db, { transaction }) };
  const { transaction } = db;
  Object.assign(db, {
    transaction: (...[tenantId, work, plans]: Parameters<typeof transaction>) =>
      transaction(
        tenantId,
        (tx) =>
          work({
            ...tx,
            query: (text, values) => {
              counter.count += 1;
              return tx.query(text, values);
            },
          }),
        plans,
      ),
  });
  return counter;
}
