import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from '../../../test/support/audit-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { S3_BUCKET, startS3Server } from '../../../test/support/s3-server.ts';
import { createS3Objects } from '../../reports/storage/s3-storage.ts';
import { bundleText, prepareBundle } from '../bundle/export-bundle.ts';
import { verifyBundle } from '../bundle/verify-bundle.ts';
import { appendAuditEntries } from '../entries.sql.ts';
import { latestCheckpoint } from './checkpoints.sql.ts';
import { sendCheckpoint } from './send-checkpoint.ts';
import { sequenceEntries } from './sequence-entries.ts';

let store: TestDatabase;
let directory: string;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  store = await createTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-sent-'));
  bucket = await startS3Server();
});
afterAll(async () => {
  await store.drop();
  await bucket.stop();
  await rm(directory, { recursive: true });
});

async function grow(): Promise<string> {
  await store.db.transaction(store.tenants.a, async (tx) => {
    const at = new Date().toISOString();
    const about = { principal_id: null, description: 'x', actor: 'system', at, data: {} };
    await appendAuditEntries(tx, [{ id: uuidv7(), event_type: 'policy.changed', ...about }]);
  });
  await store.db.transaction(store.tenants.a, (tx) =>
    sequenceEntries(tx, { secrets_key: Buffer.alloc(32, 1), now: Date.now }),
  );
  return (await latestCheckpoint(store.db.tenant(store.tenants.a)))?.note as string;
}
const send = (every_seconds: number) =>
  sendCheckpoint(store.db, store.tenants.a, {
    every_seconds,
    directory,
    putObject: createS3Objects({ ...S3_BUCKET, endpoint: bucket.endpoint }),
  });
const sentFiles = () => readdir(path.join(directory, 'tenant-a')).catch(() => []);
const sentWebhooks = async () =>
  (await store.admin("SELECT payload FROM webhook_events WHERE type = 'audit.checkpoint' ORDER BY id")).map(
    ({ payload }) => JSON.parse(String(payload)),
  );

test('a checkpoint is sent to a directory, a bucket and a webhook, when it is time and the log has grown', async () => {
  await store.admin(
    `INSERT INTO webhooks (tenant_id, id, kind, event_types, status, created_by)
     VALUES ($1, 'e1', 'webhook', '{audit.checkpoint}', 'enabled', 'x'),
            ($1, 'e2', 'webhook', '{review.created}', 'enabled', 'x')`,
    [store.tenants.a],
  );
  const first = await grow();
  await send(3_600);
  expect(await sentFiles()).toEqual([]);

  await send(0);
  await send(0);
  expect(await sentFiles()).toEqual(['1.checkpoint']);
  expect(await readFile(path.join(directory, 'tenant-a/1.checkpoint'), 'utf8')).toBe(first);
  const objects = [...bucket.objects].map(([key, bytes]) => [key, bytes.toString()]);
  expect(objects).toEqual([[expect.stringMatching(/audit\/tenant-a\/1\.checkpoint$/), first]]);
  expect(await sentWebhooks()).toMatchObject([
    { type: 'audit.checkpoint', data: { tree_size: 1, note: first, origin: first.split('\n', 1)[0] } },
  ]);
  expect(await store.admin('SELECT endpoint_id FROM webhook_deliveries')).toEqual([{ endpoint_id: 'e1' }]);

  await grow();
  await send(3_600);
  expect(await sentFiles()).toHaveLength(1);
  bucket.failures = 100;
  await expect(send(0)).rejects.toThrow(/503/);
  expect(await sentWebhooks()).toHaveLength(1);
  bucket.failures = 0;
  await send(0);
  expect(await sentFiles()).toEqual(['1.checkpoint', '2.checkpoint']);
  expect(await sentWebhooks()).toHaveLength(2);
});

test('what was sent proves that a later export goes on from it, or that it does not', async () => {
  const q = store.db.alone(store.tenants.a);
  const verify = async () => {
    const parts: string[] = [];
    for await (const text of bundleText(q, await prepareBundle(q, 0))) parts.push(text);
    const checkpoint = await readFile(path.join(directory, 'tenant-a/1.checkpoint'), 'utf8');
    return (await verifyBundle(once(Buffer.from(parts.join(''))), { key: null, checkpoint })).faults;
  };
  await grow();
  expect(await verify()).toEqual([]);
  await store.admin(`SET session_replication_role = replica; UPDATE audit_entries SET actor = 'somebody';
    SET session_replication_role = origin`);
  expect((await verify()).join(' ')).toMatch(/history was rewritten after it was signed/);
});
