import type { Querier } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { epochMs } from '../scores/lists/score-history.sql.ts';
import type { StoredPoint } from '../scores/lists/timeline.rules.ts';
import type { Policy } from './policy.rules.ts';
import type { DRY_RUN_STATUSES, DryRunResult, DryRunSums } from './policy-dry-run.rules.ts';

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
  const policies = [run.policy_now, run.policy_then].map((policy) => JSON.stringify(policy));
  for (const value of [tx.tenant_id, run.id, ...policies, run.created_by]) parameters.add(value);
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

export type DryRunWork = {
  id: string;
  policy_now: Policy;
  policy_then: Policy;
  created_at: string;
  processed: number;
  position_principal_id: string | null;
  position_asset_id: string | null;
  partial: DryRunSums | null;
};

/** The oldest that nobody is at, until the transaction ends. */
export async function claimDryRun(tx: Querier): Promise<DryRunWork | null> {
  const rows = await tx.query<DryRunWork>(
    `SELECT id, policy_now, policy_then, created_at, processed, position_principal_id, position_asset_id, partial
     FROM policy_dry_runs WHERE tenant_id = $1 AND status = 'running'
     ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id],
  );
  return rows[0] ?? null;
}

export type PairGrant = { id: string; principal_id: string; asset_id: string; is_active: boolean };

/** Grants of whole pairs, in the order of pairs, from after one on. Empty: there are no more. */
export async function nextPairs(
  q: Querier,
  after: Pick<DryRunWork, 'position_principal_id' | 'position_asset_id'>,
  limit: number,
): Promise<PairGrant[]> {
  return q.query<PairGrant>(
    `SELECT g.id, g.principal_id, g.asset_id, g.status = 'active' AS is_active FROM (
       SELECT DISTINCT principal_id, asset_id FROM (
         SELECT principal_id, asset_id FROM grants
         WHERE tenant_id = $1 AND (principal_id, asset_id) > ($2, $3) ORDER BY principal_id, asset_id LIMIT $4) n) p
     JOIN LATERAL (SELECT id, principal_id, asset_id, status FROM grants
                   WHERE tenant_id = $1 AND principal_id = p.principal_id AND asset_id = p.asset_id OFFSET 0) g ON true
     ORDER BY g.principal_id, g.asset_id, g.id`,
    [q.tenant_id, after.position_principal_id ?? '', after.position_asset_id ?? '', limit],
  );
}

/** Changes of lapse dates since an instant, by grant. */
export async function changesSince(
  q: Querier,
  grantIds: readonly string[],
  since: string,
): Promise<Map<string, StoredPoint[]>> {
  const rows = await q.query<StoredPoint & { grant_id: string }>(
    `SELECT w.id AS grant_id, h.cause, ${epochMs('h.at')} AS at, ${epochMs('h.previous_lapses_at')} AS previous_lapses_at,
            ${epochMs('h.lapses_at')} AS lapses_at
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT * FROM score_history WHERE tenant_id = $1 AND grant_id = w.id AND at >= $3 OFFSET 0) h ON true`,
    [q.tenant_id, grantIds, since],
  );
  return groupedBy(rows, (row) => row.grant_id);
}

export async function saveDryRunBatch(
  tx: Querier,
  id: string,
  { processed, last, partial }: { processed: number; last: PairGrant; partial: DryRunSums },
): Promise<void> {
  await tx.query(
    `UPDATE policy_dry_runs SET processed = $3, total = greatest(total, $3), position_principal_id = $4,
       position_asset_id = $5, partial = $6
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, processed, last.principal_id, last.asset_id, JSON.stringify(partial)],
  );
  tx.changed?.('policy');
}

export async function completeDryRun(tx: Querier, id: string, result: DryRunResult): Promise<void> {
  await tx.query(
    `UPDATE policy_dry_runs SET status = 'completed', completed_at = now(), total = processed, partial = NULL, error = NULL,
       result = $3
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, JSON.stringify(result)],
  );
  tx.changed?.('policy');
}

const FAILURES_MAX = 3;

/** The oldest is what failed, unless somebody else has it by now. Abandoned after a few times. */
export async function failDryRun(tx: Querier, error: string): Promise<void> {
  const run = await claimDryRun(tx);
  if (!run) return;
  await tx.query(
    `UPDATE policy_dry_runs SET failures = failures + 1, error = $3,
       status = CASE WHEN failures + 1 >= ${FAILURES_MAX} THEN 'failed' ELSE status END,
       completed_at = CASE WHEN failures + 1 >= ${FAILURES_MAX} THEN now() END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, run.id, error],
  );
  tx.changed?.('policy');
}
