import type { Querier } from '../store/database.ts';
import { saveDeadLetter } from '../store/dead-letter-writes.ts';
import { unpackEvents } from '../store/inbox.ts';
import { claimInboxRow, putBack } from '../store/inbox-claims.ts';

const ATTEMPTS_MAX = 3;

/**
 * A batch that fails is cut in halves until the bad event stands alone; that one is tried a few times more and then
 * kept as a dead letter with its reason. The others go on without it.
 */
export async function setAside(tx: Querier, id: number, error: Error, newId: () => string): Promise<void> {
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
    id: newId(),
    event: event ?? {},
    reason: error.message,
    attempts,
    received_at: row.received_at,
  });
}
