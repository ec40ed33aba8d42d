import { type AuditEntry, appendAuditEntries } from '../store/audit-entries.ts';
import { principalNames } from '../store/principals.ts';
import type { Batch, ScoreCrossing } from './batch.ts';

/** Records in the same transaction what the batch has done. */
export async function writeAudit(batch: Batch): Promise<void> {
  const names = await principalNames(batch.tx, [
    ...new Set(batch.crossings.map((crossing) => crossing.principal_id)),
  ]);
  for (const crossing of batch.crossings) {
    batch.audit.push(
      crossingEntry(batch.newId(), crossing, names.get(crossing.principal_id) ?? crossing.principal_id),
    );
  }
  await appendAuditEntries(batch.tx, batch.audit);
}

export function crossingEntry(id: string, crossing: ScoreCrossing, name: string): AuditEntry {
  const { of, principal_id, grant_id, asset_id, threshold, direction, score, previous_score, at } = crossing;
  const what = of === 'principal' ? `The score of ${name}` : `The score of ${name} on ${asset_id}`;
  const moved = direction === 'above' ? 'rose above' : 'fell below';
  return {
    id,
    principal_id,
    event_type: 'score.threshold_crossed',
    description: `${what} ${moved} ${threshold}.`,
    actor: 'system',
    at: new Date(at).toISOString(),
    data: {
      of,
      principal_id,
      principal_name: name,
      grant_id,
      asset_id,
      score,
      previous_score,
      threshold,
      direction,
    },
  };
}
