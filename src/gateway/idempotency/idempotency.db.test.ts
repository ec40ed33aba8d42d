import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { callerOf } from '../../../test/support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { registerBodyParsers } from '../body-parsers.ts';
import { registerErrors } from '../errors.ts';
import { registerRouteTable } from '../route-table.ts';
import { runIdempotently } from './idempotency.ts';

let store: TestDatabase;
let app: FastifyInstance;
let subject = 'someone';
let failAfterEffect: Error | null = null;

/** A POST whose effect can be counted: every execution adds one asset. */
beforeAll(async () => {
  store = await createTestDatabase(20);
  app = fastify();
  registerRouteTable(app);
  registerErrors(app);
  registerBodyParsers(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = callerOf(store.tenants.a, { subject });
  });
  app.post('/things', (request, reply) =>
    runIdempotently(store.db, request, reply, async (tx) => {
      const id = randomUUID();
      await tx.query(
        "INSERT INTO assets (tenant_id, id, name, type, platform) VALUES ($1, $2, 'thing', 'table', 'postgres')",
        [tx.tenant_id, id],
      );
      if (failAfterEffect) throw failAfterEffect;
      return { status: 201, body: { id, echo: request.body } };
    }),
  );
  await app.ready();
});
afterEach(async () => {
  subject = 'someone';
  failAfterEffect = null;
  await store.admin('DELETE FROM assets');
});
afterAll(async () => {
  await app.close();
  await store.drop();
});

const post = (key: string | undefined, payload: object = { a: 1 }, query = '') =>
  app.inject({
    method: 'POST',
    url: `/things${query}`,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload,
  });

const effects = async (): Promise<number> =>
  Number((await store.admin('SELECT count(*)::int AS n FROM assets'))[0]?.n);

describe('idempotency', () => {
  test('a repeat gets the same bytes and has no effect', async () => {
    const key = randomUUID();
    const first = await post(key);
    const second = await post(key);
    expect(first.statusCode).toBe(201);
    expect(second.statusCode).toBe(201);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await effects()).toBe(1);
  });

  test('fifty at once have one effect; each answer is the same or 409', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    expect(await effects()).toBe(1);
    const created = answers.filter((answer) => answer.statusCode === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map((answer) => answer.body)).size).toBe(1);
    for (const answer of answers) expect([201, 409]).toContain(answer.statusCode);
    expect((await post(key)).body).toBe(created[0]?.body);
  });

  test('another body under the same key is 409 and has no effect', async () => {
    const key = randomUUID();
    await post(key, { a: 1 });
    const other = await post(key, { a: 2 });
    expect(other.statusCode).toBe(409);
    expect(other.json().detail).toMatch(/another body/);
    expect(await effects()).toBe(1);
  });

  test('so is another query', async () => {
    const key = randomUUID();
    await post(key, { a: 1 }, '?map=x');
    expect((await post(key, { a: 1 }, '?map=y')).statusCode).toBe(409);
    expect((await post(key, { a: 1 })).statusCode).toBe(409);
    expect((await post(key, { a: 1 }, '?map=x')).headers['idempotency-replayed']).toBe('true');
    expect(await effects()).toBe(1);
  });

  test('keys of two callers are two keys', async () => {
    const key = randomUUID();
    await post(key);
    subject = 'someone-else';
    expect((await post(key)).headers['idempotency-replayed']).toBeUndefined();
    expect(await effects()).toBe(2);
  });

  test('a failure takes the effect back and frees the key', async () => {
    const key = randomUUID();
    failAfterEffect = new LapseError('conflict', 'no');
    expect((await post(key)).statusCode).toBe(409);
    expect(await effects()).toBe(0);
    failAfterEffect = null;
    expect((await post(key)).statusCode).toBe(201);
    expect(await effects()).toBe(1);
  });

  test('a connection lost between effect and answer neither doubles nor loses', async () => {
    const key = randomUUID();
    await store.admin(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$`);
    await store.admin(
      'CREATE TRIGGER cut BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION cut()',
    );
    expect((await post(key)).statusCode).toBe(503);
    expect(await effects()).toBe(0);
    await store.admin('DROP TRIGGER cut ON idempotency_keys');
    expect((await post(key)).statusCode).toBe(201);
    expect((await post(key)).headers['idempotency-replayed']).toBe('true');
    expect(await effects()).toBe(1);
  });

  test('after a day the key is forgotten', async () => {
    const key = randomUUID();
    await post(key);
    await store.admin("UPDATE idempotency_keys SET created_at = now() - interval '25 hours'");
    const later = await post(key, { a: 2 });
    expect([later.statusCode, later.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect((await post(key, { a: 2 })).headers['idempotency-replayed']).toBe('true');
    expect(await effects()).toBe(2);
  });

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'tab\tbed'])('a bad key is 400: %j', async (key) => {
    const answer = await post(key);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail[0].loc).toEqual(['header', 'Idempotency-Key']);
    expect(await effects()).toBe(0);
  });

  test('without a key every request is its own', async () => {
    await post(undefined);
    await post(undefined);
    expect(await effects()).toBe(2);
  });
});

describe('idempotency of streams', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await createTestApp();
  });
  afterAll(() => service.close());

  const send = (key: string, payload: string, query = '') =>
    service.call({
      method: 'POST',
      url: `/v1/directory/import${query}`,
      headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': key },
      payload,
    });
  const line = (name: string) =>
    JSON.stringify({ kind: 'principal', id: 'p', display_name: name, type: 'user' });

  test('a repeat is answered from memory, another body or query is 409', async () => {
    const first = await send('k1', line('One'));
    await send('k2', line('Two'));
    const repeat = await send('k1', line('One'));
    expect([repeat.statusCode, repeat.body, repeat.headers['idempotency-replayed']]).toEqual([
      200,
      first.body,
      'true',
    ]);
    expect((await send('k1', line('Three'))).statusCode).toBe(409);
    expect((await send('k1', line('One'), '?full=memberships')).statusCode).toBe(409);
    const { display_name } = (await service.call({ url: '/v1/principals/p' })).json();
    expect(display_name).toBe('Two');
  });

  /** A body that says when it is being read, and ends when it is told to. */
  const heldBody = (text: string) => {
    const body = new PassThrough();
    body.write(`${text}\n`);
    return body;
  };
  const held = async (): Promise<number> =>
    Number((await service.test.admin('SELECT count(*)::int AS n FROM idempotency_keys_in_flight'))[0]?.n);

  test.each([
    ['/v1/directory/import', (n: number) => line(`Parallel ${n}`)],
    ['/v1/events/stream', (n: number) => JSON.stringify({ principal_id: `p${n}` })],
  ])('of ten at once under one key, each with a body of its own, one is done: %s', async (url, bodyOf) => {
    const key = randomUUID();
    const bodies = Array.from({ length: 10 }, (_, n) => heldBody(bodyOf(n)));
    const calls = bodies.map((payload) =>
      service.call({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': key },
        payload,
      }),
    );
    // None can end before its body does, so all nine are refused while the first is under way.
    let refused = 0;
    for (const call of calls) void call.then(({ statusCode }) => (refused += Number(statusCode === 409)));
    await expect.poll(() => refused, { timeout: 20_000 }).toBe(9);
    expect(await held()).toBe(1);
    for (const body of bodies) body.end();
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(await held()).toBe(0);
  });

  test('a key is free again when its request failed, and a minute after its gateway died', async () => {
    const key = randomUUID();
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': key };
    const url = '/v1/directory/import';
    await service.test.admin('ALTER TABLE principals RENAME TO away');
    const failed = await service.app.inject({ method: 'POST', url, headers, payload: line('Lost') });
    await service.test.admin('ALTER TABLE away RENAME TO principals');
    expect([failed.statusCode, await held()]).toEqual([500, 0]);
    await service.test.admin(
      `INSERT INTO idempotency_keys_in_flight VALUES ($1, 'dev-admin', 'POST', $2, $3, gen_random_uuid(), now() + interval '50 s')`,
      [service.test.tenants.a, url, key],
    );
    expect((await send(key, line('Four'))).statusCode).toBe(409);
    await service.test.admin("UPDATE idempotency_keys_in_flight SET held_until = now() - interval '1 s'");
    expect((await send(key, line('Four'))).statusCode).toBe(200);
  });
});
