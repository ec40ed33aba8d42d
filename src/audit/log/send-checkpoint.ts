import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../platform/database/database.ts';
import { tenantTid } from '../../platform/tenants/tenants.sql.ts';
import { enqueueDeliveries } from '../../webhooks/queue.sql.ts';
import { envelope } from '../../webhooks/types.rules.ts';
import { webhookSubscribers } from '../../webhooks/webhooks.sql.ts';
import { claimSending, isSendingDue, latestCheckpoint, type StoredCheckpoint } from './checkpoints.sql.ts';

export const CHECKPOINT_TYPE = 'audit.checkpoint';

export interface CheckpointPlaces {
  every_seconds: number;
  /** A directory of the user's; null: none. */
  directory: string | null;
  /** Puts a text in a bucket; null: there is none. */
  putObject: ((key: string, text: string) => Promise<void>) | null;
}

/**
 * Sends the latest checkpoint out when it is time to: once it is elsewhere, nobody can rewrite what it covers without it
 * showing. Files and objects have the size in their names, so sending one twice changes nothing.
 */
export async function sendCheckpoint(
  db: Database,
  tenantId: number,
  { every_seconds, directory, putObject }: CheckpointPlaces,
): Promise<void> {
  const q = db.alone(tenantId);
  const latest = await latestCheckpoint(q);
  if (!latest || !(await isSendingDue(q, every_seconds, latest.tree_size))) return;
  const name = `${encodeURIComponent(await tenantTid(q))}/${latest.tree_size}.checkpoint`;
  if (directory !== null) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, latest.note, { flush: true });
  }
  await putObject?.(`audit/${name}`, latest.note);
  await db.transaction(tenantId, async (tx) => {
    if (!(await claimSending(tx, latest.tree_size))) return;
    const event = eventOf(uuidv7(), latest);
    const subscribers = await webhookSubscribers(tx, CHECKPOINT_TYPE);
    await enqueueDeliveries(
      tx,
      subscribers.map((endpoint_id) => ({ endpoint_id, event })),
    );
  });
}

function eventOf(id: string, { note, tree_size, root_hash, signed_at }: StoredCheckpoint) {
  const origin = note.slice(0, note.indexOf('\n'));
  const data = { origin, tree_size, root_hash: root_hash.toString('base64'), signed_at, note };
  const event = { id, type: CHECKPOINT_TYPE, created_at: signed_at, data };
  return { id, type: CHECKPOINT_TYPE, created_at: signed_at, payload: envelope(event) };
}
