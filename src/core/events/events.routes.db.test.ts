import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { type AcceptedEvent, unpackEvents } from './inbox.sql.ts';

let service: TestApp;
let other: TestApp;

beforeAll(async () => {
  service = await createTestApp();
  other = await createTestApp({
    test: service.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
  await service.import([
    { kind: 'principal', id: 'p1', display_name: 'One', type: 'user', email: 'One@Corp.example' },
    { kind: 'principal', id: 'p2', display_name: 'Two', type: 'user', email: 'shared@corp.example' },
    { kind: 'principal', id: 'p3', display_name: 'Three', type: 'user', email: 'Shared@corp.example' },
    { kind: 'identity', principal_id: 'p1', provider: 'aad', external_id: 'oid-1' },
    { kind: 'identity', principal_id: 'p1', provider: 'okta', external_id: 'oid-1' },
    { kind: 'identity', principal_id: 'p2', provider: 'aad', external_id: 'twice' },
    { kind: 'identity', principal_id: 'p3', provider: 'okta', external_id: 'twice' },
    { kind: 'identity', principal_id: 'p3', provider: 'okta', external_id: 'p2' },
    { kind: 'asset', id: 'a1', name: 'a1', type: 'table', platform: 'fabric' },
  ]);
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE inbox, idempotency_keys'));

const event = (more: object = {}) => ({
  principal_id: 'p1',
  asset_id: 'a1',
  action: 'query',
  timestamp: '2026-01-31T09:30:00Z',
  ...more,
});
const post = (url: string, payload: unknown, headers: Record<string, string> = {}, app = service) =>
  app.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const one = (more: object = {}, headers = {}, app = service) => post('/v1/events', event(more), headers, app);
const inbox = async (): Promise<AcceptedEvent[]> => {
  const rows = await service.test.admin('SELECT payload FROM inbox ORDER BY id');
  return rows.flatMap((row) => unpackEvents(String(row.payload)));
};

describe('one event', () => {
  test('is in the inbox when 201 says accepted, with the platform of its asset and its time in UTC', async () => {
    const answer = await one({
      timestamp: '2026-01-31T09:30:00.5+02:00',
      metadata: { rows_returned: 3 },
      extra: 1,
    });
    expect([answer.statusCode, answer.json().status]).toEqual([201, 'accepted']);
    const { event_id } = answer.json();
    expect(event_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await inbox()).toEqual([
      {
        event_id,
        principal_id: 'p1',
        asset_id: 'a1',
        action: 'query',
        platform: 'fabric',
        timestamp: '2026-01-31T07:30:00.500Z',
        metadata: { rows_returned: 3 },
      },
    ]);
  });

  test('keeps the id that is given and the platform of its asset; null is as good as absent', async () => {
    expect((await one({ event_id: 'mine', platform: 'Fabric' })).json().event_id).toBe('mine');
    expect((await one({ event_id: null, platform: null, metadata: null })).statusCode).toBe(201);
    const [given, absent] = await inbox();
    expect(given).toMatchObject({ event_id: 'mine', platform: 'fabric', metadata: null });
    expect(absent).toMatchObject({
      event_id: expect.stringMatching(/-7/),
      platform: 'fabric',
      metadata: null,
    });
  });

  test.each([
    ['ONE@corp.EXAMPLE', 'p1'],
    ['oid-1', 'p1'],
    ['p2', 'p2'],
  ])('%s names %s', async (principal_id, expected) => {
    expect((await one({ principal_id })).json().status).toBe('accepted');
    expect((await inbox())[0]?.principal_id).toBe(expected);
  });

  test.each([
    [{ principal_id: 'nobody' }, 'principal_id: there is no principal "nobody"'],
    [{ principal_id: '__proto__' }, 'principal_id: there is no principal "__proto__"'],
    [{ principal_id: 'OID-1' }, 'principal_id: there is no principal "OID-1"'],
    [{ asset_id: 'constructor' }, 'asset_id: there is no asset "constructor"'],
    [
      { principal_id: 'a1', asset_id: 'p1' },
      'principal_id: there is no principal "a1"; asset_id: there is no asset "p1"',
    ],
    [
      { principal_id: 'SHARED@corp.example' },
      'principal_id: "SHARED@corp.example" is the name of several principals',
    ],
    [{ principal_id: 'twice' }, 'principal_id: "twice" is the name of several principals'],
    [
      { platform: 'synapse' },
      'platform: expected "fabric", the platform of asset "a1", or none; got "synapse"',
    ],
    [
      { principal_id: 'nobody', platform: 'fabrik' },
      'principal_id: there is no principal "nobody"; platform: expected "fabric", the platform of asset "a1", or none; got "fabrik"',
    ],
    [{ timestamp: '1999-12-31T23:59:59Z' }, 'timestamp: is before the year 2000'],
    [{ timestamp: '9999-12-31T23:59:59Z' }, 'timestamp: is more than 24 hours in the future'],
  ])('%j is rejected', async (more, message) => {
    const answer = await one({ ...more, event_id: 'mine' });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { event_id: 'mine', status: 'rejected', message },
    ]);
    expect((await one(more)).json().event_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await inbox()).toEqual([]);
  });

  test.each([
    [{ principal_id: 5 }, ['body', 'principal_id'], 'wrong_type'],
    [{ asset_id: undefined }, ['body', 'asset_id'], 'missing'],
    [{ action: '' }, ['body', 'action'], 'too_short'],
    [{ action: null }, ['body', 'action'], 'wrong_type'],
    [{ platform: true }, ['body', 'platform'], 'wrong_type'],
    [{ event_id: '' }, ['body', 'event_id'], 'too_short'],
    [{ event_id: 'x'.repeat(201) }, ['body', 'event_id'], 'too_long'],
    [{ timestamp: 1769851800 }, ['body', 'timestamp'], 'wrong_type'],
    [{ timestamp: '2026-01-31T09:30:00' }, ['body', 'timestamp'], 'bad_format'],
    [{ timestamp: '2026-02-30T09:30:00Z' }, ['body', 'timestamp'], 'bad_format'],
    [{ metadata: [] }, ['body', 'metadata'], 'wrong_type'],
    [{ metadata: { a: 'x'.repeat(16_384) } }, ['body', 'metadata'], 'too_long'],
    [{ metadata: { a: ['nul\u0000'] } }, ['body', 'metadata', 'a', 0], 'bad_character'],
    [{ event_id: 'nul\u0000' }, ['body', 'event_id'], 'bad_character'],
    [{ action: 'half \ud800' }, ['body', 'action'], 'bad_character'],
    [{ metadata: { 'half \udc00': 1 } }, ['body', 'metadata', 'half \ufffd'], 'bad_character'],
  ])('%j is 400', async (more, loc, type) => {
    const answer = await one(more);
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      [{ loc, msg: expect.any(String), type }],
    ]);
    expect(await inbox()).toEqual([]);
  });

  test('all faults are named at once', async () => {
    const answer = await post('/v1/events', { principal_id: 1, action: [] });
    expect(answer.json().detail.map((fault: { loc: string[] }) => fault.loc[1])).toEqual(
      expect.arrayContaining(['principal_id', 'action', 'asset_id', 'timestamp']),
    );
  });

  test.each(['[]', '"x"', 'null', '5', '{', '{"metadata":{"__proto__":{"a":1}}}'])(
    'the body %s is 400',
    async (body) => {
      expect((await post('/v1/events', body)).statusCode).toBe(400);
    },
  );

  test('deep nesting is refused, also in a field that is not known', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const body = (field: string, levels: number) =>
      `${JSON.stringify(event()).slice(0, -1)},"${field}":{"a":${deep(levels)}}}`;
    expect((await post('/v1/events', body('metadata', 19))).statusCode).toBe(201);
    for (const levels of [20, 1_000, 400_000]) {
      const answer = await post('/v1/events', body('metadata', levels));
      expect([levels, answer.statusCode, answer.json().detail[0].type]).toEqual([levels, 400, 'too_deep']);
    }
    const answer = await post('/v1/events', body('other', 400_000));
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([400, ['body', 'other']]);
  });

  test('what is tenant A’s is unknown to B', async () => {
    for (const principal_id of ['p1', 'one@corp.example', 'oid-1']) {
      const { status, message } = (await one({ principal_id }, {}, other)).json();
      expect([status, message]).toEqual([
        'rejected',
        `principal_id: there is no principal "${principal_id}"; asset_id: there is no asset "a1"`,
      ]);
    }
    expect(await inbox()).toEqual([]);
  });

  test('a repeat under an Idempotency-Key is the same answer and one event', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await one({}, headers), await one({}, headers)];
    expect([second.statusCode, second.body, second.headers['idempotency-replayed']]).toEqual([
      201,
      first.body,
      'true',
    ]);
    expect(await inbox()).toHaveLength(1);
  });

  test('many at once with the same event_id are all accepted under it', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => one({ event_id: 'same' })));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(new Set((await inbox()).map((kept) => kept.event_id))).toEqual(new Set(['same']));
  });
});

describe('a batch', () => {
  test('keeps the good ones in their order and rejects the others by index and reason', async () => {
    const answer = await post('/v1/events/batch', {
      events: [
        event({ event_id: 'e0' }),
        event({ event_id: 'e1', asset_id: 'a9' }),
        5,
        { event_id: 'e3' },
        event({ event_id: 'e4', principal_id: 'one@CORP.example' }),
        event({ timestamp: 'yesterday' }),
        event({ event_id: 'e6', metadata: { a: '\u0000' } }),
        event({ event_id: 'e7' }),
      ],
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      accepted: 3,
      rejected: 5,
      event_ids: ['e0', 'e4', 'e7'],
      rejections: [
        { index: 1, event_id: 'e1', reason: 'asset_id: there is no asset "a9"' },
        { index: 2, event_id: null, reason: 'expected an object' },
        {
          index: 3,
          event_id: 'e3',
          reason:
            'principal_id: is required; asset_id: is required; action: is required; timestamp: is required',
        },
        { index: 5, event_id: null, reason: expect.stringMatching(/^timestamp: expected an ISO 8601/) },
        { index: 6, event_id: 'e6', reason: 'metadata.a: must not contain the NUL character' },
      ],
    });
    expect((await inbox()).map((kept) => kept.event_id)).toEqual(['e0', 'e4', 'e7']);
    expect(await service.test.admin('SELECT events FROM inbox')).toEqual([{ events: 3 }]);
  });

  test('500 are one row; a key makes a repeat harmless', async () => {
    const body = { events: Array.from({ length: 500 }, () => event()) };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post('/v1/events/batch', body, headers);
    expect(new Set(first.json().event_ids).size).toBe(500);
    expect((await post('/v1/events/batch', body, headers)).body).toBe(first.body);
    expect(await service.test.admin('SELECT events FROM inbox')).toEqual([{ events: 500 }]);
  });

  test.each([
    [{ events: [] }],
    [{ events: Array.from({ length: 501 }, () => event()) }],
    [{ events: {} }],
    [{}],
    [[event()]],
  ])('another body is 400', async (body) => {
    expect((await post('/v1/events/batch', body)).statusCode).toBe(400);
    expect(await inbox()).toEqual([]);
  });

  test('only bad ones leave nothing behind', async () => {
    const answer = await post('/v1/events/batch', { events: [1] });
    expect([answer.statusCode, answer.json().accepted]).toEqual([201, 0]);
    expect(await service.test.admin('SELECT events FROM inbox')).toEqual([]);
  });
});
