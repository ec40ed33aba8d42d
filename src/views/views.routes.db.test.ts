import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { callerOf } from '../../test/support/callers.ts';
import { blocksOf, explainKept, withChildren } from '../../test/support/explain.ts';
import { ROLES } from '../gateway/roles.rules.ts';
import { SHARED_MAX, VIEWS_MAX } from './view.rules.ts';
import { listViews } from './views.sql.ts';

let service: TestApp;

beforeAll(async () => {
  service = await createTestApp({
    // "a olaf service.reviewer": the tenant, who, and the roles.
    authenticate:
      ({ tenants }) =>
      async (authorization) => {
        const [tenant, subject, ...roles] = (authorization ?? `a nobody ${ROLES.join(' ')}`).split(' ');
        return callerOf(tenant === 'b' ? tenants.b : tenants.a, {
          subject: subject as string,
          roles: new Set(ROLES.filter((role) => roles.includes(role))),
        });
      },
  });
  const people = ['ann', 'bob', 'olaf', 'mia'].map((id) => ({
    kind: 'principal',
    id,
    type: 'user',
    display_name: `The ${id}`,
  }));
  await service.import(people);
  await service.call({
    method: 'POST',
    url: '/v1/directory/import',
    headers: { 'content-type': 'application/x-ndjson', authorization: 'b admin service.admin' },
    payload: people.map((line) => JSON.stringify(line)).join('\n'),
  });
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE views'));

const ANN = 'a ann';
const BOB = 'a bob';
const OLAF = 'a olaf service.reviewer';
const ADMIN = 'a mia service.admin';

async function as(
  who: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const answer = await service.call({
    method,
    url,
    ...(payload ? { payload } : {}),
    headers: { authorization: who, ...headers },
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

const content = { name: 'Critical', query: { risk_level: 'critical' }, hidden_columns: ['through'] };
const save = (who: string, more: object = {}) =>
  as(who, 'POST', '/v1/views', { page: 'grants', ...content, ...more });
const saved = async (who: string, more: object = {}): Promise<string> => (await save(who, more)).body.id;
const namesOf = async (who: string, query = '?page=grants'): Promise<string[]> =>
  (await as(who, 'GET', `/v1/views${query}`)).body.items.map(({ name }: { name: string }) => name).sort();
const entriesOf = (id: string): Promise<Record<string, unknown>[]> =>
  service.test.admin(
    "SELECT event_type, actor, description, data FROM audit_entries WHERE data ->> 'view_id' = $1 ORDER BY id",
    [id],
  );

describe('a view', () => {
  test('is of whoever saved it, and of nobody else', async () => {
    const { status, body } = await save(ANN);
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        page: 'grants',
        ...content,
        shared: false,
        owner_id: 'ann',
        owner_name: 'The ann',
        is_mine: true,
        created_at: body.created_at,
        changed_at: body.created_at,
      },
    ]);
    expect(await namesOf(ANN)).toEqual(['Critical']);
    for (const other of [BOB, ADMIN, 'b ann service.admin', 'a nobody service.admin']) {
      expect([other, await namesOf(other)]).toEqual([other, []]);
      for (const [method, path, payload] of [
        ['PATCH', '', { name: 'Mine now' }],
        ['DELETE', '', undefined],
        ['POST', '/share', {}],
        ['POST', '/unshare', {}],
      ] as const) {
        const answer = await as(`${other} service.reviewer`, method, `/v1/views/${body.id}${path}`, payload);
        expect([other, method, path, answer.status]).toEqual([other, method, path, 404]);
      }
    }
    expect((await as(ANN, 'GET', '/v1/views')).body.items).toEqual([body]);
  });

  test('is changed in what is given, and removed', async () => {
    const id = await saved(ANN);
    const renamed = await as(ANN, 'PATCH', `/v1/views/${id}`, { name: ' Worst ' });
    expect(renamed.body).toMatchObject({ ...content, name: 'Worst' });
    const other = await as(ANN, 'PATCH', `/v1/views/${id}`, { query: {}, hidden_columns: [] });
    expect(other.body).toMatchObject({ name: 'Worst', query: {}, hidden_columns: [] });
    const same = await as(ANN, 'PATCH', `/v1/views/${id}`, { query: {}, name: 'Worst' });
    expect(same.body).toEqual(other.body);
    expect((await as(ANN, 'DELETE', `/v1/views/${id}`)).body).toEqual(other.body);
    expect((await as(ANN, 'DELETE', `/v1/views/${id}`)).status).toBe(404);
    // What somebody does for themselves alone is no matter of the organisation.
    expect(await entriesOf(id)).toEqual([]);
  });

  test('has a name that no other of its owner has for the page', async () => {
    const id = await saved(ANN);
    const taken = await save(ANN, { name: ' Critical' });
    expect([taken.status, taken.body.detail]).toEqual([
      400,
      [
        {
          loc: ['body', 'name'],
          msg: 'expected a name that no other view of its owner for this page has',
          type: 'not_unique',
        },
      ],
    ]);
    expect((await save(ANN, { page: 'assets' })).status).toBe(201);
    expect((await save(BOB)).status).toBe(201);
    const other = await saved(ANN, { name: 'Other' });
    const renamed = await as(ANN, 'PATCH', `/v1/views/${other}`, { name: 'Critical' });
    expect(renamed.body.detail).toMatchObject([{ loc: ['body', 'name'], type: 'not_unique' }]);
    expect((await as(ANN, 'PATCH', `/v1/views/${id}`, { name: 'Critical', query: {} })).status).toBe(200);
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`);
  test.each<[string, object]>([
    ['body.page', { page: 'nowhere' }],
    ['body.name', { name: '' }],
    ['body.name', { name: ' \n ' }],
    ['body.name', { name: 'x'.repeat(81) }],
    ['body.query.Risk level', { query: { 'Risk level': 'x' } }],
    ['body.query.risk_level', { query: { risk_level: 3 } }],
    ['body.query.risk_level', { query: { risk_level: 'x'.repeat(2_001) } }],
    ['body.query', { query: Object.fromEntries(many(41).map((name) => [name, ''])) }],
    ['body.query', { query: ['x'] }],
    ['body.hidden_columns', { hidden_columns: 'all' }],
    ['body.hidden_columns.0', { hidden_columns: [''] }],
    ['body.hidden_columns', { hidden_columns: many(61) }],
  ])('that is wrong names the field: %s', async (loc, wrong) => {
    const { status, body } = await save(ANN, wrong);
    expect(status).toBe(400);
    expect(body.detail.map((fault: { loc: string[] }) => fault.loc.join('.'))).toEqual([loc]);
  });

  test('80 characters are a name, however many bytes they take', async () => {
    expect((await save(ANN, { name: '🔥'.repeat(80) })).status).toBe(201);
  });

  test('cannot be of somebody who is nobody of the directory', async () => {
    expect(await save('a stranger service.admin')).toMatchObject({
      status: 404,
      body: { detail: 'You are nobody of the directory, so no view can be yours.' },
    });
  });

  test('is saved once, however often the request is repeated', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { page: 'grants', ...content };
    const first = await as(ANN, 'POST', '/v1/views', body, key);
    const again = await as(ANN, 'POST', '/v1/views', body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await namesOf(ANN)).toEqual(['Critical']);
  });

  test('is of a person also after the account they signed in with was linked to them', async () => {
    const id = await saved(BOB);
    await service.test.admin("UPDATE principals SET linked_to = 'ann' WHERE id = 'bob'");
    try {
      expect((await as(ANN, 'GET', '/v1/views')).body.items).toMatchObject([{ id, is_mine: true }]);
      expect((await as(BOB, 'PATCH', `/v1/views/${id}`, { name: 'Both' })).status).toBe(200);
    } finally {
      await service.test.admin("UPDATE principals SET linked_to = NULL WHERE id = 'bob'");
    }
    expect(await namesOf(ANN)).toEqual([]);
  });
});

describe('a shared view', () => {
  test('is seen by everybody of the organisation, and of no other', async () => {
    const id = await saved(OLAF);
    const { body } = await as(OLAF, 'POST', `/v1/views/${id}/share`);
    expect(body).toMatchObject({ shared: true, is_mine: true });
    for (const who of [ANN, ADMIN, 'a stranger', 'a sender service.ingest']) {
      const { items, total } = (await as(who, 'GET', '/v1/views?page=grants')).body;
      expect([who, total, items]).toEqual([who, 1, [{ ...body, is_mine: false }]]);
    }
    expect((await as(OLAF, 'GET', '/v1/views')).body.total).toBe(1);
    expect(await namesOf(ANN, '?page=assets')).toEqual([]);
    expect(await namesOf('b ann service.admin', '')).toEqual([]);
    expect((await as('b ann service.admin', 'DELETE', `/v1/views/${id}`)).status).toBe(404);
  });

  test('is shared by reviewers and admins, of their own', async () => {
    const id = await saved(ANN);
    expect(await as(ANN, 'POST', `/v1/views/${id}/share`)).toMatchObject({
      status: 403,
      body: { detail: 'This needs the role service.admin or service.reviewer.' },
    });
    expect((await as('a ann service.auditor', 'POST', `/v1/views/${id}/share`)).status).toBe(403);
    expect((await as(`${ANN} service.admin`, 'POST', `/v1/views/${id}/share`)).status).toBe(200);
  });

  test('is changed, unshared and removed by who made it and by admins only', async () => {
    const id = await saved(OLAF);
    await as(OLAF, 'POST', `/v1/views/${id}/share`);
    for (const who of [ANN, 'a bob service.reviewer', 'a bob service.auditor']) {
      for (const [method, path, payload] of [
        ['PATCH', '', { name: 'Mine now' }],
        ['DELETE', '', undefined],
        ['POST', '/unshare', {}],
      ] as const) {
        const answer = await as(who, method, `/v1/views/${id}${path}`, payload);
        expect([who, method, path, answer.status, answer.body.detail]).toEqual([
          who,
          method,
          path,
          403,
          'A shared view is changed and removed by who made it, or by an admin.',
        ]);
      }
    }
    expect((await as(ADMIN, 'PATCH', `/v1/views/${id}`, { name: 'Worst' })).body).toMatchObject({
      name: 'Worst',
      owner_id: 'olaf',
      is_mine: false,
    });
    // Whoever may share no longer may still take back.
    expect((await as('a olaf', 'POST', `/v1/views/${id}/unshare`)).body).toMatchObject({ shared: false });
    await as(OLAF, 'POST', `/v1/views/${id}/share`);
    expect((await as(ADMIN, 'DELETE', `/v1/views/${id}`)).status).toBe(200);
    expect(await namesOf(OLAF)).toEqual([]);
  });

  test('that an admin ends to share is of its owner alone', async () => {
    const id = await saved(OLAF);
    await as(OLAF, 'POST', `/v1/views/${id}/share`);
    expect((await as(ADMIN, 'POST', `/v1/views/${id}/unshare`)).body).toMatchObject({ id, shared: false });
    expect([await namesOf(OLAF), await namesOf(ADMIN)]).toEqual([['Critical'], []]);
  });

  test('has an entry of each thing that was done to it, once', async () => {
    const id = await saved(OLAF);
    for (const path of ['share', 'share', 'unshare', 'unshare', 'share'])
      await as(OLAF, 'POST', `/v1/views/${id}/${path}`);
    await as(ADMIN, 'PATCH', `/v1/views/${id}`, { name: 'Worst', query: content.query });
    await as(OLAF, 'DELETE', `/v1/views/${id}`);
    const about = { view_id: id, page: 'grants', name: 'Critical', owner_id: 'olaf' };
    const told = { ...about, query: content.query, hidden_columns: content.hidden_columns };
    expect((await entriesOf(id)).map(({ event_type, actor, data }) => [event_type, actor, data])).toEqual([
      ['view.shared', 'The olaf (olaf)', told],
      ['view.unshared', 'The olaf (olaf)', about],
      ['view.shared', 'The olaf (olaf)', told],
      ['view.changed', 'The mia (mia)', { ...about, changed: { name: 'Worst' } }],
      ['view.removed', 'The olaf (olaf)', { ...about, name: 'Worst' }],
    ]);
    expect((await entriesOf(id)).at(3)?.description).toBe(
      'The view "Critical" of the page grants was changed, by The mia (mia).',
    );
  });
});

describe('limits and concurrency', () => {
  const fill = (owner: string, from: number, to: number, shared = false) =>
    service.test.admin(
      `INSERT INTO views (tenant_id, id, page, owner_id, name, query, hidden_columns, shared, created_at, changed_at)
       SELECT ${service.test.tenants.a}, '${owner}-' || n, 'grants', '${owner}', 'View ' || n, '{}', '{}', ${shared}, now(), now()
       FROM generate_series(${from}, ${to}) n`,
    );

  test('somebody has so many at most, also when several are saved at once', async () => {
    await fill('ann', 1, VIEWS_MAX - 1);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => save(ANN, { name: `New ${n}`, page: n % 2 ? 'assets' : 'grants' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
      `You already have ${VIEWS_MAX} views, which is the limit; remove one.`,
    );
    expect((await save(BOB)).status).toBe(201);
    expect((await as(ANN, 'GET', '/v1/views?limit=1')).body.total).toBe(VIEWS_MAX);
  });

  test('so many of a page are shared at most, also when several are shared at once', async () => {
    await fill('bob', 1, SHARED_MAX - 1, true);
    const ids = await Promise.all(
      Array.from({ length: 5 }, (_, n) => saved(n % 2 ? OLAF : ADMIN, { name: `New ${n}` })),
    );
    const answers = await Promise.all(
      ids.map((id, n) => as(n % 2 ? OLAF : ADMIN, 'POST', `/v1/views/${id}/share`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test('of two that take one name at once, one gets it', async () => {
    const both = await Promise.all([save(ANN), save(ANN), save(ANN)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const ids = await Promise.all(['A', 'B', 'C'].map((name) => saved(ANN, { name })));
    const renamed = await Promise.all([
      ...ids.map((id) => as(ANN, 'PATCH', `/v1/views/${id}`, { name: 'One' })),
      save(ANN, { name: 'One' }),
    ]);
    expect(renamed.map(({ status }) => (status === 400 ? 400 : 200)).sort()).toEqual([200, 400, 400, 400]);
    expect((await namesOf(ANN)).filter((name) => name === 'One')).toEqual(['One']);
  });

  test('what is removed while others change and share it is gone, and nobody fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await saved(OLAF);
      const answers = await Promise.all([
        as(OLAF, 'PATCH', `/v1/views/${id}`, { name: `Name ${round}` }),
        as(OLAF, 'POST', `/v1/views/${id}/share`),
        as(OLAF, 'DELETE', `/v1/views/${id}`),
        as(OLAF, 'POST', `/v1/views/${id}/unshare`),
        as(OLAF, 'DELETE', `/v1/views/${id}`),
      ]);
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      expect(await namesOf(OLAF)).toEqual([]);
    }
  });

  test('pages of them have each once, and their cursor is of whom it was given to', async () => {
    await fill('ann', 1, 30);
    await fill('bob', 1, 30, true);
    const ids: string[] = [];
    let cursor = '';
    do {
      const { body } = await as(ANN, 'GET', `/v1/views?page=grants&limit=25${cursor && `&cursor=${cursor}`}`);
      expect(body.total).toBe(60);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor ?? '';
      if (cursor) expect((await as(BOB, 'GET', `/v1/views?page=grants&cursor=${cursor}`)).status).toBe(400);
    } while (cursor);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toHaveLength(60);
  });

  test('are read by index, however many others have', async () => {
    await service.test.admin(
      `INSERT INTO views (tenant_id, id, page, owner_id, name, query, hidden_columns, shared, created_at, changed_at)
       SELECT ${service.test.tenants.a}, 'v' || n, CASE n % 3 WHEN 0 THEN 'grants' ELSE 'assets' END, 'p' || n % 500,
              'View ' || n, '{}', '{}', n % 400 = 0, now(), now()
       FROM generate_series(1, 20000) n`,
    );
    await service.test.admin('ANALYZE views');
    const [plan] = await explainKept(service.test, (q) =>
      listViews(q, { page: 'grants', me: 'p3' }, { limit: 100, after: null, offset: 0 }),
    );
    if (!plan) throw new Error('no plan');
    expect(withChildren(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(blocksOf(plan)).toBeLessThan(300);
  });
});
