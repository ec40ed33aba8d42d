import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { principalNames } from '../directory/principals.sql.ts';
import type { Batch, ScoreCrossing } from './batch.ts';

/** Records in the same transaction what the batch has done. */
export async function writeAudit(batch: Batch): Promise<void> {
  batch.audit.push(...(await crossingEntries(batch.tx, batch.crossings)));
  await appendAuditEntries(batch.tx, batch.audit);
}

/** The contract's event is a principal's; a grant has a type of its own. */
export async function crossingEntries(
  tx: Querier,
  crossings: readonly ScoreCrossing[],
): Promise<AuditEntry[]> {
  const names = await principalNames(tx, [...new Set(crossings.map((crossing) => crossing.principal_id))]);
  return crossings.map(({ of, principal_id, grant_id, asset_id, at, ...moved }) => {
    const { score, previous_score, threshold, direction } = moved;
    const principal_name = names.get(principal_id) ?? principal_id;
    return {
      principal_id,
      event_type: of === 'principal' ? 'score.threshold_crossed' : 'grant.threshold_crossed',
      actor: 'system',
      at: new Date(at).toISOString(),
      data: {
        principal_id,
        principal_name,
        grant_id,
        ...(of === 'grant' ? { asset_id } : {}),
        score,
        previous_score,
        threshold,
        direction,
      },
    };
  });
}
