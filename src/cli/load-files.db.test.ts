import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { drain } from '../../test/support/drain.ts';
import { register as registerEvents } from './events.ts';
import { register as registerGenerate } from './generate.ts';
import { register as registerImport } from './import.ts';

let store: TestDatabase;
let place: string;
const said = { out: '', err: '' };

beforeAll(async () => {
  store = await createTestDatabase();
  place = await mkdtemp(path.join(tmpdir(), 'lapse-load-'));
  const hear = (into: 'out' | 'err') => (text: string | Uint8Array) => {
    said[into] += text;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(hear('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(hear('err'));
});
afterEach(() => {
  process.exitCode = 0;
  Object.assign(said, { out: '', err: '' });
});
afterAll(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await store.drop();
  await rm(place, { recursive: true });
});

async function lapse(...args: string[]): Promise<void> {
  const program = new Command('lapse').exitOverride();
  const withDatabase = <T>(work: (db: TestDatabase['db']) => Promise<T>): Promise<T> => work(store.db);
  registerGenerate(program.command('generate'));
  registerImport(program.command('import'), withDatabase);
  registerEvents(program.command('events'), withDatabase);
  await program.parseAsync(args, { from: 'user' });
}
const tid = ['--tenant', 'tenant-a'];
const count = async (table: string, condition = 'true'): Promise<number> =>
  (
    await store.admin(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${condition}`, [
      store.tenants.a,
    ])
  )[0]?.n as number;

test('what generate writes is loaded: the directory, and its use once however often', async () => {
  const [directory, events] = ['d.ndjson', 'e.ndjson'].map((name) => path.join(place, name)) as [
    string,
    string,
  ];
  const size = ['--principals', '20', '--assets', '5', '--grants', '30', '--days', '10'];
  await lapse('generate', ...size, '--out', directory, '--events', events);
  await lapse('import', directory, ...tid);
  expect(await count('grants')).toBe(30);
  await lapse('events', events, ...tid);
  expect(said.out).toMatch(/Accepted [\d,]+ events; a running Lapse applies them/);
  expect(process.exitCode).toBeFalsy();
  await drain(store, store.tenants.a, Date.now());
  const applied = await count('events');
  expect(applied).toBeGreaterThan(0);
  await lapse('events', events, ...tid);
  await drain(store, store.tenants.a, Date.now());
  expect(await count('events')).toBe(applied);
});

test('refused events are told with their line, and the command fails', async () => {
  const file = path.join(place, 'bad.ndjson.gz');
  const event = {
    principal_id: 'nobody',
    asset_id: 'nothing',
    action: 'query',
    timestamp: '2026-01-31T09:30:00Z',
  };
  await writeFile(file, gzipSync(`${JSON.stringify(event)}\nnot json\n`));
  await lapse('events', file, ...tid);
  expect(said.out).toContain('Accepted 0 events.');
  expect(said.err).toMatch(
    /Rejected 2 lines:\n {2}line 1: principal_id: there is no principal "nobody".*\n {2}line 2: /,
  );
  expect(process.exitCode).toBe(1);
});

test('an import with --full says what is gone, and refuses half a file', async () => {
  const file = path.join(place, 'none.ndjson');
  await writeFile(file, '');
  const before = await count('grants', "status = 'active'");
  await expect(lapse('import', file, '--full', 'grants', ...tid)).rejects.toThrow(
    `${before} of ${before} grants`,
  );
  expect(await count('grants', "status = 'active'")).toBe(before);
  await lapse('import', file, '--full', 'grants', '--force', ...tid);
  expect(said.out).toContain(
    `Gone: 0 principals, 0 memberships, 0 identities, 0 assets, ${before} ${before === 1 ? 'grant' : 'grants'}.`,
  );
  expect(await count('grants', "status = 'active'")).toBe(0);
});

const GRANTS =
  'E-Mail;Name;Table;Right;Since\nada@x.example;"Ada; L.";orders;read;31.01.2026\nben@x.example;Ben;orders;read;31.02.2026\n';

test('a table of grants: what is read is said, a dry run loads nothing, and the rest is told by line and column', async () => {
  const file = path.join(place, 'grants.csv');
  await writeFile(file, GRANTS);
  const options = ['--set', 'platform=sap', '--date-format', 'DD.MM.YYYY', ...tid];
  const before = await count('grants');
  await lapse('import', file, '--dry-run', ...options);
  expect(said.out).toContain(`${file} is CSV, separated by semicolon. It is read like this:`);
  expect(said.out).toMatch(/principal +from "E-Mail"\n/);
  expect(said.out).toMatch(/platform +always "sap"\n/);
  expect(said.out).toMatch(/2 +ada@x\.example +orders +read +2026-01-31T00:00:00\.000Z +Ada; L\. +sap\n/);
  expect(said.out).toMatch(
    /3 +REFUSED: Since \(granted_at\): expected a date as DD\.MM\.YYYY.*got "31\.02\.2026"/,
  );
  expect(await count('grants')).toBe(before);
  await lapse('import', file, ...options);
  expect(said.out).toContain('Imported 1 line (1 principal, 0 memberships, 0 identities, 1 asset, 1 grant).');
  expect(said.err).toMatch(/Rejected 1 line:\n {2}line 3: Since \(granted_at\): expected a date/);
  expect(await count('grants')).toBe(before + 1);
});

test('a table of use, and what cannot be read of one', async () => {
  const file = path.join(place, 'use.txt');
  await writeFile(file, 'User,Object,Operation,Time\nada@x.example,orders,query,2026-01-31 09:30\n');
  await lapse('events', file, '--time-zone', 'Europe/Berlin', ...tid);
  expect(said.out).toContain('Accepted 1 event;');
  await drain(store, store.tenants.a, Date.now());
  expect(await count('events', "asset_id = 'orders' AND occurred_at = '2026-01-31 08:30Z'")).toBe(1);
  await expect(lapse('events', file, '--map', 'principal=User,asset=Thing', ...tid)).rejects.toThrow(
    /asset: there is no column "Thing".*\n.*action: expected a column/,
  );
  await expect(lapse('events', file, '--separator', ':', ...tid)).rejects.toThrow(
    '--separator: expected one of comma, semicolon, tab, pipe',
  );
  const latin = path.join(place, 'latin.csv');
  await writeFile(latin, Buffer.from('User,Object\nM\xfcller,x\n', 'latin1'));
  await expect(lapse('events', latin, ...tid)).rejects.toThrow('Line 2 is not text in UTF-8.');
  const lines = path.join(place, 'none.ndjson');
  await expect(lapse('import', lines, '--dry-run', '--map', 'principal=a', ...tid)).rejects.toThrow(
    '--map, --dry-run is for CSV',
  );
});
