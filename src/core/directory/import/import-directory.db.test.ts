import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { importDirectory } from './import-directory.ts';
import { LINE_BYTES_MAX, readLines } from './read-lines.ts';

let store: TestDatabase;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.admin(
    'TRUNCATE grants, memberships, identities, assets, principals, substitutes, search_terms, tallies CASCADE',
  );
});

async function* stream(text: string | Buffer, piece = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text as string);
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
}

const importText = (text: string | Buffer, piece?: number) =>
  importDirectory({ db: store.db, tenant_id: store.tenants.a }, readLines(stream(text, piece)));
const importLines = (lines: object[]) =>
  importText(lines.map((line) => JSON.stringify(line)).join('\n'), 65_536);

const user = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
const asset = (id: string, more: object = {}) => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform: 'fabric',
  ...more,
});
const grant = (id: string, principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'read',
  ...more,
});

async function everything(): Promise<unknown> {
  const tables = ['principals', 'memberships', 'identities', 'assets', 'grants', 'search_terms'];
  return Promise.all(tables.map((table) => store.admin(`SELECT * FROM ${table} ORDER BY 2, 3, 4`)));
}

describe('importing the directory', () => {
  test('bad lines are rejected with number and reason, the others are kept', async () => {
    const summary = await importText(
      [
        JSON.stringify(user('p1')),
        '',
        '{"kind":"principal","id":"p2"',
        '[1,2]',
        '{"kind":"robot","id":"r"}',
        '{"id":"p3"}',
        JSON.stringify(user('p4', { type: 'alien', mfa_enabled: 'yes', last_login_at: 'yesterday' })),
        JSON.stringify(asset('a1')),
        JSON.stringify(grant('g1', 'p1', 'a1')),
        JSON.stringify(grant('g2', 'p9', 'a9')),
        JSON.stringify(grant('g3', 'p1', 'a1', { via_group_id: 'p1' })),
        JSON.stringify(user('p5', { display_name: 'nul\u0000nul' })),
        JSON.stringify(user('', { display_name: '' })),
      ].join('\r\n'),
    );
    expect(summary).toMatchObject({ lines: 12, imported: 3, rejected: 9 });
    expect(summary.counts).toEqual({ principal: 1, membership: 0, identity: 0, asset: 1, grant: 1 });
    expect(summary.rejections).toEqual([
      { line: 3, reason: 'is not valid JSON' },
      { line: 4, reason: 'expected a JSON object' },
      { line: 5, reason: 'kind: expected one of principal, membership, identity, asset, grant' },
      { line: 6, reason: 'kind: expected one of principal, membership, identity, asset, grant' },
      {
        line: 7,
        reason:
          'type: expected one of user, service_account, group; mfa_enabled: expected a boolean or null; last_login_at: expected an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
      },
      { line: 10, reason: 'principal_id: there is no principal "p9"; asset_id: there is no asset "a9"' },
      { line: 11, reason: 'via_group_id: "p1" is a user, expected a group' },
      { line: 12, reason: 'display_name: must not contain the NUL character' },
      {
        line: 13,
        reason: 'id: expected at least 1 character; display_name: expected at least 1 character',
      },
    ]);
  });

  test('importing again changes nothing', async () => {
    const lines = [
      user('p1', { email: 'p1@x.example', department: 'Sales' }),
      user('grp', { type: 'group' }),
      { kind: 'membership', group_id: 'grp', member_id: 'p1' },
      { kind: 'identity', principal_id: 'p1', provider: 'azure_ad', external_id: 'oid-1' },
      asset('a1', { tags: ['x', 'y'], classification: 'pii' }),
      grant('g1', 'p1', 'a1', { via_group_id: 'grp', last_used_at: '2026-01-01T00:00:00Z' }),
    ];
    await importLines(lines);
    const before = await everything();
    const xmin = await store.admin('SELECT xmin::text FROM grants');
    expect(await importLines(lines)).toMatchObject({ imported: 6, rejected: 0 });
    expect(await everything()).toEqual(before);
    expect(await store.admin('SELECT xmin::text FROM grants')).toEqual(xmin);
  });

  test('a later line updates: names, search terms, totals; use only grows; a grant that is named is there', async () => {
    await importLines([
      user('p1', { display_name: 'Old Name', department: 'Sales' }),
      asset('a1'),
      grant('g1', 'p1', 'a1', { last_used_at: '2026-03-01T00:00:00Z', status: 'revoked' }),
    ]);
    await importLines([
      user('p1', { display_name: 'New Name', department: 'Legal' }),
      grant('g1', 'p1', 'a1', { last_used_at: '2026-01-01T00:00:00Z', permission: 'admin' }),
    ]);
    const [row] = await store.admin('SELECT permission, status, last_used_at FROM grants');
    expect(row).toEqual({ permission: 'admin', status: 'active', last_used_at: '2026-03-01T00:00:00.000Z' });
    const terms = await store.admin("SELECT term FROM search_terms WHERE noun = 'principals' ORDER BY term");
    expect(terms.map(({ term }) => term)).toEqual(['name', 'new']);
    await importLines([grant('g1', 'p1', 'a1', { status: 'revoked' })]);
    expect((await store.admin('SELECT status FROM grants'))[0]).toEqual({ status: 'revoked' });
  });

  test('within a chunk any order will do, and the later of two lines wins', async () => {
    const summary = await importLines([
      grant('g1', 'p1', 'a1'),
      { kind: 'membership', group_id: 'grp', member_id: 'p1' },
      asset('a1'),
      user('p1', { display_name: 'First' }),
      user('p1', { display_name: 'Second' }),
      user('grp', { type: 'group' }),
    ]);
    expect(summary).toMatchObject({ imported: 6, rejected: 0 });
    expect((await store.admin("SELECT display_name FROM principals WHERE id = 'p1'"))[0]).toEqual({
      display_name: 'Second',
    });
  });

  test('lines are cut anywhere by the network; bytes that are not UTF-8 and endless lines are rejected alone', async () => {
    const good = JSON.stringify(user('ü1', { display_name: 'Zoë 🚀' }));
    const text = Buffer.concat([
      Buffer.from(`${good}\n`),
      Buffer.from([0x22, 0xff, 0xfe, 0x0a]),
      Buffer.from(`"${'x'.repeat(LINE_BYTES_MAX)}"\n`),
      Buffer.from(JSON.stringify(user('p2'))),
    ]);
    const summary = await importText(text, 4096);
    expect(summary).toMatchObject({ lines: 4, imported: 2, rejected: 2 });
    expect(summary.rejections.map(({ line }) => line)).toEqual([2, 3]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (piece) => {
        const lines: string[] = [];
        for await (const line of readLines(stream(`${good}\n\n${good}`, piece))) lines.push(line.text);
        expect(lines).toEqual([good, '', good]);
      }),
    );
  });

  test('many chunks: totals are exact, only the first rejections are listed', async () => {
    const lines = [asset('a1'), ...Array.from({ length: 5_000 }, (_, index) => user(`p${index}`))];
    const grants = Array.from({ length: 5_000 }, (_, index) => grant(`g${index}`, `p${index}`, 'a1'));
    const bad = Array.from({ length: 1_100 }, (_, index) => grant(`b${index}`, 'nobody', 'a1'));
    const summary = await importLines([...lines, ...grants, ...bad]);
    expect(summary).toMatchObject({ imported: 10_001, rejected: 1_100 });
    expect(summary.rejections).toHaveLength(1_000);
    const [total] = await store.admin("SELECT sum(amount)::int AS n FROM tallies WHERE noun = 'grants'");
    expect(total).toEqual({ n: 5_000 });
  });

  test('a chunk of more rows than a statement takes is stored whole, and asked for once', async () => {
    const numbers = Array.from({ length: 1_200 }, (_, index) => index);
    const lines = numbers.flatMap((n) => [
      grant(`g${n}`, `p${n}`, `a${n}`),
      user(`p${n}`),
      asset(`a${n}`),
      { kind: 'identity', principal_id: `p${n}`, provider: 'entra', external_id: `x${n}` },
    ]);
    const summary = await importLines([...lines, user('p7', { display_name: 'the later one' })]);
    expect(summary).toMatchObject({ imported: 4_801, rejected: 0 });
    expect(summary.counts).toMatchObject({ principal: 1_201, asset: 1_200, identity: 1_200, grant: 1_200 });
    const [row] = await store.admin(
      `SELECT (SELECT count(*) FROM principals)::int AS principals, (SELECT count(*) FROM assets)::int AS assets,
              (SELECT count(*) FROM identities)::int AS identities, (SELECT count(*) FROM grants)::int AS grants,
              (SELECT display_name FROM principals WHERE id = 'p7') AS name`,
    );
    expect(row).toEqual({
      principals: 1_200,
      assets: 1_200,
      identities: 1_200,
      grants: 1_200,
      name: 'the later one',
    });
    const requests = await store.admin(
      `SELECT cardinality(grant_ids) AS grants FROM recalculations WHERE cause = 'imported' ORDER BY id DESC LIMIT 1`,
    );
    expect(requests).toEqual([{ grants: 1_200 }]);
  });

  test('two imports of the same rows at once both succeed', async () => {
    const forward = Array.from({ length: 3_000 }, (_, index) => user(`p${index}`, { department: 'One' }));
    const backward = forward.map((line) => ({ ...line, department: 'Two' })).reverse();
    const results = await Promise.all([importLines(forward), importLines(backward), importLines(forward)]);
    for (const result of results) expect(result).toMatchObject({ imported: 3_000, rejected: 0 });
    const [total] = await store.admin("SELECT sum(amount)::int AS n FROM tallies WHERE noun = 'principals'");
    expect(total).toEqual({ n: 3_000 });
  });
});
