import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { createReportWorld, type ReportWorld } from '../../test/support/report-world.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { CHUNK_BYTES } from './storage/database-storage.ts';

let world: ReportWorld;
let other: TestApp;
const DAY_MS = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString();

beforeAll(async () => {
  world = await createReportWorld();
  other = await createTestApp({
    test: world.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

const body = (changes: object = {}) => ({
  type: 'stale_access',
  format: 'csv',
  period_start: iso(world.start),
  period_end: iso(world.end),
  ...changes,
});
const post = (payload: object) => world.call({ method: 'POST', url: '/v1/reports', payload });

/** What nothing is said about in the description: HEAD, and answers without a body. */
const raw = (options: InjectOptions) => world.app.inject(options);

/** A completed report with these bytes as its file. */
async function store(id: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await world.test.admin(
    `INSERT INTO reports (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at, status,
       progress, rows_estimated, lease, completed_at, size_bytes, sha256, row_count, rows_sha256)
     VALUES ($1, $2, 'stale_access', 'csv', '2026-01-01', '2026-02-01',
       '{"department": null, "platform": null, "classification": null}', 'x', now(), 'completed', 1, 0, 'l', now(), $3, $4,
       0, 'x')`,
    [world.tenant, id, bytes.length, sha256],
  );
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    await world.test.admin('INSERT INTO report_chunks VALUES ($1, $2, $3, $4, $5)', [
      world.tenant,
      id,
      'l',
      at / CHUNK_BYTES,
      bytes.subarray(at, at + CHUNK_BYTES),
    ]);
  }
  return `"${sha256}"`;
}

describe('asking', () => {
  test('answers 201 with a report that is generating, and the same key asks once', async () => {
    const headers = { 'idempotency-key': 'report-once' };
    const first = await world.call({ method: 'POST', url: '/v1/reports', headers, payload: body() });
    const again = await world.call({ method: 'POST', url: '/v1/reports', headers, payload: body() });
    expect(first.statusCode).toBe(201);
    expect(again.body).toBe(first.body);
    const report = first.json();
    expect(report).toMatchObject({
      type: 'stale_access',
      format: 'csv',
      status: 'generating',
      filters: { department: null, platform: null, classification: null },
      progress: 0,
      requested_by: 'dev-admin',
      period_start: iso(world.start),
      period_end: iso(world.end),
    });
    expect(Date.parse(report.estimated_completion)).toBeGreaterThan(Date.parse(report.created_at));
    expect(report).not.toHaveProperty('download_url');
    const waiting = await world.call({ url: `/v1/reports/${report.id}/download` });
    expect(waiting.statusCode).toBe(409);
    expect(waiting.json().detail).toContain('still being made');
    await world.work();
    const done = await world.get(report.id);
    expect(done).toMatchObject({ status: 'completed', progress: 1, row_count: done.rows });
    expect(done).not.toHaveProperty('estimated_completion');
    const days = (Date.parse(String(done.expires_at)) - Date.parse(String(done.completed_at))) / DAY_MS;
    expect(days).toBe(90);
    const [entry] = await world.test.admin(
      "SELECT actor, data FROM audit_entries WHERE event_type = 'report.completed' AND data ->> 'report_id' = $1",
      [report.id],
    );
    expect(entry).toEqual({
      actor: 'system',
      data: {
        report_id: report.id,
        type: 'stale_access',
        format: 'csv',
        status: 'completed',
        period_start: report.period_start,
        period_end: report.period_end,
        row_count: done.row_count,
        sha256: done.sha256,
        rows_sha256: done.rows_sha256,
        download_url: done.download_url,
        requested_by: 'dev-admin',
      },
    });
  });

  test.each([
    ['type', { type: 'all_of_it' }, 'compliance_summary, stale_access'],
    ['type', { type: undefined }, 'is required'],
    ['format', { format: 'docx' }, 'pdf, csv, json, xlsx'],
    ['format', { format: 7 }, 'expected'],
    ['period_start', { period_start: 'yesterday' }, 'ISO 8601'],
    ['period_start', { period_start: '2026-01-01T23:59:60Z' }, 'ISO 8601'],
    ['period_end', { period_end: '2999-01-01T00:00:00Z' }, 'not in the future'],
    ['period_end', { period_end: null }, 'expected a string'],
    ['period_start', { period_start: '1990-01-01T00:00:00Z' }, 'kept for 1095 days'],
    [
      'period_start',
      { type: 'compliance_summary', period_start: '2024-01-01T00:00:00Z' },
      'kept for 400 days',
    ],
    ['department', { filters: { department: '' } }, 'at least 1'],
    ['colour', { filters: { colour: 'red' } }, 'not a known'],
    ['classification', { filters: { classification: 'secret' } }, 'expected one of'],
    ['department', { department: 'A', filters: { department: 'B' } }, 'says another'],
    ['department', { filters: { department: 'a\u0000b' } }, 'NUL'],
  ])('names %s when it is wrong: %j', async (field, changes, words) => {
    const before = await world.call({ url: '/v1/reports' });
    const answer = await post(body(changes));
    expect(answer.statusCode).toBe(400);
    const faults = answer.json().detail as { loc: string[]; msg: string }[];
    expect(faults.map((fault) => fault.loc.at(-1))).toContain(field);
    expect(faults.map((fault) => fault.msg).join()).toContain(words);
    expect((await world.call({ url: '/v1/reports' })).json().total).toBe(before.json().total);
  });

  test('an inverted or empty period is refused, and the audit trail goes back for good', async () => {
    for (const period_start of [iso(world.end), iso(world.end + 1)]) {
      const answer = await post(body({ period_start }));
      expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([400, ['body', 'period_start']]);
    }
    const old = await post(body({ type: 'audit_export', period_start: '1999-01-01T00:00:00Z' }));
    expect(old.statusCode).toBe(201);
  });

  test('filters may stand beside the other fields', async () => {
    const answer = await post(body({ department: 'Finance', filters: { platform: 'fabric' } }));
    expect(answer.json().filters).toEqual({
      department: 'Finance',
      campaign_id: null,
      platform: 'fabric',
      classification: null,
    });
  });

  test('more than may wait are refused with 429', async () => {
    await world.test.admin(
      `INSERT INTO reports (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at,
         rows_estimated)
       SELECT $1, 'waits-' || n, 'stale_access', 'csv', now(), now(),
         '{"department": null, "platform": null, "classification": null}', 'x', now(), 0
       FROM generate_series(1, 60) n`,
      [world.tenant],
    );
    const answer = await post(body());
    expect(answer.statusCode).toBe(429);
    expect(answer.json().detail).toContain('waiting');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await world.test.admin("DELETE FROM reports WHERE tenant_id = $1 AND id LIKE 'waits-%'", [world.tenant]);
    await world.work();
  });
});

test('lists by status and type, in pages', async () => {
  await world.ask({ type: 'audit_export' });
  const completed = (
    await world.call({ url: '/v1/reports?status=completed&type=stale_access&limit=1' })
  ).json();
  expect(completed.items).toHaveLength(1);
  expect(completed.total).toBeGreaterThan(1);
  const next = await world.call({
    url: `/v1/reports?status=completed&type=stale_access&limit=1&cursor=${completed.next_cursor}`,
  });
  expect(next.json().items[0].id > completed.items[0].id).toBe(true);
  const generating = (await world.call({ url: '/v1/reports?status=generating' })).json();
  expect(generating.items.map((item: { type: string }) => item.type)).toEqual(['audit_export']);
  expect((await world.call({ url: '/v1/reports?status=lost' })).statusCode).toBe(400);
  const ids = async (order: string) =>
    (await world.call({ url: `/v1/reports?order=${order}` }))
      .json()
      .items.map(({ id }: { id: string }) => id);
  expect(await ids('desc')).toEqual((await ids('asc')).reverse());
  await world.work();
});

test('another tenant sees nothing of it', async () => {
  const { report } = await world.file({ type: 'review_decisions' });
  for (const url of [`/v1/reports/${report.id}`, `/v1/reports/${report.id}/download`]) {
    expect((await other.call({ url })).statusCode).toBe(404);
  }
  expect((await other.call({ method: 'DELETE', url: `/v1/reports/${report.id}` })).statusCode).toBe(404);
  expect((await other.call({ url: '/v1/reports' })).json().total).toBe(0);
  expect((await world.call({ url: `/v1/reports/${report.id}` })).statusCode).toBe(200);
});

describe('downloading', () => {
  const file = Buffer.from(
    Array.from({ length: CHUNK_BYTES * 2 + 12_345 }, (_, i) => (i * 31 + (i >> 8)) & 255),
  );
  let tag: string;
  const url = '/v1/reports/stored/download';
  beforeAll(async () => {
    tag = await store('stored', file);
  });

  test('says what it is, how long, and under which name', async () => {
    const answer = await world.call({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(file)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="lapse-stale_access-2026-01-01-2026-02-01.csv"',
      'content-length': String(file.length),
      etag: tag,
      'accept-ranges': 'bytes',
    });
  });

  test('a PDF may be shown by the browser; nothing else is', async () => {
    const of = async (id: string) =>
      (await raw({ url: `/v1/reports/${id}/download?disposition=inline` })).headers['content-disposition'];
    await store('shown-pdf', Buffer.from('%PDF-1.7'));
    await world.test.admin("UPDATE reports SET format = 'pdf' WHERE id = 'shown-pdf'");
    await store('shown-csv', Buffer.from('a,b'));
    expect(await of('shown-pdf')).toMatch(/^inline; filename=".*\.pdf"$/);
    expect(await of('shown-csv')).toMatch(/^attachment; /);
    const head = await raw({ method: 'HEAD', url: '/v1/reports/shown-pdf/download?disposition=inline' });
    expect(head.headers['content-disposition']).toMatch(/^inline; /);
    expect((await raw({ url: '/v1/reports/shown-pdf/download?disposition=other' })).statusCode).toBe(400);
  });

  test('HEAD has the same headers and no bytes', async () => {
    const answer = await raw({ method: 'HEAD', url });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
    expect(answer.headers).toMatchObject({ 'content-length': String(file.length), etag: tag });
    const part = await raw({ method: 'HEAD', url, headers: { range: 'bytes=0-9' } });
    expect([part.statusCode, part.headers['content-length']]).toEqual([206, '10']);
  });

  test('any range is the slice of the file', async () => {
    const near = fc.constantFrom(
      0,
      1,
      CHUNK_BYTES - 1,
      CHUNK_BYTES,
      CHUNK_BYTES + 1,
      CHUNK_BYTES * 2,
      file.length - 1,
    );
    const place = fc.oneof(near, fc.nat({ max: file.length - 1 }));
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const answer = await world.call({ url, headers: { range: `bytes=${from}-${to}` } });
        expect(answer.statusCode).toBe(206);
        expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${file.length}`);
        expect(answer.headers['content-length']).toBe(String(to - from + 1));
        expect(answer.rawPayload.equals(file.subarray(from, to + 1))).toBe(true);
      }),
      { numRuns: 25 },
    );
    const end = await world.call({ url, headers: { range: 'bytes=-100' } });
    expect(end.rawPayload.equals(file.subarray(-100))).toBe(true);
  });

  test('a range past the end is 416, and one that cannot be read is the whole file', async () => {
    const past = await world.call({ url, headers: { range: `bytes=${file.length}-` } });
    expect([past.statusCode, past.headers['content-range']]).toEqual([416, `bytes */${file.length}`]);
    expect((await world.call({ url, headers: { range: 'bytes=9-1' } })).statusCode).toBe(200);
  });

  test('conditions: what is known is not sent again, and a range of another file is the whole of this', async () => {
    const known = await raw({ url, headers: { 'if-none-match': tag } });
    expect([known.statusCode, known.rawPayload.length, known.headers.etag]).toEqual([304, 0, tag]);
    expect((await world.call({ url, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
    const range = 'bytes=1-2';
    expect((await world.call({ url, headers: { range, 'if-range': tag } })).statusCode).toBe(206);
    expect((await world.call({ url, headers: { range, 'if-range': '"x"' } })).statusCode).toBe(200);
  });

  test('a reader that goes away frees what served it', async () => {
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    for (let n = 0; n < 12; n++) {
      const request = httpGet({ host: '127.0.0.1', port, path: url });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      await once(response, 'data');
      response.destroy();
    }
    const [whole] = (await once(httpGet({ host: '127.0.0.1', port, path: url }), 'response')) as [
      IncomingMessage,
    ];
    let length = 0;
    for await (const chunk of whole) length += (chunk as Buffer).length;
    expect(length).toBe(file.length);
  });

  test('every download is in the audit trail, with who and what', async () => {
    const entries = await world.test.admin(
      "SELECT actor, data FROM audit_entries WHERE tenant_id = $1 AND event_type = 'report.downloaded' AND data ->> 'report_id' = 'stored' ORDER BY at DESC, id DESC LIMIT 1",
      [world.tenant],
    );
    expect(entries).toMatchObject([
      { actor: 'dev-admin', data: { sha256: tag.replaceAll('"', ''), format: 'csv' } },
    ]);
  });
});

test('a deleted report is gone at once, and its bytes soon', async () => {
  const { report } = await world.file({ type: 'stale_access' });
  const url = `/v1/reports/${report.id}`;
  const deleted = await world.call({ method: 'DELETE', url });
  expect([deleted.statusCode, deleted.json().id]).toEqual([200, report.id]);
  expect((await world.call({ url })).statusCode).toBe(404);
  expect((await world.call({ url: `${url}/download` })).statusCode).toBe(404);
  expect((await world.call({ method: 'DELETE', url })).statusCode).toBe(404);
  await world.work();
  for (const table of ['report_chunks WHERE report_id', 'reports WHERE id']) {
    expect(await world.test.admin(`SELECT 1 FROM ${table} = $1`, [report.id])).toEqual([]);
  }
  const types = await world.test.admin(
    "SELECT event_type FROM audit_entries WHERE tenant_id = $1 AND data ->> 'report_id' = $2 ORDER BY at, id",
    [world.tenant, report.id],
  );
  expect(types.map((row) => row.event_type)).toEqual([
    'report.requested',
    'report.completed',
    'report.downloaded',
    'report.deleted',
  ]);
});
