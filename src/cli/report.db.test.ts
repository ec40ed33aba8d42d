import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createReportWorld, type ReportWorld } from '../../test/support/report-world.ts';
import { register as registerAudit } from './audit.ts';
import { register } from './report.ts';
import { showReportProgress } from './report-progress.ts';

let world: ReportWorld;
let folder: string;
beforeAll(async () => {
  world = await createReportWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'lapse-report-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function run(args: Record<string, string | true>): Promise<string> {
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const program = new Command('lapse').exitOverride().configureOutput({ writeErr: () => {} });
  register(program.command('report'), (work) => work(world.test.db));
  const given = {
    type: 'stale_access',
    format: 'csv',
    from: new Date(world.start).toISOString(),
    to: new Date(world.end).toISOString(),
    tenant: 'tenant-a',
    'requested-by': 'dev-admin',
    ...args,
  };
  const words = Object.entries<string | true>(given).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  );
  program.commands[0]?.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(['report', ...words], { from: 'user' });
  return said;
}

test.each(['csv', 'json', 'xlsx', 'pdf'])(
  'writes the very file that the API serves, as %s',
  async (format) => {
    const output = path.join(folder, `report.${format}`);
    const said = await run({ format, output, department: 'Finance' });
    const { report, bytes } = await world.file({ type: 'stale_access', format, department: 'Finance' });
    expect((await readFile(output)).equals(bytes)).toBe(true);
    expect(said).toContain(String(report.sha256));
  },
);

/** What a process has that was given a database and maybe the key. */
function stubKey(key: Buffer | null): void {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none');
  vi.stubEnv('SECRETS_KEY', key?.toString('base64') ?? '');
}

test('compares audit entries with the key that the service signs with, and writes none without it', async () => {
  const output = path.join(folder, 'audit.csv');
  stubKey(null);
  await expect(run({ type: 'audit_export', output })).rejects.toThrow('SECRETS_KEY');
  expect(await readdir(folder)).not.toContain('audit.csv');
  stubKey(Buffer.alloc(32, 7));
  await run({ type: 'audit_export', output });
  const { bytes } = await world.file({ type: 'audit_export' });
  expect((await readFile(output)).equals(bytes)).toBe(true);
  expect(await readFile(output, 'utf8')).toMatch(/^\d+,verified,/m);
});

test('prints the key of the log only if it is the one that the log is signed with', async () => {
  const key = async (): Promise<string> => {
    let said = '';
    const note = (text: unknown): boolean => {
      said += String(text);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(note);
    vi.spyOn(process.stderr, 'write').mockImplementation(note);
    const program = new Command('lapse').exitOverride();
    registerAudit(program.command('audit'), (work) => work(world.test.db));
    await program.parseAsync(['audit', 'key', '--tenant', 'tenant-a'], { from: 'user' });
    vi.restoreAllMocks();
    return said;
  };
  stubKey(Buffer.alloc(32, 7));
  const compared = await key();
  expect(compared).toMatch(/^\S+\+[0-9a-f]{8}\+\S+\n$/);
  stubKey(null);
  const uncompared = await key();
  expect(uncompared).toContain('not compared');
  expect(uncompared.endsWith(compared)).toBe(true);
  stubKey(Buffer.alloc(32, 8));
  await expect(key()).rejects.toThrow('SECRETS_KEY');
  stubKey(Buffer.alloc(32, 7));
  const replace = (value: string) =>
    world.test.admin(
      `SET session_replication_role = replica; UPDATE audit_logs SET public_key = ${value} WHERE tenant_id = ${world.tenant};
       SET session_replication_role = DEFAULT`,
    );
  const [row] = await world.test.admin(
    "SELECT encode(public_key, 'hex') AS key FROM audit_logs WHERE tenant_id = $1",
    [world.tenant],
  );
  await replace('sha256(public_key)');
  await expect(key()).rejects.toThrow(/key/);
  await replace(`decode('${row?.key}', 'hex')`);
});

test('replaces a file only when told to, and leaves no parts behind', async () => {
  const output = path.join(folder, 'kept.csv');
  await writeFile(output, 'mine');
  await expect(run({ output })).rejects.toThrow('--force');
  expect(await readFile(output, 'utf8')).toBe('mine');
  await run({ output, force: true });
  expect(await readFile(output, 'utf8')).toContain('grant_id');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test.each([
  [{ from: 'yesterday' }, /--from is "yesterday"/],
  [{ to: '2999-01-01' }, /--to: expected an instant that is not in the future/],
  [{ from: '2026-10-01', to: '2026-09-01' }, /--from: expected an instant before --to/],
  [{ from: '1999-01-01', to: '1999-02-01' }, /kept for 1095 days/],
  [{ type: 'everything' }, /compliance_summary, stale_access/],
  [{ classification: 'secret' }, /public, internal/],
  [{ tenant: 'tenant-z' }, /no tenant tenant-z/],
  [{ output: '/nowhere/report.csv' }, /cannot be written \(ENOENT\)/],
])('says what is wrong with %j', async (args, message) => {
  await expect(run({ output: path.join(folder, 'never.csv'), ...args })).rejects.toThrow(message);
  expect(await readdir(folder)).not.toContain('never.csv');
});

test('shows a bar on a terminal and lines elsewhere', () => {
  const write = vi.fn(() => true);
  const bar = showReportProgress({ isTTY: true, write });
  bar.update(0.5, 1_234);
  bar.end();
  expect(write.mock.calls.join()).toContain('█'.repeat(12));
  expect(write.mock.calls.join()).toContain('1,234 rows');
  write.mockClear();
  const lines = showReportProgress({ isTTY: false, write });
  for (const progress of [0.1, 0.3, 0.9]) lines.update(progress, 10);
  lines.end();
  expect(write.mock.calls.flat()).toEqual([' 25 %  10 rows\n', ' 50 %  10 rows\n', ' 75 %  10 rows\n']);
});
