import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { GuardVerdict } from '../guards/guards.rules.ts';
import type { RemediationMode } from '../mode.rules.ts';
import {
  type Execution,
  moveRemediation,
  type RemediationAction,
  type RemediationMove,
  type RemediationStatus,
} from '../remediation.rules.ts';
import type { PathSummary, RemediationPlan } from './plan.rules.ts';

/** A remediation in the hands of a worker. */
export type RemediationWork = {
  id: string;
  review_id: string;
  grant_id: string;
  principal_id: string;
  asset_id: string;
  platform: string;
  connector_id: string | null;
  execution: Execution;
  action: RemediationAction;
  target: string;
  status: RemediationStatus;
  operation: 'revoke' | 'restore';
  attempts: number;
  undo: Record<string, unknown> | null;
  plan: RemediationPlan | null;
  also_revoked: string[];
  accept_other_losses: boolean;
  approved_by: string | null;
  approved_at: string | null;
  requested_by: string;
  created_at: string;
  dry_run: boolean;
  released_at: string | null;
  due_at: string | null;
  lease: string | null;
  assigned_to_id: string | null;
  requested_at: string | null;
  completed_at: string | null;
  verified_at: string | null;
  reverted_at: string | null;
  attested_at: string | null;
  contradicted_at: string | null;
  contradiction_open: boolean;
};

export const REMEDIATION_WORK_COLUMNS = `id, review_id, grant_id, principal_id, asset_id, platform, connector_id, execution, action, target, status, operation,
  attempts, undo, plan, also_revoked, accept_other_losses, approved_by, approved_at, requested_by, created_at, dry_run,
  released_at, due_at, lease, assigned_to_id, requested_at, completed_at, verified_at, reverted_at, attested_at,
  contradicted_at, contradiction_open`;

/** Takes what is due. Whoever has it is named by the lease; when the lease ends, it is due again. */
export async function claimRemediations(
  tx: Querier,
  claim: { now: number; lease: string; lease_ms: number; limit: number },
): Promise<RemediationWork[]> {
  return tx.query<RemediationWork>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH due AS MATERIALIZED (
       SELECT id AS due_id FROM remediations WHERE tenant_id = $1 AND due_at <= $2
       ORDER BY due_at LIMIT $5 FOR UPDATE SKIP LOCKED)
     UPDATE remediations r SET lease = $3, due_at = $4 FROM due
     WHERE r.tenant_id = $1 AND r.id = due.due_id
     RETURNING ${REMEDIATION_WORK_COLUMNS}`,
    [tx.tenant_id, isoInstant(claim.now), claim.lease, isoInstant(claim.now + claim.lease_ms), claim.limit],
  );
}

/** Locked until the transaction ends; null when the lease has gone to somebody else. */
export async function lockLeased(tx: Querier, id: string, lease: string): Promise<RemediationWork | null> {
  const rows = await tx.query<RemediationWork>(
    `SELECT ${REMEDIATION_WORK_COLUMNS} FROM remediations WHERE tenant_id = $1 AND id = $2 AND lease = $3 FOR UPDATE`,
    [tx.tenant_id, id, lease],
  );
  return rows[0] ?? null;
}

export async function lockRemediation(tx: Querier, id: string): Promise<RemediationWork | null> {
  const rows = await tx.query<RemediationWork>(
    `SELECT ${REMEDIATION_WORK_COLUMNS} FROM remediations WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

export interface RemediationChange {
  connector_id?: string | null;
  execution?: Execution;
  operation?: 'revoke' | 'restore';
  mode?: RemediationMode;
  dry_run?: boolean;
  action?: RemediationAction;
  target?: string;
  attempts?: number;
  error?: string | null;
  plan?: RemediationPlan;
  guards?: GuardVerdict[];
  undo?: object | null;
  also_revoked?: string[];
  remaining_paths?: PathSummary[] | null;
  accept_other_losses?: boolean;
  approved_by?: string | null;
  approved_at?: string | null;
  due_at?: string | null;
  lease?: string | null;
  released_at?: string | null;
  released_grants?: number;
  released_asset_grants?: number;
  completed_at?: string | null;
  verified_at?: string | null;
  verified_by?: string | null;
  reverted_at?: string | null;
  assigned_to_id?: string | null;
  requested_at?: string | null;
  attested_by?: string | null;
  attested_at?: string | null;
  attestation?: string | null;
  contradiction_open?: boolean;
}

const JSON_COLUMNS = new Set(['plan', 'guards', 'undo', 'remaining_paths']);

/** A change of state goes through the table of allowed moves; what asks for one checks before that it is allowed. */
export async function moveTo(
  tx: Querier,
  work: RemediationWork,
  move: RemediationMove,
  change: RemediationChange,
): Promise<void> {
  const status = moveRemediation(work.status, move);
  if (status === null) throw new Error(`a remediation that is ${work.status} cannot ${move}`);
  work.status = status;
  await changeRemediation(tx, work.id, { ...change, status });
}

export async function changeRemediation(
  tx: Querier,
  id: string,
  change: RemediationChange & { status?: RemediationStatus },
): Promise<void> {
  const values: unknown[] = [tx.tenant_id, id];
  const assignments = Object.entries(change).map(([column, value]) => {
    values.push(JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value);
    return `${column} = $${values.length}`;
  });
  await tx.query(
    `UPDATE remediations SET ${assignments.join(', ')} WHERE tenant_id = $1 AND id = $2`,
    values,
  );
  tx.changed?.('remediations');
  if (change.due_at) tx.wakes?.('remediations');
}

export async function appendSteps(
  tx: Querier,
  remediationId: string,
  steps: readonly { attempt: number; step: string; outcome: string; detail: string | null; at: number }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
     SELECT $1, $2, attempt, step, outcome, detail, at
     FROM json_to_recordset($3) AS r (attempt integer, step text, outcome text, detail text, at timestamptz)`,
    [
      tx.tenant_id,
      remediationId,
      JSON.stringify(steps.map((step) => ({ ...step, at: isoInstant(step.at) }))),
    ],
  );
}

/** Only from one of these states, so that what somebody else has found out meanwhile stands. Answers what changed. */
export async function setGrantStatus(
  tx: Querier,
  grantIds: readonly string[],
  from: readonly string[],
  to: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `WITH locked AS MATERIALIZED (
       SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status = ANY ($3::text[])
       ORDER BY id FOR UPDATE)
     UPDATE grants g SET status = $4 FROM locked l WHERE g.tenant_id = $1 AND g.id = l.id RETURNING g.id`,
    [tx.tenant_id, grantIds, from, to],
  );
  return rows.map((row) => row.id);
}

export async function grantStatus(q: Querier, id: string): Promise<string | undefined> {
  const rows = await q.query<{ status: string }>(
    'SELECT status FROM grants WHERE tenant_id = $1 AND id = $2',
    [q.tenant_id, id],
  );
  return rows[0]?.status;
}

/** One at a time decides whether another remediation is too many. */
export async function lockGuards(tx: Querier): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse guards ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
}
