import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createReportWorld, type ReportWorld } from '../../test/support/report-world.ts';
import { LEASE_MS, makeReport } from './make-report.ts';
import type { ReportContext } from './report-context.ts';
import { removeReports, reportTenant } from './run-reports.ts';
import { createDatabaseStorage } from './storage/database-storage.ts';
import type { ReportStorage } from './storage/storage.ts';
import { claimReport, type ReportWork } from './work.sql.ts';

let world: ReportWorld;
beforeAll(async () => {
  world = await createReportWorld();
});
afterAll(() => world.close());
afterEach(() => world.test.admin('DELETE FROM reports'));

const going = new AbortController().signal;

function claim(now: number, lease: string, at_once = 2): Promise<ReportWork | null> {
  return world.test.db.transaction(world.tenant, (tx) =>
    claimReport(tx, { now, lease, lease_ms: LEASE_MS, at_once, storage: 'database' }),
  );
}

/** Writes like the real one, but tells and waits before its first bytes. */
function slowStorage(onWrite: () => Promise<void>): ReportContext['storages'] {
  const real = createDatabaseStorage(world.test.db);
  const storage: ReportStorage = {
    ...real,
    open: (file) => {
      const writer = real.open(file);
      return {
        write: async (bytes) => {
          await onWrite();
          await writer.write(bytes);
        },
        close: () => writer.close(),
        abandon: () => writer.abandon(),
      };
    },
  };
  return { writing: storage, of: () => storage };
}

const chunksOf = (id: string) =>
  world.test.admin('SELECT DISTINCT attempt FROM report_chunks WHERE report_id = $1', [id]);
const entriesOf = async (id: string) =>
  (
    await world.test.admin(
      "SELECT event_type, data FROM audit_entries WHERE data ->> 'report_id' = $1 ORDER BY at, id",
      [id],
    )
  ).map((row) => row.event_type);

test('what was asked first is made first, and no more at once than may be', async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await world.ask({ type: 'audit_export' })).id);
  const now = Date.now();
  const first = await claim(now, 'a');
  const second = await claim(now, 'b');
  expect([first?.id, second?.id]).toEqual(ids.slice(0, 2));
  expect(await claim(now, 'c')).toBeNull();
  const both = await Promise.all([claim(now, 'd', 3), claim(now, 'e', 3)]);
  expect(both.filter((work) => work !== null).map((work) => work?.id)).toEqual([ids[2]]);
});

test('a worker that is gone loses its report to the next, and whatever it wrote is of no use', async () => {
  const { id } = await world.ask({ type: 'stale_access' });
  const dead = (await claim(Date.now(), 'dead')) as ReportWork;
  await world.test.admin("INSERT INTO report_chunks VALUES ($1, $2, 'dead', 0, 'half a fi')", [
    world.tenant,
    id,
  ]);
  expect(await claim(Date.now(), 'early')).toBeNull();
  const later = world.context({ now: () => Date.now() + LEASE_MS + 1_000 });
  expect(await reportTenant(later, world.tenant, going)).toBe(true);
  const report = await world.get(id);
  expect(report).toMatchObject({ status: 'completed' });
  expect(await chunksOf(id)).toHaveLength(1);
  expect(await chunksOf(id)).not.toEqual([{ attempt: 'dead' }]);
  // It comes back to life: nothing of it counts any more.
  await makeReport({ ...world.context(), tenant_id: world.tenant, work: dead }, going);
  expect(await world.get(id)).toEqual(report);
  expect(await chunksOf(id)).toHaveLength(1);
});

test('a process that is killed in the middle is replaced, and the bytes are the same', async () => {
  const { bytes: expected } = await world.file({ type: 'stale_access' });
  const { id } = await world.ask({ type: 'stale_access' });
  const child = spawn(process.execPath, ['scripts/run-ts.mjs', 'test/support/report-process.ts'], {
    env: { ...process.env, CONNECTION: JSON.stringify(world.test.application), TENANT: String(world.tenant) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('writing\n');
  expect(await world.get(id)).toMatchObject({ status: 'generating' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const later = world.context({ now: () => Date.now() + LEASE_MS + 1_000 });
  await reportTenant(later, world.tenant, going);
  expect(await world.get(id)).toMatchObject({ status: 'completed' });
  const answer = await world.call({ url: `/v1/reports/${id}/download` });
  expect(answer.rawPayload.equals(expected)).toBe(true);
});

test('deleting a report stops its worker and leaves nothing', async () => {
  const { id } = await world.ask({ type: 'stale_access' });
  const storages = slowStorage(async () => {
    await world.call({ method: 'DELETE', url: `/v1/reports/${id}` });
  });
  await reportTenant(world.context({ storages }), world.tenant, going);
  await world.work();
  expect(await chunksOf(id)).toEqual([]);
  expect(await world.test.admin('SELECT 1 FROM reports')).toEqual([]);
  expect(await entriesOf(id)).toEqual(['report.requested', 'report.deleted']);
});

test('a program that ends hands its report over at once, and the attempt does not count', async () => {
  const { id } = await world.ask({ type: 'stale_access' });
  const stopping = new AbortController();
  const storages = slowStorage(async () => stopping.abort());
  await reportTenant(world.context({ storages }), world.tenant, stopping.signal);
  expect(await world.get(id)).toMatchObject({ status: 'generating' });
  expect(await chunksOf(id)).toEqual([]);
  const next = (await claim(Date.now(), 'next')) as ReportWork;
  expect([next.id, next.attempts]).toEqual([id, 1]);
});

test('what fails every time is abandoned after three attempts, with its reason', async () => {
  const { id } = await world.ask({ type: 'stale_access' });
  const storages = slowStorage(async () => {
    throw new Error('the disk says no');
  });
  const errors: string[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const now = () => Date.now() + attempt * 60_000;
    const onError = (error: Error): void => {
      errors.push(error.message);
    };
    await reportTenant(world.context({ storages, now, onError }), world.tenant, going);
    const report = await world.get(id);
    expect(report).toMatchObject({
      status: attempt < 3 ? 'generating' : 'failed',
      error: 'the disk says no',
    });
  }
  expect(errors).toHaveLength(3);
  expect(await chunksOf(id)).toEqual([]);
  expect(await entriesOf(id)).toEqual(['report.requested', 'report.failed']);
  const answer = await world.call({ url: `/v1/reports/${id}/download` });
  expect([answer.statusCode, answer.json().detail]).toEqual([
    409,
    expect.stringContaining('the disk says no'),
  ]);
});

test('a report that kills its workers is abandoned too', async () => {
  const { id } = await world.ask({ type: 'stale_access' });
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await claim(Date.now() + attempt * 60_000, `dead-${attempt}`)).not.toBeNull();
  }
  await reportTenant(world.context({ now: () => Date.now() + 300_000 }), world.tenant, going);
  expect(await world.get(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('3 times'),
  });
});

test('it waits for the log to be signed as far as the period goes', async () => {
  await world.test.admin(
    `INSERT INTO audit_entries (tenant_id, id, event_type, description, actor, recorded_at, at, data)
     VALUES ($1, 'late-entry', 'test', 'x', 'system', $2, $2, '{}')`,
    [world.tenant, new Date(world.end - 1_000)],
  );
  const { id } = await world.ask({ type: 'audit_export', format: 'json' });
  const working = world.work();
  await world.sign();
  await working;
  const { completeness, rows } = (await world.call({ url: `/v1/reports/${id}/download` })).json();
  expect(rows.at(-1).id).toBe('late-entry');
  expect(completeness.audit_checkpoint.tree_size).toBeGreaterThan(rows.at(-1).position);
});

test('what has been kept long enough is removed, a few at a time, and that is on record', async () => {
  const { report } = await world.file({ type: 'stale_access' });
  const afterExpiry = world.context({ now: () => Date.parse(String(report.expires_at)) + 1 });
  await removeReports(world.context(), world.tenant);
  expect(await world.get(String(report.id))).toEqual(report);
  expect(await removeReports(afterExpiry, world.tenant)).toBe(1);
  expect(await world.test.admin('SELECT 1 FROM reports')).toEqual([]);
  expect(await chunksOf(String(report.id))).toEqual([]);
  expect((await entriesOf(String(report.id))).at(-1)).toBe('report.deleted');
});
