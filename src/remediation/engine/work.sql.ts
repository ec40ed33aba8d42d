import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { GuardVerdict } from '../guards/guards.rules.ts';
import { moveRemediation, type RemediationMove } from '../remediation.rules.ts';
import type { RemediationRow, RemediationState, RemediationSubject } from '../remediations.sql.ts';
import type { PathSummary, RemediationPlan } from './plan.rules.ts';

/** A remediation in the hands of a worker. */
export type RemediationWork = RemediationSubject &
  RemediationState & {
    undo: Record<string, unknown> | null;
    /** Whose edge is removed, where that is not the connector whose access it gives. */
    edge_connector_id: string | null;
    also_revoked: string[];
    accept_other_losses: boolean;
    released_at: string | null;
    lease: string | null;
  };

export const REMEDIATION_WORK_COLUMNS = `id, review_id, grant_id, principal_id, asset_id, platform, connector_id, execution, action, target, status, operation,
  attempts, undo, edge_connector_id, also_revoked, accept_other_losses, approved_by, approved_at, requested_by, created_at, dry_run,
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

/** Locked until the transaction ends. */
export async function lockRemediation(tx: Querier, id: string): Promise<RemediationWork | null> {
  const rows = await tx.query<RemediationWork>(
    `SELECT ${REMEDIATION_WORK_COLUMNS} FROM remediations WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Null when the lease has gone to somebody else. */
export async function lockLeased(tx: Querier, id: string, lease: string): Promise<RemediationWork | null> {
  const work = await lockRemediation(tx, id);
  return work?.lease === lease ? work : null;
}

export type RemediationChange = Partial<
  Omit<RemediationWork, 'id' | 'status' | 'undo'> &
    Pick<RemediationRow, 'mode' | 'error' | 'verified_by' | 'attested_by' | 'attestation'> & {
      undo: object | null;
      plan: RemediationPlan;
      guards: GuardVerdict[];
      remaining_paths: PathSummary[] | null;
      released_grants: number;
      released_asset_grants: number;
    }
>;

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
  change: RemediationChange & Partial<Pick<RemediationState, 'status'>>,
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

export async function appendStep(
  tx: Querier,
  { id, attempts }: Pick<RemediationWork, 'id' | 'attempts'>,
  { step, outcome, detail, at }: { step: string; outcome: string; detail: string; at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.tenant_id, id, attempts, step, outcome, detail, isoInstant(at)],
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
