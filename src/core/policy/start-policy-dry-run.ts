import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { readPolicyChange } from './change-policy.ts';
import { DRY_RUNS_MAX } from './policy-dry-run.rules.ts';
import { countRunning, type DryRunRow, insertDryRun } from './policy-dry-runs.sql.ts';

/** Judged as a change would be; then a worker finds out what the change would do. */
export async function startPolicyDryRun(
  tx: Querier,
  asked: {
    id: string;
    actor: string;
    input: Record<string, unknown>;
    expected_version?: number | undefined;
  },
): Promise<DryRunRow> {
  const { current, policy } = await readPolicyChange(tx, asked);
  if ((await countRunning(tx)) >= DRY_RUNS_MAX) {
    throw new LapseError(
      'rate_limited',
      `${DRY_RUNS_MAX} dry runs are under way; wait for one to end.`,
      undefined,
      {
        retry_after: 10,
      },
    );
  }
  return insertDryRun(tx, {
    id: asked.id,
    policy_now: current.policy,
    policy_then: policy,
    created_by: asked.actor,
  });
}
