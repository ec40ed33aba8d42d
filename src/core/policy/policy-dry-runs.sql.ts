import type { Querier } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import type { Policy } from './policy.rules.ts';
import type { DRY_RUN_STATUSES, DryRunResult } from './policy-dry-run.rules.ts';

export type DryRunRow = {
  id: string;
  status: (typeof DRY_RUN_STATUSES)[number];
  processed: number;
  total: number;
  error: string | null;
  created_at: string;
  completed_at: string | null;
  result: DryRunResult | null;
};

const COLUMNS = 'id, status, processed, total, error, created_at, completed_at, result';

export async function findDryRun(q: Querier, id: string): Promise<DryRunRow | null> {
  const rows = await q.query<DryRunRow>(
    `SELECT ${COLUMNS} FROM policy_dry_runs WHERE tenant_id = $1 AND id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function countRunning(q: Querier): Promise<number> {
  const [row] = await q.query<{ running: number }>(
    "SELECT count(*) AS running FROM policy_dry_runs WHERE tenant_id = $1 AND status = 'running'",
    [q.tenant_id],
  );
  return row?.running ?? 0;
}

export async function insertDryRun(
  tx: Querier,
  run: { id: string; policy_now: Policy; policy_then: Policy; created_by: string },
): Promise<DryRunRow> {
  const parameters = new Parameters();
  const values = [
    tx.tenant_id,
    run.id,
    JSON.stringify(run.policy_now),
    JSON.stringify(run.policy_then),
    run.created_by,
  ];
  for (const value of values) parameters.add(value);
  const rows = await tx.query<DryRunRow>(
    `INSERT INTO policy_dry_runs (tenant_id, id, status, policy_now, policy_then, created_by, created_at, total)
     VALUES ($1, $2, 'running', $3, $4, $5, now(), (${tallySql('grants', ['active'], parameters)}))
     RETURNING ${COLUMNS}`,
    parameters.values,
  );
  tx.wakes?.('analyses');
  return rows[0] as DryRunRow;
}

export async function forgetDryRuns(tx: Querier): Promise<void> {
  await tx.query(
    "DELETE FROM policy_dry_runs WHERE tenant_id = $1 AND created_at < now() - interval '1 day'",
    [tx.tenant_id],
  );
}
