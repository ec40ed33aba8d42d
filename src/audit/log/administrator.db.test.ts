import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attackerKey, auditAttacks } from '../../../test/support/audit-attacks.ts';
import {
  type AuditWorld,
  createAuditWorld,
  entryId,
  once,
  SECRETS_KEY,
} from '../../../test/support/audit-world.ts';
import { sealSecret } from '../../platform/database/sealed-secret.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { createIntegrityCheck } from '../entry-integrity.ts';
import { getAuditEntry, listAuditEntries } from '../list.sql.ts';
import { createLogKeys } from './log-keys.ts';
import type { LogMemory } from './log-memory.ts';
import { logStatus } from './log-status.ts';
import { sequenceEntries } from './sequence-entries.ts';

let world: AuditWorld;
let tables: ReturnType<typeof auditAttacks>;
beforeAll(async () => {
  world = await createAuditWorld();
  tables = auditAttacks(world);
});
afterAll(() => world.close());

/** What a user looks at or runs. */
type Finder =
  | 'list' // GET /v1/audit says altered, or has not as many as it says
  | 'page' // GET /v1/audit/{id} says altered, or that there is none, to whoever has its id
  | 'status' // GET /v1/audit/status says why nothing is verified
  | 'verify' // lapse audit verify, with the key alone
  | 'kept' // the same with a checkpoint that was kept
  | 'signing' // the running service refuses to sign, and alerts
  | 'remembered'; // the same, with what a process or a file remembers

const N = 300;
const all = { from: null, to: null, order: 'asc' as const };

async function listFinds(): Promise<boolean> {
  const check = createIntegrityCheck(createLogKeys(SECRETS_KEY));
  const ids = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const page = await listAuditEntries(world.q, all, { after: null, offset, limit: 100 });
    const items = await check.add(world.q, page.items);
    if (items.some(({ integrity }) => integrity !== 'verified')) return true;
    for (const { id } of items) ids.add(id);
    if (page.has_more) continue;
    return page.total !== ids.size;
  }
}

async function pageFinds(): Promise<boolean> {
  const entry = await getAuditEntry(world.q, entryId(N));
  const integrity = entry && (await createIntegrityCheck(createLogKeys(SECRETS_KEY)).of(world.q, [entry]));
  return integrity?.[0] !== 'verified';
}

async function statusFinds(): Promise<boolean> {
  const { state, trouble } = await logStatus(world.q, createLogKeys(SECRETS_KEY));
  return state === 'stopped' && trouble !== null;
}

async function verifyFinds(checkpoint: string | null): Promise<boolean> {
  const { faults } = await verifyBundle(once(await world.exported()), { key: world.key, checkpoint });
  return faults.length > 0;
}

async function signingFinds(kept: string | null): Promise<boolean> {
  const memory: LogMemory = {
    recall: async () => (kept === null ? [] : [{ place: 'a file', note: kept }]),
    keep: async () => {},
  };
  const context = { secrets_key: SECRETS_KEY, now: Date.now, memory };
  try {
    await sequenceEntries(world.q, context, { is_check: true });
    return false;
  } catch {
    return true;
  }
}

const FINDERS: [Finder, () => Promise<boolean>][] = [
  ['list', listFinds],
  ['page', pageFinds],
  ['status', statusFinds],
  ['verify', () => verifyFinds(null)],
  ['kept', () => verifyFinds(world.kept)],
  ['signing', () => signingFinds(null)],
  ['remembered', () => signingFinds(world.kept)],
];

async function foundBy(attack: () => Promise<unknown>): Promise<Finder[]> {
  const { client } = world;
  const found: Finder[] = [];
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL session_replication_role = replica');
    await attack();
    for (const [finder, finds] of FINDERS) {
      await client.query('SAVEPOINT before');
      // What cannot even be read any more has been noticed.
      if (await finds().catch(() => true)) found.push(finder);
      await client.query('ROLLBACK TO SAVEPOINT before');
    }
  } finally {
    await client.query('ROLLBACK');
  }
  return found;
}

const edit = (column: string, value: string) => () => tables.edit(N, [column, value]);
const every =
  (...statements: string[]) =>
  async () => {
    for (const statement of statements) await world.run(statement);
  };
const EMPTY = ['positions', 'tiles', 'checkpoints', 'sequencers'].map(
  (table) => `DELETE FROM audit_${table} WHERE tenant_id = $1`,
);
/** Everything as it was after the first hundred entries, in every table of the log. */
async function rollBack(): Promise<void> {
  await tables.cutOffAfterCheckpoint(110);
  const { rows } = await world.run(
    'SELECT tree_size FROM audit_checkpoints WHERE tenant_id = $1 ORDER BY tree_size DESC LIMIT 1',
  );
  const { size, peaks } = await tables.treeNow();
  expect(size).toBe(Number(rows[0].tree_size));
  await world.run('UPDATE audit_sequencers SET tree_size = $2, peaks = $3 WHERE tenant_id = $1', [
    size,
    peaks,
  ]);
}

const ENTRY: Finder[] = ['list', 'page', 'verify', 'kept'];
const ATTACKS: [name: string, attack: () => Promise<unknown>, by: Finder[]][] = [
  ['edits a description', edit('description', "description || '!'"), ENTRY],
  ['edits the data', edit('data', `data || '{"n": 1}'`), ENTRY],
  ['edits the actor', edit('actor', "'somebody'"), ENTRY],
  ['edits when it happened', edit('at', "at - interval '1 day'"), ENTRY],
  ['edits when it was recorded', edit('recorded_at', "recorded_at - interval '90 days'"), ENTRY],
  ['edits the asset, by which it is found', edit('asset_id', "'other'"), ENTRY],
  ['edits the principal, by which it is found', edit('principal_id', "'other'"), ENTRY],
  ['edits the review, by which it is found', edit('review_id', "'other'"), ENTRY],
  ['says it has the older form', edit('form', '1'), ENTRY],
  [
    'edits an entry and the hash of it',
    async () => {
      await tables.edit(N, ['actor', "'somebody'"]);
      await tables.rebuild(null);
    },
    ENTRY,
  ],
  ['deletes an entry', () => tables.removeEntry(N), ['page', 'verify', 'kept']],
  ['deletes an entry and its place', () => tables.removePosition(N), ['page', 'verify', 'kept']],
  ['moves two entries to each other’s places', () => tables.swap(N, N + 1), ENTRY],
  ['inserts an entry, dated in the past', () => tables.insertEntry(), ['list', 'verify', 'kept']],
  ['inserts an entry and a place for it', () => tables.insertAt(200), ENTRY],
  ['cuts off the last entries', () => tables.cutOffAfterCheckpoint(110), ['kept', 'signing', 'remembered']],
  ['empties the tables of the log', every(...EMPTY), [...ENTRY, 'signing', 'remembered']],
  [
    'empties the tables of the log and rewrites history',
    every("UPDATE audit_entries SET actor = 'somebody' WHERE tenant_id = $1", ...EMPTY),
    [...ENTRY, 'signing', 'remembered'],
  ],
  [
    'begins the row of the sequencer again',
    every("UPDATE audit_sequencers SET tree_size = 0, peaks = '', sequenced = NULL WHERE tenant_id = $1"),
    ['signing', 'remembered'],
  ],
  [
    'removes the row of the sequencer',
    every('DELETE FROM audit_sequencers WHERE tenant_id = $1'),
    ['signing'],
  ],
  [
    'shows an older checkpoint as the latest',
    every('DELETE FROM audit_checkpoints WHERE tenant_id = $1 AND tree_size > 300'),
    ['list', 'kept', 'signing', 'remembered'],
  ],
  [
    'replaces the key and signs again',
    async () => {
      await tables.edit(N, ['actor', "'somebody'"]);
      await tables.rebuild(attackerKey);
    },
    [...ENTRY, 'status', 'signing', 'remembered'],
  ],
  [
    'replaces the key, its sealed private part as well, and signs again',
    async () => {
      await tables.edit(N, ['actor', "'somebody'"]);
      await tables.rebuild(attackerKey);
      await world.run('UPDATE audit_logs SET sealed_private_key = $2 WHERE tenant_id = $1', [
        sealSecret(Buffer.alloc(32, 1), 'the key of an attacker', 'x'),
      ]);
    },
    [...ENTRY, 'status', 'signing', 'remembered'],
  ],
  ['removes the key', every('DELETE FROM audit_logs WHERE tenant_id = $1'), ['list', 'verify', 'signing']],
  [
    'removes the key with everything else',
    every(...EMPTY, 'DELETE FROM audit_logs WHERE tenant_id = $1'),
    ['list', 'verify', 'remembered'],
  ],
  [
    'rolls every table back to an older backup, the sealed key as well',
    async () => {
      await rollBack();
      await world.run('UPDATE audit_logs SET sealed_private_key = $2 WHERE tenant_id = $1', [
        world.sealed_at_100,
      ]);
    },
    ['page', 'kept', 'remembered'],
  ],
  [
    'rolls every table back but the key, which is sealed',
    rollBack,
    ['page', 'kept', 'signing', 'remembered'],
  ],
  [
    'puts a view with other contents before the table',
    async () => {
      await world.client.query('CREATE SCHEMA evil');
      await world.client.query(`CREATE VIEW evil.audit_entries AS SELECT (jsonb_populate_record(e,
        CASE WHEN id = '${entryId(N)}' THEN '{"actor": "nobody"}' ELSE '{}' END::jsonb)).* FROM public.audit_entries e`);
      await world.client.query('SET LOCAL search_path = evil, public');
    },
    ENTRY,
  ],
  [
    'hides an entry from readers by a policy',
    async () => {
      await world.client.query(`CREATE POLICY hide ON audit_entries AS RESTRICTIVE FOR SELECT
        USING (id <> '${entryId(N)}')`);
      await world.client.query(`SET LOCAL lapse.tenant_id = '${world.q.tenant_id}'`);
      await world.client.query(`SET LOCAL ROLE ${world.application_role}`);
    },
    ['page', 'verify', 'kept'],
  ],
  [
    'changes the kept totals',
    every("UPDATE audit_counts SET amount = amount - 5 WHERE tenant_id = $1 AND grain = 'all'"),
    ['list'],
  ],
  [
    'changes a kept hash',
    every('UPDATE audit_tiles SET hashes = sha256(hashes) WHERE tenant_id = $1 AND level = 1'),
    ['list'],
  ],
];

describe('an administrator of the database who has not the secrets key', () => {
  test('without an attack, nobody finds anything', async () => {
    expect(await foundBy(async () => {})).toEqual([]);
  });

  for (const [name, attack, by] of ATTACKS) {
    test(`${name}: found`, async () => {
      expect(await foundBy(attack)).toEqual(expect.arrayContaining(by));
    });
  }

  test('no function of the database makes the bytes of an entry', async () => {
    const { rows } = await world.client.query("SELECT proname FROM pg_proc WHERE proname = 'audit_line'");
    expect(rows).toEqual([]);
  });
});
