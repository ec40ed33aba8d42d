import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { wokenLoop } from '../../../test/support/woken-loop.ts';
import { evaluateAlerts } from '../../alerts/evaluate-alerts.ts';
import { appendAuditEntries } from '../entries.sql.ts';
import { createLogKeys } from './log-keys.ts';
import { createLogMemory, type LogMemory } from './log-memory.ts';
import { logStatus } from './log-status.ts';
import { runSequencer } from './run-sequencer.ts';
import { sequenceEntries } from './sequence-entries.ts';

const SECRETS_KEY = Buffer.alloc(32, 5);
const keys = createLogKeys(SECRETS_KEY);
const TABLES = ['audit_positions', 'audit_tiles', 'audit_checkpoints', 'audit_sequencers', 'audit_counts'];

let store: TestDatabase;
let tenant: number;
let directory: string;
beforeEach(async () => {
  store = await createTestDatabase();
  tenant = store.tenants.a;
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-checkpoints-'));
});
afterEach(async () => {
  await store.drop();
  await rm(directory, { recursive: true });
});

const append = (count = 3, to = tenant) =>
  store.db.transaction(to, (tx) =>
    appendAuditEntries(
      tx,
      Array.from({ length: count }, () => ({
        id: uuidv7(),
        principal_id: null,
        event_type: 'policy.changed',
        description: 'Something happened.',
        actor: 'system',
        at: new Date().toISOString(),
        data: {},
      })),
    ),
  );
async function sign(memory?: LogMemory): Promise<void> {
  const context = { secrets_key: SECRETS_KEY, now: Date.now, ...(memory ? { memory } : {}) };
  const { signed } = await store.db.transaction(tenant, (tx) =>
    sequenceEntries(tx, context, { is_check: true }),
  );
  if (signed !== null) await memory?.keep({ tenant_id: tenant, tid: 'tenant-a' }, signed);
}
/** As whoever administers the database, past every trigger. */
const asAdministrator = (...statements: string[]) =>
  store.admin(
    `SET session_replication_role = replica; ${statements.join('; ')}; SET session_replication_role = origin`,
  );
const copy = (tables: string[]) =>
  asAdministrator(...tables.map((table) => `CREATE TABLE old_${table} AS TABLE ${table}`));
const putBack = (tables: string[]) =>
  asAdministrator(
    ...tables.flatMap((table) => [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM old_${table}`]),
  );
const rewriteHistory = "UPDATE audit_entries SET actor = 'somebody else'";
const signedNotes = () => store.admin('SELECT note FROM audit_checkpoints ORDER BY tree_size');

test('a log whose tables were emptied is not begun again under its key', async () => {
  await append();
  await sign();
  await asAdministrator(rewriteHistory, ...TABLES.map((table) => `DELETE FROM ${table}`));
  await expect(sign()).rejects.toThrow(/a key and no checkpoint, so somebody emptied its tables/);
  await append();
  await expect(sign()).rejects.toThrow(/Nothing more is signed/);
  expect(await signedNotes()).toEqual([]);
});

test('nor from an earlier state of it, which the row of the key contradicts', async () => {
  await sign();
  await copy(TABLES);
  await append();
  await sign();
  await asAdministrator(rewriteHistory);
  await putBack(TABLES);
  await expect(sign()).rejects.toThrow(/it had 3 entries when it was last signed, as sealed with its key/);
});

test('nor from a whole backup, as long as a process or a file remembers more', async () => {
  const memory = createLogMemory([directory]);
  const all = [...TABLES, 'audit_logs'];
  await append();
  await sign(memory);
  await copy([...all, 'audit_entries']);
  await append();
  await sign(memory);
  await asAdministrator(
    ...all.flatMap((table) => [`DELETE FROM ${table}`, `INSERT INTO ${table} SELECT * FROM old_${table}`]),
    'DELETE FROM audit_entries WHERE id NOT IN (SELECT id FROM old_audit_entries)',
  );
  await expect(sign(memory)).rejects.toThrow(/it had 6 entries and has 3, by the checkpoint in the memory/);
  const restarted = createLogMemory([directory]);
  await expect(sign(restarted)).rejects.toThrow(`by the checkpoint in ${directory}`);
  // Without either, it is a backup that was restored.
  await sign(createLogMemory([]));

  // A person who has looked into it may go on, by taking the file away.
  await rm(path.join(directory, 'tenant-a.checkpoint'));
  await append();
  await sign(restarted);
  expect(await readFile(path.join(directory, 'tenant-a.checkpoint'), 'utf8')).toMatch(/\n6\n/);
});

test('nor with another key, when the old one was removed with everything else', async () => {
  const memory = createLogMemory([directory]);
  await append();
  await sign(memory);
  await asAdministrator(rewriteHistory, ...[...TABLES, 'audit_logs'].map((table) => `DELETE FROM ${table}`));
  await expect(sign(memory)).rejects.toThrow(/The key of the audit log is gone/);
  await expect(sign(createLogMemory([directory]))).rejects.toThrow(/tenant-a.checkpoint has a checkpoint/);
});

test('a file that is behind is no trouble, and one that is of another log or cut off is', async () => {
  const memory = createLogMemory([directory]);
  const file = path.join(directory, 'tenant-a.checkpoint');
  for (let i = 0; i < 5; i += 1) {
    await append(i + 1);
    await sign(i % 2 === 0 ? memory : undefined);
  }
  await sign(createLogMemory([directory]));
  await append();
  await sign();
  await sign(createLogMemory([directory]));
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 60));
  await expect(sign(createLogMemory([directory]))).rejects.toThrow(/does not count/);
});

test('is told as an alert and by the status, goes on for others, and ends when it is signed again', async () => {
  const q = store.db.tenant(tenant);
  const errors: string[] = [];
  const sequencer = wokenLoop(
    store.db,
    'audit',
    runSequencer({
      secrets_key: SECRETS_KEY,
      now: Date.now,
      db: store.db,
      name: 'this process',
      onError: (error) => errors.push(error.message),
    }),
  );
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const signedOf = async (of: number) => (await logStatus(store.db.tenant(of), keys)).tree_size;
  try {
    await append();
    await until(async () => (await signedOf(tenant)) === 3);
    expect(await logStatus(q, keys)).toMatchObject({ state: 'signed', pending: 0, trouble: null });
    await copy(['audit_checkpoints']);
    await asAdministrator(`DELETE FROM audit_checkpoints WHERE tenant_id = ${tenant}`);
    await append();
    await append(5, store.tenants.b);
    await until(async () => (await logStatus(q, keys)).state === 'stopped');
    await until(async () => (await signedOf(store.tenants.b)) === 5);
    expect(await logStatus(q, keys)).toMatchObject({
      trouble: expect.stringMatching(/no checkpoint/),
      pending: 3,
    });
    expect(errors[0]).toMatch(/no checkpoint/);
    const alertStates = async (after_ms: number) => {
      await evaluateAlerts(store.db, tenant, Date.now() + after_ms);
      return store.admin("SELECT state FROM alert_states WHERE alert = 'audit_log_not_signed'");
    };
    expect(await alertStates(90_000)).toEqual([{ state: 'firing' }]);
    await putBack(['audit_checkpoints']);
    await until(async () => (await logStatus(q, keys)).state === 'signed');
    expect(await alertStates(200_000)).not.toEqual([{ state: 'firing' }]);
  } finally {
    await sequencer.stop();
  }
});
