import { type AccessNews, settleReviews } from '../reviews/decisions/settle-reviews.ts';
import type { Batch } from './batch.ts';

/** Open reviews hear of use, which answers them, and of access that is gone. */
export async function advanceWorkflows(batch: Batch): Promise<void> {
  const uses = new Map<string, AccessNews['uses'][number]>();
  for (const event of batch.events) {
    for (const id of event.grant_ids) {
      const known = (batch.used.get(id) ?? batch.grants.get(id))?.known;
      if (!known) continue;
      const { principal_id, asset_id } = known;
      const key = `${principal_id}\u0000${asset_id}`;
      const before = uses.get(key);
      if (!before || event.at > before.at) uses.set(key, { principal_id, asset_id, at: event.at });
    }
  }
  const gone = [...batch.grants.values()]
    .map(({ known }) => known)
    .filter(({ active, revoking }) => !active || revoking);
  if (uses.size === 0 && gone.length === 0) return;
  await settleReviews(batch.tx, { uses: [...uses.values()], gone }, batch);
}
