import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createScimWorld,
  ENTERPRISE,
  groupOf,
  patchOf,
  type ScimWorld,
  userOf,
} from '../../test/support/scim-world.ts';

let world: ScimWorld;
let userId: string;
let groupId: string;
beforeAll(async () => {
  world = await createScimWorld();
  userId = await world.createUser(
    userOf('ann@corp.example', { emails: [{ value: 'ann@corp.example', type: 'work' }] }),
  );
  groupId = await world.createGroup(groupOf('Readers', { members: [{ value: userId }] }));
});
afterAll(() => world.close());

type Answer = Awaited<ReturnType<ScimWorld['send']>>;

/** An answer of SCIM: what was asked for, or what is wrong in the form that providers understand. */
function requireScim(response: Answer): number {
  const { statusCode, body } = response;
  const isGood = statusCode < 300 && (body === '' || response.json().schemas !== undefined);
  if (isGood) return statusCode;
  expect([statusCode >= 400 && statusCode < 500, body]).toEqual([true, body]);
  expect(response.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(response.json()).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(statusCode),
    detail: expect.any(String),
  });
  expect(response.headers['x-request-id']).toBeDefined();
  return statusCode;
}

const names = fc.constantFrom(
  'userName',
  'displayName',
  'active',
  'emails',
  'members',
  'name',
  'externalId',
  'schemas',
  'id',
  'meta',
  'name.givenName',
  'emails[type eq "work"].value',
  'members[value eq "x"]',
  'emails[',
  'groups',
  ENTERPRISE,
  `${ENTERPRISE}:manager`,
  'nonsense',
  '',
  '__proto__x',
);
const values = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    'True',
    'False',
    null,
    [],
    {},
    '',
    'x'.repeat(600),
    [{ value: 'x' }],
    { value: 'x' },
    [[[]]],
    { value: { value: 1 } },
  ),
);
const bodies = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(names, values, { maxKeys: 6 }),
  fc.record({ userName: fc.string(), emails: values, name: values, active: values, [ENTERPRISE]: values }),
  fc.record({ displayName: fc.string(), members: values }),
  fc.record({
    schemas: values,
    Operations: fc.array(
      fc.record(
        {
          op: fc.oneof(fc.constantFrom('add', 'Replace', 'REMOVE'), values),
          path: fc.oneof(names, values),
          value: fc.oneof(values, fc.dictionary(names, values)),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 4 },
    ),
  }),
);

test('any JSON gets an answer of SCIM, whatever it is sent to', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.constantFrom('POST /Users', 'POST /Groups', 'PUT user', 'PUT group', 'PATCH user', 'PATCH group'),
      async (body, where) => {
        const [method = '', path = ''] = where.split(' ');
        const address = path === 'user' ? `/Users/${userId}` : path === 'group' ? `/Groups/${groupId}` : path;
        const status = requireScim(await world.send(method as 'POST', address, JSON.stringify(body)));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      },
    ),
    // Some of it is good, whatever chance brings, or nothing behind the first check would be tried.
    { numRuns: 600, endOnFailure: true, examples: [[{ displayName: 'Auditors' }, 'POST /Groups']] },
  );
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 201, 400]));
}, 120_000);

const words = fc.constantFrom(
  'userName',
  'emails',
  'members',
  'eq',
  'ne',
  'co',
  'pr',
  'and',
  'or',
  'not',
  '(',
  ')',
  '[',
  ']',
  '"x"',
  '"',
  'true',
  'null',
  '12',
  'title',
  'meta.created',
  'emails.value',
  '.value',
  'x',
  `${ENTERPRISE}:department`,
  `urn:x:y`,
  '\\',
  '"\\ud800"',
  'active',
  'gt',
  '"2026-01-01T00:00:00Z"',
);

test('any filter gets a list, or says what is wrong with it', async () => {
  const statuses = new Set<number>();
  const filters = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 9 }).map((each) => each.join(' ')),
  );
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom('/Users', '/Groups'), async (filter, path) => {
      const response = await world.send('GET', `${path}?filter=${encodeURIComponent(filter.toWellFormed())}`);
      const status = requireScim(response);
      statuses.add(status);
      if (status === 400) expect(response.json().scimType).toMatch(/^invalid(Filter|Value|Syntax)$/);
    }),
    { numRuns: 600, endOnFailure: true },
  );
  expect([...statuses].sort()).toEqual([200, 400]);
}, 120_000);

test.each([
  ['a filter that ends', '/Users?filter=userName%20eq', 'invalidFilter'],
  ['an attribute that nobody has', '/Users?filter=nonsense%20eq%20%22x%22', 'invalidFilter'],
  ['brackets that are never closed', '/Users?filter=emails%5Btype%20eq%20%22work%22', 'invalidFilter'],
  ['a number of a page', '/Users?startIndex=first', 'invalidValue'],
  ['a parameter twice', '/Users?count=1&count=2', 'invalidValue'],
  ['a filter of members that would need all of them', '/Groups?filter=members%20pr', 'invalidFilter'],
  ['brackets without end', `/Users?filter=${encodeURIComponent('('.repeat(2_000))}`, 'invalidFilter'],
])('%s is refused by name', async (_, path, scimType) => {
  const response = await world.send('GET', path);
  expect([requireScim(response), response.json().scimType]).toEqual([400, scimType]);
});

test.each<[string, object, string]>([
  ['no operation', { Operations: [] }, 'invalidSyntax'],
  ['an operation that is none', patchOf({ op: 'move', path: 'displayName' }), 'invalidSyntax'],
  ['a path to nowhere', patchOf({ op: 'replace', path: 'nonsense', value: 'x' }), 'invalidPath'],
  ['a removal of everything', patchOf({ op: 'remove' }), 'noTarget'],
  ['a user without a name', patchOf({ op: 'remove', path: 'userName' }), 'invalidValue'],
  [
    'a user of whom nobody knows whether they are active',
    patchOf({ op: 'remove', path: 'active' }),
    'invalidValue',
  ],
  ['an activity that is a number', patchOf({ op: 'replace', path: 'active', value: 1 }), 'invalidValue'],
  ['another id', patchOf({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
  [
    'an e-mail that no equality tells',
    patchOf({ op: 'replace', path: 'emails[type sw "ho"].value', value: 'x' }),
    'noTarget',
  ],
  [
    'a filter that cannot be read',
    patchOf({ op: 'replace', path: 'emails[type eq].value', value: 'x' }),
    'invalidFilter',
  ],
])('a PATCH with %s changes nothing and says why', async (_, body, scimType) => {
  const before = (await world.send('GET', `/Users/${userId}`)).body;
  const operations = (body as { Operations: object[] }).Operations;
  const mixed =
    operations.length > 0
      ? patchOf({ op: 'replace', path: 'displayName', value: 'Changed' }, ...operations)
      : body;
  const response = await world.send('PATCH', `/Users/${userId}`, mixed);
  expect([requireScim(response), response.json().scimType]).toEqual([400, scimType]);
  expect((await world.send('GET', `/Users/${userId}`)).body).toBe(before);
});

test('what is wrong before a route is reached is said in the same form', async () => {
  const statuses = {
    'an unknown path': [await world.send('GET', '/Nonsense'), 404],
    'the root': [await world.send('GET', ''), 404],
    'a path that is none': [await world.send('GET', '/Users/%zz'), 400],
    'an unknown user': [await world.send('GET', '/Users/nobody'), 404],
    'a group asked for as a user': [await world.send('GET', `/Users/${groupId}`), 404],
    'another method': [await world.send('DELETE', '/Users'), 405],
    'no JSON': [await world.send('POST', '/Users', '{'), 400],
    'no body': [await world.send('POST', '/Users'), 400],
    'a key that is no field': [await world.send('POST', '/Users', '{"__proto__":{}}'), 400],
    'half of a surrogate pair': [await world.send('POST', '/Users', '{"userName":"\\ud800"}'), 400],
    'another type': [await world.send('POST', '/Users', 'a=b', { 'content-type': 'text/plain' }), 415],
    'too much': [await world.send('POST', '/Users', `{"userName":"${'x'.repeat(1_100_000)}"}`), 413],
    'no token': [await world.send('GET', '/Users', undefined, { authorization: '' }), 401],
  } as const;
  for (const [name, [response, status]] of Object.entries(statuses)) {
    expect([name, requireScim(response)]).toEqual([name, status]);
  }
  expect(statuses['no token'][0].headers['www-authenticate']).toMatch(/^Bearer/);
  expect(statuses['another method'][0].headers.allow).toBe('GET, HEAD, POST');
});

test('a DELETE that names a type of a body that it does not have is one', async () => {
  const id = await world.createUser(userOf('leaver@corp.example'));
  const response = await world.send('DELETE', `/Users/${id}`, undefined, {
    'content-type': 'application/scim+json',
  });
  expect(response.statusCode).toBe(204);
});

test('a tenant that has used its minute hears when to come again, and its people do not', async () => {
  const limited = await createScimWorld({ RATE_LIMIT_SCIM: '3' });
  try {
    const answers = [];
    for (let n = 0; n < 5; n += 1)
      answers.push(await limited.send(n % 2 ? 'POST' : 'GET', '/Users', n % 2 ? userOf(`u${n}`) : undefined));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 201, 200, 429, 429]);
    for (const refused of answers.slice(3)) {
      requireScim(refused);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['x-ratelimit-limit']).toBe('3');
    }
    expect((await limited.service.call({ method: 'GET', url: '/v1/principals' })).statusCode).toBe(200);
  } finally {
    await limited.close();
  }
});
