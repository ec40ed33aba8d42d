import type { Querier } from '../store/database.ts';
import { type DryRunRow, insertDryRun } from '../store/policy-dry-runs.ts';
import { readPolicyChange } from './read-policy-change.ts';

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
  return insertDryRun(tx, {
    id: asked.id,
    policy_now: current.policy,
    policy_then: policy,
    created_by: asked.actor,
  });
}
