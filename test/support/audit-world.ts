import type { KeyObject } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { bundleText, prepareBundle } from '../../src/audit/bundle/export-bundle.ts';
import { appendAuditEntries } from '../../src/audit/entries.sql.ts';
import { latestCheckpoint } from '../../src/audit/log/checkpoints.sql.ts';
import { findAuditLog } from '../../src/audit/log/logs.sql.ts';
import { sequenceEntries } from '../../src/audit/log/sequence-entries.ts';
import { type LogSigner, openLog } from '../../src/audit/log/signing-key.ts';
import type { NoteKey } from '../../src/audit/tree/signed-note.rules.ts';
import type { Querier } from '../../src/platform/database/database.ts';
import { createTestDatabase } from './database.ts';

/** Two tiles and a part of a third. */
export const ENTRIES = 530;
export const SECRETS_KEY = Buffer.alloc(32, 9);

/** A log of so many entries, and what an auditor noted of it before anybody touched it. */
export interface AuditWorld {
  client: pg.Client;
  /** As superuser, in the client's open transaction. */
  q: Querier;
  /** The key when the log began, and a checkpoint. */
  key: NoteKey;
  kept: string;
  private_key: KeyObject;
  /** The row of the key as it was when the log had a hundred and some entries. */
  sealed_at_100: string;
  application_role: string;
  /** Runs a statement past row-level security; the tenant is $1. */
  run(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  exported(): Promise<Buffer>;
  close(): Promise<void>;
}

export const entryId = (n: number): string => `entry-${String(n).padStart(4, '0')}`;

const types = new pg.TypeOverrides();
types.setTypeParser(20, Number);

export async function createAuditWorld(): Promise<AuditWorld> {
  const store = await createTestDatabase();
  const tenant = store.tenants.a;
  const sequence = () =>
    store.db.transaction(tenant, (tx) => sequenceEntries(tx, { secrets_key: SECRETS_KEY, now: () => 0 }));
  let sealed_at_100 = '';
  for (let i = 0; i < ENTRIES; i += 10) {
    await store.db.transaction(tenant, (tx) =>
      appendAuditEntries(
        tx,
        Array.from({ length: 10 }, (_, k) => ({
          id: entryId(i + k),
          principal_id: k % 2 ? `prin-${k}` : null,
          review_id: k % 3 ? `rev-${k}` : null,
          event_type: 'policy.changed',
          description: `Number ${i + k}.`,
          actor: 'system',
          at: new Date(1_780_000_000_000 + (i + k) * 1000).toISOString(),
          data: { n: i + k, share: 0.25 },
        })),
      ),
    );
    if (i % 100 === 0) await sequence();
    if (i === 100) {
      sealed_at_100 = (await findAuditLog(store.db.tenant(tenant)))?.sealed_private_key as string;
    }
  }
  await sequence();
  const client = new pg.Client({ ...inject('testServer').admin, database: store.name });
  await client.connect();
  await client.query('SET timezone = UTC');
  const q: Querier = {
    tenant_id: tenant,
    query: async (text, values) => (await client.query({ text, values: values ?? [], types })).rows,
  };
  const log = await findAuditLog(q);
  return {
    client,
    q,
    key: { name: log?.origin as string, public_key: log?.public_key as Buffer },
    kept: (await latestCheckpoint(q))?.note as string,
    private_key: ((await openLog(q, SECRETS_KEY)) as LogSigner).private_key,
    sealed_at_100,
    application_role: store.application.user as string,
    run: (text, values = []) => client.query(text, [tenant, ...values]),
    exported: () => exported(q),
    async close() {
      await client.end();
      await store.drop();
    },
  };
}

/** What cannot even be exported has been noticed, too. */
async function exported(q: Querier): Promise<Buffer> {
  const header = await prepareBundle(q, 0).catch((error: Error) => error.message);
  if (typeof header === 'string') return Buffer.from(header);
  const parts: string[] = [];
  for await (const text of bundleText(q, header)) parts.push(text);
  return Buffer.from(parts.join(''));
}

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
