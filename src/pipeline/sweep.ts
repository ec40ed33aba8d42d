import { crossesAt, lapseDateOf, scoreAt, thresholdsReached } from '../domain/decay.ts';
import type { Policy } from '../domain/policy.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { type DueCrossing, dueCrossings, unwatchedAssets } from '../store/due-crossings.ts';
import { setReached } from '../store/grant-scores.ts';
import { loadPolicy } from '../store/policies.ts';
import { principalNames } from '../store/principals.ts';
import type { ScoreCrossing } from './batch.ts';
import type { PipelineContext } from './process-tenant.ts';
import { crossingEntry } from './write-audit.ts';

const SWEEP_ROWS_MAX = 2_000;

/**
 * Announces what the passing of time has carried above a threshold. The mark on the row and the announcement commit
 * together, so each crossing is announced once, whoever sweeps and whenever it crashes.
 */
export async function sweepTenant(context: PipelineContext, tenantId: number): Promise<number> {
  let announced = 0;
  for (const of of ['grant', 'principal'] as const) {
    announced += await context.db.transaction(tenantId, (tx) => sweep(context, tx, of));
  }
  return announced;
}

async function sweep(context: PipelineContext, tx: Querier, of: 'grant' | 'principal'): Promise<number> {
  const now = context.now();
  const { policy } = await loadPolicy(tx);
  const unwatched = await unwatchedAssets(tx);
  const due: DueCrossing[] = [];
  for (const [reached, threshold] of policy.thresholds.entries()) {
    const lapsed_before = new Date(
      Math.floor(lapseDateOf(threshold, now, policy.half_life_days)),
    ).toISOString();
    due.push(...(await dueCrossings(tx, of, { reached, lapsed_before, unwatched, limit: SWEEP_ROWS_MAX })));
  }
  if (due.length === 0) return 0;
  const crossings = due.flatMap((row) => risen(row, of, policy, now));
  const names = await principalNames(tx, [...new Set(crossings.map((crossing) => crossing.principal_id))]);
  await setReached(
    tx,
    of === 'grant' ? 'grant_scores' : 'principal_scores',
    due.map((row) => ({ id: row.id, reached: reachedBy(row, policy, now) })),
  );
  await appendAuditEntries(
    tx,
    crossings.map((crossing) =>
      crossingEntry(context.newId(), crossing, names.get(crossing.principal_id) ?? crossing.principal_id),
    ),
  );
  return crossings.length;
}

function reachedBy(row: DueCrossing, policy: Policy, now: number): number {
  return thresholdsReached(Date.parse(row.lapses_at), now, policy.thresholds, policy.half_life_days);
}

/** One crossing per threshold, each at the exact instant at which the score went through it. */
function risen(row: DueCrossing, of: 'grant' | 'principal', policy: Policy, now: number): ScoreCrossing[] {
  const lapsesAt = Date.parse(row.lapses_at);
  const { principal_id, grant_id, asset_id } = row;
  return policy.thresholds.slice(row.reached, reachedBy(row, policy, now)).map((threshold) => ({
    of,
    grant_id,
    principal_id,
    asset_id,
    threshold,
    direction: 'above' as const,
    score: scoreAt(lapsesAt, now, policy.half_life_days),
    previous_score: policy.thresholds[row.reached - 1] ?? 0,
    at: crossesAt(lapsesAt, threshold, policy.half_life_days),
  }));
}
