import type { Querier } from '../../platform/database/database.ts';
import { saveDeadLetter } from '../events/dead-letters.sql.ts';
import { unpackEvents } from '../events/inbox.sql.ts';
import { claimInboxRow, putBack } from '../events/inbox-claims.sql.ts';
import { addJobProgress } from '../jobs/job-progress.sql.ts';
import { putRecalculationBack, takeRecalculation } from '../scores/apply/recalculations.sql.ts';

export const ATTEMPTS_MAX = 3;

/**
 * A batch that fails is cut in halves until the bad event stands alone; that one is tried a few times more and then
 * kept as a dead letter with its reason. The others go on without it.
 */
export async function setAside(tx: Querier, id: number, error: Error): Promise<void> {
  const row = await claimInboxRow(tx, id);
  if (!row) return;
  const packed = JSON.parse(row.payload) as unknown[];
  if (packed.length > 1) {
    const middle = packed.length >> 1;
    for (const half of [packed.slice(0, middle), packed.slice(middle)]) {
      const payload = JSON.stringify(half);
      await putBack(tx, { ...row, events: half.length, payload, wait_s: 0, error: error.message });
    }
    return;
  }
  const attempts = row.attempts + 1;
  if (attempts < ATTEMPTS_MAX) {
    await putBack(tx, { ...row, attempts, wait_s: 2 ** attempts, error: error.message });
    return;
  }
  const [event] = unpackEvents(row.payload);
  await saveDeadLetter(tx, {
    event: event ?? {},
    recalculation: null,
    reason: error.message,
    attempts,
    received_at: row.received_at,
  });
}

/** The same for a recalculation: halved until one grant stands alone, which is tried a few times more and then set aside. */
export async function setRecalculationAside(tx: Querier, id: number, error: Error): Promise<void> {
  const request = await takeRecalculation(tx, id);
  if (!request) return;
  const { cause, grant_ids } = request;
  const [grant_id] = grant_ids;
  if (grant_id === undefined) return;
  if (grant_ids.length > 1) {
    const middle = grant_ids.length >> 1;
    // A refresh counts its principal once, however many parts it comes in.
    const job_id = cause === 'refresh' ? null : request.job_id;
    await putRecalculationBack(tx, { ...request, grant_ids: grant_ids.slice(0, middle), wait_s: 0 });
    await putRecalculationBack(tx, { ...request, job_id, grant_ids: grant_ids.slice(middle), wait_s: 0 });
    return;
  }
  const attempts = request.attempts + 1;
  if (attempts < ATTEMPTS_MAX) {
    await putRecalculationBack(tx, { ...request, attempts, wait_s: 2 ** attempts });
    return;
  }
  await saveDeadLetter(tx, {
    event: {},
    recalculation: { grant_id, cause },
    reason: error.message,
    attempts,
    received_at: request.created_at,
  });
  await addJobProgress(tx, request, 'failed');
}
