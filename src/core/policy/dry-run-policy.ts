import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { nameGrants } from '../overview/grant-figures.sql.ts';
import { dateOf, weekOf } from '../overview/overview.rules.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { type PolicyChange, readPolicyChange } from './change-policy.ts';
import { comparePolicies } from './compare-policies.ts';
import { DRY_RUN_DAYS, DRY_RUNS_MAX, type DryRunSums, emptySums } from './policy-dry-run.rules.ts';
import {
  claimDryRun,
  completeDryRun,
  countRunning,
  type DryRunRow,
  type DryRunWork,
  failDryRun,
  insertDryRun,
  nextPairs,
  saveDryRunBatch,
} from './policy-dry-runs.sql.ts';

/** So that others have their turn, and progress is seen, several times a second. */
const BATCH_GRANTS = 1_000;

/** One batch of the oldest dry run of a tenant. Answers whether there was anything to do. */
export async function dryRunPolicy(
  { db, onError }: PipelineContext,
  tenantId: number,
  batchGrants = BATCH_GRANTS,
): Promise<boolean> {
  try {
    return await db.transaction(tenantId, async (tx) => {
      const run = await claimDryRun(tx);
      if (run) await continueRun(tx, run, batchGrants);
      return run !== null;
    });
  } catch (error) {
    if (error instanceof LapseError) throw error;
    onError(error as Error, tenantId);
    await db.transaction(tenantId, (tx) => failDryRun(tx, 'It could not be computed.'));
    return true;
  }
}

async function continueRun(tx: Querier, run: DryRunWork, batchGrants: number): Promise<void> {
  const at = Date.parse(run.created_at);
  const sums = run.partial ?? emptySums(weeksOf(at));
  const grants = await nextPairs(tx, run, batchGrants);
  const last = grants.at(-1);
  if (!last) {
    await completeDryRun(tx, run.id, await withNames(tx, sums));
    return;
  }
  const looked = await comparePolicies(tx, grants, { policies: run, at }, sums);
  await saveDryRunBatch(tx, run.id, { processed: run.processed + looked, last, partial: sums });
}

function weeksOf(at: number): string[] {
  const weeks: string[] = [];
  for (let week = weekOf(at - DRY_RUN_DAYS * DAY_MS); week <= at; week += 7 * DAY_MS)
    weeks.push(dateOf(week));
  return weeks;
}

async function withNames(tx: Querier, { today, last_90_days }: DryRunSums) {
  const names = await nameGrants(
    tx,
    today.grants.map((grant) => grant.grant_id),
  );
  const grants = today.grants.map((grant) => {
    const { principal_name = '', asset_name = '' } = names.get(grant.grant_id) ?? {};
    return { ...grant, principal_name, asset_name };
  });
  return { today: { ...today, grants }, last_90_days };
}

/** Judged as a change would be; then a worker finds out what the change would do. */
export async function startPolicyDryRun(
  tx: Querier,
  asked: Omit<PolicyChange, 'tenant_id'>,
): Promise<DryRunRow> {
  const { current, policy } = await readPolicyChange(tx, asked);
  if ((await countRunning(tx)) >= DRY_RUNS_MAX) {
    const busy = `${DRY_RUNS_MAX} dry runs are under way; wait for one to end.`;
    throw new LapseError('rate_limited', busy, undefined, { retry_after: 10 });
  }
  return insertDryRun(tx, {
    id: uuidv7(),
    policy_now: current.policy,
    policy_then: policy,
    created_by: asked.actor,
  });
}
