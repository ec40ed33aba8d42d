import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { drain } from '../../../test/support/drain.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());
beforeEach(() =>
  service.test.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, search_terms, tallies, inbox, events, event_rejections CASCADE',
  ),
);

const tenant = () => service.test.tenants.a;
const rows = <T = Record<string, unknown>>(sql: string) =>
  service.test.admin(sql, [tenant()]) as Promise<T[]>;
async function send(
  path: string,
  payload: string | Buffer,
  query: Record<string, string> = {},
  type = 'text/csv; charset=utf-8',
) {
  const url = `${path}?${new URLSearchParams(query)}`;
  const response = await service.call({ method: 'POST', url, headers: { 'content-type': type }, payload });
  return { status: response.statusCode, ...response.json() };
}
const grants = (payload: string | Buffer, query?: Record<string, string>) =>
  send('/v1/directory/import', payload, query);
const events = (payload: string, query?: Record<string, string>) => send('/v1/events/stream', payload, query);

const FILE = `\ufeffE-Mail;Name;Table;System;Right;Since;Owner\r
Ada@Corp.example;"Lovelace; Ada";orders;sap;read;2025-01-31;boss@corp.example\r
ada@corp.example;;orders;sap;write;;\r
ben@corp.example;Ben;"tricky ""one""";sap;read;2025-02-01 10:00;\r
`;

/** Everything that an import writes. */
const everything = async () =>
  Promise.all(
    ['principals', 'memberships', 'assets', 'grants', 'search_terms'].map((table) =>
      rows(`SELECT r.* FROM ${table} r WHERE tenant_id = $1 ORDER BY r::text`),
    ),
  );

describe('grants', () => {
  test('come with the principals and assets that they name; the same file again changes nothing', async () => {
    const first = await grants(FILE);
    expect(first).toMatchObject({
      status: 200,
      lines: 3,
      imported: 3,
      rejected: 0,
      counts: { principal: 3, asset: 2, grant: 3, membership: 0, identity: 0 },
    });
    expect(
      await rows('SELECT id, display_name, email, type FROM principals WHERE tenant_id = $1 ORDER BY id'),
    ).toEqual([
      { id: 'ada@corp.example', display_name: 'Lovelace; Ada', email: 'Ada@Corp.example', type: 'user' },
      { id: 'ben@corp.example', display_name: 'Ben', email: 'ben@corp.example', type: 'user' },
      {
        id: 'boss@corp.example',
        display_name: 'boss@corp.example',
        email: 'boss@corp.example',
        type: 'user',
      },
    ]);
    expect(
      await rows('SELECT id, name, platform, owner_id FROM assets WHERE tenant_id = $1 ORDER BY id'),
    ).toEqual([
      { id: 'orders', name: 'orders', platform: 'sap', owner_id: 'boss@corp.example' },
      { id: 'tricky "one"', name: 'tricky "one"', platform: 'sap', owner_id: null },
    ]);
    const before = await everything();
    const entries = await rows('SELECT count(*) FROM audit_entries WHERE tenant_id = $1');
    const again = await grants(FILE);
    expect(again).toMatchObject({ imported: 3, rejected: 0, counts: { principal: 0, asset: 0, grant: 3 } });
    expect(await everything()).toEqual(before);
    expect(await rows('SELECT count(*) FROM audit_entries WHERE tenant_id = $1')).toEqual(entries);
  });

  test('an empty cell says nothing: what is known of somebody stays, what is said is changed', async () => {
    await service.import([
      {
        kind: 'principal',
        id: 'p1',
        display_name: 'Ada',
        type: 'user',
        email: 'ada@x.example',
        department: 'Sales',
        protected: true,
      },
      {
        kind: 'asset',
        id: 'a1',
        name: 'orders',
        type: 'database',
        platform: 'SAP',
        classification: 'pii',
        tags: ['core'],
      },
      {
        kind: 'grant',
        id: 'g1',
        principal_id: 'p1',
        asset_id: 'a1',
        permission: 'read',
        granted_at: '2024-01-01T00:00:00Z',
      },
    ]);
    const file =
      'principal,department,asset,platform,permission\nADA@x.example,,orders,sap,read\nada@x.example,Finance,orders,,admin\n';
    expect(await grants(file)).toMatchObject({ imported: 2, counts: { principal: 1, asset: 0, grant: 2 } });
    expect(
      await rows(
        'SELECT id, display_name, department, protected, source FROM principals WHERE tenant_id = $1',
      ),
    ).toEqual([{ id: 'p1', display_name: 'Ada', department: 'Finance', protected: true, source: 'import' }]);
    expect(await rows('SELECT id, type, classification, tags FROM assets WHERE tenant_id = $1')).toEqual([
      { id: 'a1', type: 'database', classification: 'pii', tags: ['core'] },
    ]);
    // The access that was there is the one that the file means.
    expect(await rows("SELECT id FROM grants WHERE tenant_id = $1 AND permission = 'read'")).toEqual([
      { id: 'g1' },
    ]);
    expect(await rows('SELECT count(*)::int AS n FROM grants WHERE tenant_id = $1')).toEqual([{ n: 2 }]);
  });

  test('what a connector reads is described by the connector; the access of it is imported all the same', async () => {
    await service.import([
      { kind: 'principal', id: 'p1', display_name: 'Ada', type: 'user', email: 'ada@x.example' },
      { kind: 'asset', id: 'a1', name: 'orders', type: 'table', platform: 'sap' },
    ]);
    await service.test.admin(
      `SET session_replication_role = replica;
       INSERT INTO connector_objects (tenant_id, connector_id, kind, external_key, lapse_id, is_owned)
       SELECT ${tenant()}, 'c1', kind, id, id, true FROM (VALUES ('principal', 'p1'), ('asset', 'a1')) AS v (kind, id);
       SET session_replication_role = origin`,
    );
    const file =
      'principal,principal name,department,asset,asset name,platform,permission\nada@x.example,Other,Sales,a1,Other,sap,read\n';
    expect(await grants(file)).toMatchObject({ imported: 1, counts: { principal: 0, asset: 0, grant: 1 } });
    expect(await rows('SELECT display_name, department FROM principals WHERE tenant_id = $1')).toEqual([
      { display_name: 'Ada', department: null },
    ]);
    expect(await rows('SELECT name FROM assets WHERE tenant_id = $1')).toEqual([{ name: 'orders' }]);
    // An account of somebody whom an import describes.
    await service.test.admin("UPDATE connector_objects SET is_owned = false WHERE kind = 'principal'");
    expect((await grants(file)).counts).toMatchObject({ principal: 1, asset: 0 });
    expect(await rows('SELECT display_name, department FROM principals WHERE tenant_id = $1')).toEqual([
      { display_name: 'Other', department: 'Sales' },
    ]);
    await service.test.admin('DELETE FROM connector_objects WHERE tenant_id = $1', [tenant()]);
  });

  test('what rows of one file say of somebody adds up', async () => {
    const file =
      'principal,principal name,department,asset,platform,permission\nada,Ada,Sales,t,p,read\nada,,,t,p,write\nada,,Finance,u,p,read\n';
    await grants(file);
    expect(await rows('SELECT display_name, department FROM principals WHERE tenant_id = $1')).toEqual([
      { display_name: 'Ada', department: 'Finance' },
    ]);
  });

  test('a row with a fault is refused whole, with its line and column, and leaves nothing of it behind', async () => {
    const file = [
      'Who,Table,System,Right,Since,Kind,Group',
      'ada,t1,sap,read,03/04/2026,user,',
      'ben,t2,,read,,user,',
      ',t3,sap,read,,user,',
      'cyd,t4,sap,read,,robot,',
      'dan,t5,sap',
      'eve,t6,sap,read,2999-01-01,,',
      'fay,t7,sap,read,,user,gus',
      'gus,t7,sap,read,,user,',
      `hal,${'x'.repeat(201)},sap,read,,,`,
      'ida,t8,sap,read,,user,team',
      'ben,t8,sap,read,,user,',
    ].join('\n');
    const map =
      'principal=Who,asset=Table,platform=System,permission=Right,granted_at=Since,principal_type=Kind,via_group=Group';
    const summary = await grants(file, { map });
    expect(summary.rejections).toEqual([
      {
        line: 2,
        reason: expect.stringMatching(
          /^Since \(granted_at\): expected a date that can be read in one way only.*got "03\/04\/2026"$/,
        ),
      },
      {
        line: 3,
        reason: 'Table (asset): there is no asset "t2"; expected one that is known, or its platform',
      },
      { line: 4, reason: 'Who (principal): expected a value, got nothing' },
      { line: 5, reason: 'Kind (principal_type): expected one of user, service_account, group, got "robot"' },
      { line: 6, reason: 'expected 7 cells, as the header has, got 3' },
      {
        line: 7,
        reason: 'Since (granted_at): expected a date at most 24 hours in the future, got "2999-01-01"',
      },
      { line: 9, reason: 'Who (principal): "gus" is a group, not a user' },
      {
        line: 10,
        reason: expect.stringMatching(/^Table \(asset\): expected at most 200 characters, got "x+…"$/),
      },
    ]);
    expect(summary).toMatchObject({ lines: 11, imported: 3, rejected: 8 });
    const ids = await rows<{ id: string }>('SELECT id FROM principals WHERE tenant_id = $1 ORDER BY id');
    expect(ids.map(({ id }) => id)).toEqual(['ben', 'fay', 'gus', 'ida', 'team']);
    expect(await rows('SELECT group_id, member_id FROM memberships WHERE tenant_id = $1 ORDER BY 2')).toEqual(
      [
        { group_id: 'gus', member_id: 'fay' },
        { group_id: 'team', member_id: 'ida' },
      ],
    );
  });

  test('a table of the same name on another platform is another one; without a platform it is not clear which', async () => {
    const file = 'principal,asset,platform,permission\nada,orders,sap,read\nada,orders,fabric,read\n';
    await grants(file);
    const assets = 'SELECT id, platform FROM assets WHERE tenant_id = $1 ORDER BY id';
    const known = [
      { id: 'fabric/orders', platform: 'fabric' },
      { id: 'orders', platform: 'sap' },
    ];
    expect(await rows(assets)).toEqual(known);
    await grants(file);
    expect(await rows(assets)).toEqual(known);
    expect(await rows('SELECT count(*)::int AS n FROM grants WHERE tenant_id = $1')).toEqual([{ n: 2 }]);
    await service.import([
      { kind: 'asset', id: 'x1', name: 'stock', type: 'table', platform: 'sap' },
      { kind: 'asset', id: 'x2', name: 'stock', type: 'table', platform: 'sap' },
    ]);
    expect((await grants('principal,asset,permission\nada,stock,read\n')).rejections).toEqual([
      {
        line: 2,
        reason: 'asset: several assets are called "stock"; expected the id of one, or its platform',
      },
    ]);
  });

  test('a full file of grants ends the access that it does not name, once all of it was understood', async () => {
    await grants('principal,asset,platform,permission\nada,t,p,read\nben,t,p,read\ncyd,t,p,read\n');
    const bad = await grants('principal,asset,permission\nada,t,read\nben,,read\ncyd,t,read\n', {
      full: 'grants',
    });
    expect(bad.full).toMatchObject({ applied: false });
    const good = await grants('principal,asset,permission\nada,t,read\nben,t,read\n', { full: 'grants' });
    expect(good).toMatchObject({ full: { applied: true }, removed: { grant: 1 } });
    const all = await grants('principal,asset,permission\nada,t,read\n', { full: 'true' });
    expect(all).toMatchObject({ status: 400, detail: [{ loc: ['query', 'full'] }] });
  });

  test('another tenant sees nothing of it', async () => {
    await grants(FILE);
    const b = service.test.tenants.b;
    for (const table of ['principals', 'assets', 'grants']) {
      expect(await service.test.admin(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, [b])).toEqual([]);
    }
  });
});

describe('what is refused as a whole changes nothing', () => {
  test.each<[string, string | Buffer, Record<string, string>, RegExp]>([
    [
      'Latin-1',
      Buffer.from('principal,asset,platform,permission\nM\xfcller,t,p,read\n', 'latin1'),
      {},
      /Line 2 is not text in UTF-8.*save the file as UTF-8/,
    ],
    ['UTF-16', Buffer.from('\ufeffprincipal,asset\nada,t\n', 'utf16le'), {}, /Line 1 is not text in UTF-8/],
    ['nothing', '', {}, /The file is empty/],
    ['lines that end with CR', 'principal,asset\rada,t\r', {}, /end with CR alone/],
    ['a header that does not end', '"principal,asset\n', {}, /header cannot be read/],
    [
      'a missing column',
      'principal,asset\nada,t\n',
      {},
      /permission: expected a column for it.*there are "principal", "asset"/,
    ],
    [
      'a mapping to nowhere',
      'a,b,c\n1,2,3\n',
      { map: 'principal=a,asset=b,permission=d' },
      /permission: there is no column "d"/,
    ],
    ['an unknown field', 'a,b,c\n1,2,3\n', { map: 'whom=a' }, /whom: expected one of principal/],
  ])('%s', async (_, payload, query, reason) => {
    const answer = await grants(payload, query);
    expect(answer.status).toBe(400);
    expect(answer.detail[0].msg).toMatch(reason);
    expect(await rows('SELECT 1 FROM principals WHERE tenant_id = $1')).toEqual([]);
  });

  test('another charset, and what is for CSV with NDJSON', async () => {
    const latin = await send('/v1/directory/import', 'x', {}, 'text/csv; charset=iso-8859-1');
    expect([latin.status, latin.detail]).toEqual([415, expect.stringContaining('not as iso-8859-1')]);
    const json = await send('/v1/directory/import', '{}', { map: 'principal=a' }, 'application/x-ndjson');
    expect([json.status, json.detail[0].loc]).toEqual([400, ['query', 'map']]);
  });
});

test('a named separator, "sep=" and rows of nothing but separators are understood', async () => {
  await grants('sep=|\nprincipal|asset|platform|permission\nada|a;b|p|read\n|||\n');
  const tab = await grants('principal\tasset\tplatform\tpermission\nben\tx\tp\tread\n', { separator: 'tab' });
  expect(tab).toMatchObject({ lines: 1, imported: 1 });
  expect(await rows('SELECT asset_id FROM grants WHERE tenant_id = $1 ORDER BY 1')).toEqual([
    { asset_id: 'a;b' },
    { asset_id: 'x' },
  ]);
});

describe('use', () => {
  const DIRECTORY = [
    { kind: 'principal', id: 'p1', display_name: 'Ada', type: 'user', email: 'ada@x.example' },
    { kind: 'asset', id: 'a1', name: 'orders', type: 'table', platform: 'sap' },
    { kind: 'grant', id: 'g1', principal_id: 'p1', asset_id: 'a1', permission: 'read' },
  ];

  test('is loaded once however often, also from another file that says the same', async () => {
    await service.import(DIRECTORY);
    const header = 'User,Object,Operation,Time,IP\n';
    const row = (minute: number) => `ADA@x.example,orders,query,31.01.2026 09:${10 + minute},10.0.0.1\n`;
    const reading = { date_format: 'DD.MM.YYYY', time_zone: 'Europe/Berlin' };
    expect(await events(header + row(0) + row(1), reading)).toMatchObject({
      status: 200,
      lines: 2,
      accepted: 2,
    });
    await events(header + row(1) + row(2), reading);
    await drain(service.test, tenant(), Date.now());
    const applied = await rows<{ at: string }>(
      "SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'HH24:MI') AS at FROM events WHERE tenant_id = $1 ORDER BY occurred_at",
    );
    expect(applied.map(({ at }) => at)).toEqual(['08:10', '08:11', '08:12']);
  });

  test('faults name line and column, and what was refused is kept as it came', async () => {
    await service.import(DIRECTORY);
    const file =
      'User,Object,Operation,Time\nnobody,a1,query,2026-01-31T09:30Z\nada@x.example,gone,query,2026-01-31T09:30Z\nada@x.example,a1,query,soon\nada@x.example,a1,query,2026-01-31T09:30Z\n';
    const answer = await events(file);
    expect(answer).toMatchObject({ lines: 4, accepted: 1, rejected: 3 });
    expect(answer.rejections).toEqual([
      { line: 2, reason: 'User (principal): there is no principal "nobody"' },
      { line: 3, reason: 'Object (asset): there is no asset "gone"' },
      {
        line: 4,
        reason: expect.stringMatching(/^Time \(timestamp\): expected a date as 2026-01-31.*got "soon"$/),
      },
    ]);
    const kept = await service.call({ method: 'GET', url: '/v1/events/rejections' });
    const items = kept.json().items as { text: string; event: { principal_id?: string } | null }[];
    expect(items.map(({ text }) => text)).toContain('ada@x.example,a1,query,soon');
    // With the directory put right, it is judged again.
    await service.import([{ ...DIRECTORY[0], id: 'nobody', email: null }]);
    const replay = await service.call({
      method: 'POST',
      url: '/v1/events/rejections/replay',
      headers: { 'idempotency-key': randomUUID() },
      payload: {},
    });
    expect(replay.json().replayed).toBe(1);
  });
});

test('rows of several batches and chunks are each stored once, and name what they share once', async () => {
  let made = 0;
  async function* file() {
    yield Buffer.from('principal,asset,platform,permission\n');
    for (let batch = 0; batch < 12; batch += 1) {
      const lines = Array.from({ length: 1_000 }, () => {
        made += 1;
        return `user${made % 3_000}@x.example,table ${made % 700},sap,right ${made % 11}\n`;
      });
      yield Buffer.from(lines.join(''));
    }
  }
  const { importGrantsCsv } = await import('./import-csv.ts');
  const { readLines } = await import('../directory/import/read-lines.ts');
  const { readCsvReading } = await import('./csv-mapping.rules.ts');
  const summary = await importGrantsCsv(
    { db: service.test.db, tenant_id: tenant() },
    readLines(file()),
    readCsvReading('grants', {}),
  );
  expect(summary).toMatchObject({ lines: 12_000, imported: 12_000, rejected: 0 });
  expect(summary.counts).toMatchObject({ principal: 3_000, asset: 700 });
}, 60_000);
