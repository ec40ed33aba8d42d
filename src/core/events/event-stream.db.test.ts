import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { LINE_BYTES_MAX } from '../directory/import/read-lines.ts';
import { type AcceptedEvent, unpackEvents } from './inbox.sql.ts';

const BACKLOG_MAX = 5_000;
let store: TestDatabase;
let service: TestApp;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.admin('TRUNCATE inbox, idempotency_keys');
  // A new gateway has not measured the backlog yet.
  service = await createTestApp({ test: store, env: { INGEST_BACKLOG_MAX: String(BACKLOG_MAX) } });
  await service.import([
    { kind: 'principal', id: 'p1', display_name: 'One', type: 'user', email: 'one@corp.example' },
    { kind: 'asset', id: 'a1', name: 'a1', type: 'table', platform: 'fabric' },
  ]);
});
afterEach(() => service.close());

const line = (more: object = {}) =>
  JSON.stringify({
    principal_id: 'p1',
    asset_id: 'a1',
    action: 'query',
    timestamp: '2026-01-31T09:30:00Z',
    ...more,
  });
const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => line({ event_id: `e${n}` })).join('\n');
const send = (payload: string, headers: Record<string, string> = {}) =>
  service.call({
    method: 'POST',
    url: '/v1/events/stream',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
    payload,
  });
const inbox = async (): Promise<AcceptedEvent[]> => {
  const rows = await store.admin('SELECT payload FROM inbox ORDER BY id');
  return rows.flatMap((row) => unpackEvents(String(row.payload)));
};
const fillInbox = (events: number) =>
  store.admin("INSERT INTO inbox (tenant_id, events, payload) VALUES ($1, $2, '[]')", [
    store.tenants.a,
    events,
  ]);

describe('a stream of events', () => {
  test('is stored in order, chunk by chunk', async () => {
    const answer = await send(lines(4_500));
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { lines: 4_500, accepted: 4_500, rejected: 0, rejections: [] },
    ]);
    expect((await inbox()).map((event) => event.event_id)).toEqual(
      Array.from({ length: 4_500 }, (_, n) => `e${n}`),
    );
    const [rows] = await store.admin('SELECT count(*) AS n FROM inbox');
    expect(rows?.n).toBeGreaterThanOrEqual(3);
  });

  test('bad lines are rejected by number and reason, the others kept', async () => {
    const answer = await send(
      [
        line({ event_id: 'first' }),
        '',
        '{"principal_id":',
        '[]',
        line({ asset_id: 'a9' }),
        line({ timestamp: '2026-01-31' }),
        '{"__proto__":{"principal_id":"p1"}}',
        `${line().slice(0, -1)},"metadata":{"__proto__":{}}}`,
        line({ metadata: { deep: { nul: '\u0000' } } }),
        `{"a":"${'x'.repeat(LINE_BYTES_MAX)}"}`,
        `${line().slice(0, -1)},"metadata":{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}}`,
        line({ metadata: { flat: 'nul\u0000' } }),
        line({ action: 'half \ud800' }),
        line({ metadata: { flat: 'x'.repeat(17_000) } }),
        line({ event_id: 'last', principal_id: 'ONE@corp.example' }),
      ].join('\r\n'),
    );
    expect(answer.json()).toMatchObject({ lines: 14, accepted: 2, rejected: 12 });
    expect(answer.json().rejections).toEqual([
      { line: 3, reason: 'is not valid JSON' },
      { line: 4, reason: 'expected an object' },
      { line: 5, reason: 'asset_id: there is no asset "a9"' },
      { line: 6, reason: expect.stringMatching(/^timestamp: expected an ISO 8601/) },
      { line: 7, reason: expect.stringMatching(/^principal_id: is required/) },
      { line: 8, reason: 'metadata.__proto__: is not a name that a field may have' },
      { line: 9, reason: 'metadata.deep.nul: must not contain the NUL character' },
      { line: 10, reason: expect.stringMatching(/longer than/) },
      { line: 11, reason: 'metadata: expected at most 20 levels of nesting' },
      { line: 12, reason: 'metadata.flat: must not contain the NUL character' },
      { line: 13, reason: 'action: must not contain half of a surrogate pair' },
      { line: 14, reason: 'metadata: expected at most 16384 bytes as JSON' },
    ]);
    expect((await inbox()).map((event) => event.event_id)).toEqual(['first', 'last']);
  });

  test('lists the first 1,000 rejections and counts all; an empty stream is nothing', async () => {
    const answer = (await send('x\n'.repeat(2_500))).json();
    expect([answer.rejected, answer.rejections.length, answer.rejections[999].line]).toEqual([
      2_500, 1_000, 1_000,
    ]);
    expect((await send('')).json()).toEqual({ lines: 0, accepted: 0, rejected: 0, rejections: [] });
    expect((await send('', { 'content-type': 'application/json' })).statusCode).toBeGreaterThanOrEqual(400);
  });

  test('under a key a repeat is answered from memory', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await send(`${line()}\n${line()}`, headers);
    const repeat = await send(`${line()}\n${line()}`, headers);
    expect([repeat.body, repeat.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect(await inbox()).toHaveLength(2);
    expect((await send(line(), headers)).statusCode).toBe(409);
  });

  test('sent again after a crash, lines without an id get the same ids, and only under the same key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = `${line()}\n${line()}`;
    for (const key of [headers, headers, { 'idempotency-key': randomUUID() }, {}]) {
      // The answer was not remembered.
      await store.admin('TRUNCATE idempotency_keys');
      await send(body, key);
    }
    const ids = (await inbox()).map((event) => event.event_id);
    expect(ids.slice(0, 2)).toEqual(ids.slice(2, 4));
    expect(new Set(ids).size).toBe(6);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('a chunk that is stored stays when the next fails, and the sender hears of it', async () => {
    await store.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.payload LIKE '%e2000"%' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NEW; END $$;
      ALTER FUNCTION refuse() SECURITY DEFINER;
      CREATE TRIGGER refuse BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const answer = await send(lines(4_000));
    await store.admin('DROP TRIGGER refuse ON inbox; DROP FUNCTION refuse()');
    expect(answer.statusCode).toBe(503);
    expect(await inbox()).toHaveLength(2_000);
  });
});

describe('admission', () => {
  test('is refused with 429 when too many events wait, and open again when they are applied', async () => {
    await fillInbox(BACKLOG_MAX);
    for (const [url, payload] of [
      ['/v1/events', line()],
      ['/v1/events/batch', `{"events":[${line()}]}`],
    ] as const) {
      const answer = await service.call({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([url, answer.statusCode, answer.json()]).toEqual([
        url,
        429,
        { detail: 'Too many events wait to be applied; try again in 5 s.', retry_after: 5 },
      ]);
      expect(answer.headers['retry-after']).toBe('5');
    }
    expect((await send(line())).statusCode).toBe(429);
    expect(await inbox()).toEqual([]);
    await store.admin('TRUNCATE inbox');
    await vi.waitFor(async () => expect((await send(line())).statusCode).toBe(200), { timeout: 120_000 });
  });

  test('a stream that fills the backlog is told where to go on', async () => {
    const answer = await send(`x\n${lines(20_000)}`);
    expect(answer.statusCode).toBe(429);
    const { detail, retry_after } = answer.json();
    const kept = (await inbox()).length;
    expect(kept).toBeGreaterThanOrEqual(BACKLOG_MAX);
    expect(kept).toBeLessThan(BACKLOG_MAX + 2_000);
    expect([detail, retry_after]).toEqual([
      `Too many events wait to be applied. ${kept} events of this stream are accepted and 1 rejected; go on from line ${kept + 2} in 5 s.`,
      5,
    ]);
  });

  test('a sender that looks at the answer only after it has sent everything gets it', async () => {
    await fillInbox(BACKLOG_MAX);
    const { hostname, port } = new URL(await service.app.listen({ host: '127.0.0.1', port: 0 }));
    const body = lines(100_000);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname).on('error', reject).pause();
      socket.write(
        `POST /v1/events/stream HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body, () => {
        socket.resume().once('data', (data) => {
          socket.destroy();
          resolve(data.toString());
        });
      });
    });
    expect(answer).toMatch(/^HTTP\/1.1 429 /);
  });
});
