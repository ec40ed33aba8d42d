import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { REMEDIATION_WORK_COLUMNS, type RemediationWork } from '../engine/work.sql.ts';
import type { RemediationStatus } from '../remediation.rules.ts';
import { isBeingRemoved } from '../requests.sql.ts';

/** What an import or a sync has seen of access, against what remediations say about it. */

export type ObservedGrant = {
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
};

const GRANT = 'g.id, g.principal_id, g.asset_id, g.permission';

/** Which of these grants are not simply active: the others agree with being seen. */
export async function inactiveGrants(q: Querier, ids: readonly string[]): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    "SELECT id FROM grants WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status <> 'active'",
    [q.tenant_id, ids],
  );
  return rows.map((row) => row.id);
}

/** The latest remediation of each of these grants, locked. Remediations are locked before grants, here and everywhere. */
export async function lockLatestRemediations(
  tx: Querier,
  grantIds: readonly string[],
): Promise<RemediationWork[]> {
  if (grantIds.length === 0) return [];
  return tx.query<RemediationWork>(
    `WITH latest AS MATERIALIZED (
       SELECT r.id FROM unnest($2::text[]) AS w (grant_id)
       JOIN LATERAL (SELECT id FROM remediations WHERE tenant_id = $1 AND grant_id = w.grant_id
                     ORDER BY id DESC LIMIT 1) r ON true)
     SELECT ${REMEDIATION_WORK_COLUMNS} FROM remediations
     WHERE tenant_id = $1 AND id IN (SELECT id FROM latest) ORDER BY id FOR UPDATE`,
    [tx.tenant_id, grantIds],
  );
}

/**
 * Seen although they were taken for gone. Answers those that were. A date says that they were granted again; what is to be
 * removed goes on to be.
 */
export async function reviveGrants(
  tx: Querier,
  ids: readonly string[],
  givenAgainAt: string | null,
): Promise<ObservedGrant[]> {
  if (ids.length === 0) return [];
  return tx.query<ObservedGrant>(
    `UPDATE grants g SET granted_at = coalesce($3, g.granted_at),
       status = CASE WHEN ${isBeingRemoved('g.id')} THEN 'revoking' ELSE 'active' END
     WHERE g.tenant_id = $1 AND g.id = ANY ($2::text[]) AND g.status = 'revoked'
     RETURNING ${GRANT}`,
    [tx.tenant_id, ids, givenAgainAt],
  );
}

export async function endGrants(tx: Querier, ids: readonly string[]): Promise<ObservedGrant[]> {
  if (ids.length === 0) return [];
  return tx.query<ObservedGrant>(
    `UPDATE grants g SET status = 'revoked'
     WHERE g.tenant_id = $1 AND g.id = ANY ($2::text[]) AND g.status IN ('active', 'revoking')
     RETURNING ${GRANT}`,
    [tx.tenant_id, ids],
  );
}

export interface ConcludedRemediation {
  id: string;
  status: RemediationStatus;
  observed: 'gone' | 'present';
  /** What was observed is what the remediation, or its reversal, was to bring about. */
  verified: boolean;
  is_contradicted: boolean;
  step: { outcome: string; detail: string };
}

/** What was seen, for any number of remediations in two statements. */
export async function concludeRemediations(
  tx: Querier,
  removals: readonly ConcludedRemediation[],
  { now, by }: { now: number; by: string },
): Promise<void> {
  if (removals.length === 0) return;
  const values = [tx.tenant_id, JSON.stringify(removals), isoInstant(now), by];
  await tx.query(
    `UPDATE remediations r SET
       status = s.status, observed = s.observed, observed_at = $3, observed_by = $4,
       verified_at = CASE WHEN s.verified THEN $3 ELSE r.verified_at END,
       verified_by = CASE WHEN s.verified THEN $4 ELSE r.verified_by END,
       completed_at = CASE WHEN s.status = 'completed' THEN coalesce(r.completed_at, $3) ELSE r.completed_at END,
       reverted_at = CASE WHEN s.status = 'reverted' THEN $3 ELSE r.reverted_at END,
       contradicted_at = CASE WHEN s.is_contradicted THEN coalesce(r.contradicted_at, $3) ELSE r.contradicted_at END,
       contradiction_open = s.is_contradicted,
       due_at = NULL, lease = NULL, error = NULL
     FROM json_to_recordset($2) AS s (id text, status text, observed text, verified boolean, is_contradicted boolean)
     WHERE r.tenant_id = $1 AND r.id = s.id COLLATE "C"`,
    values,
  );
  await tx.query(
    `INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
     SELECT $1, s.id, r.attempts, 'observe', s.step ->> 'outcome', s.step ->> 'detail', $3
     FROM json_to_recordset($2) AS s (id text, step json)
     JOIN remediations r ON r.tenant_id = $1 AND r.id = s.id COLLATE "C"`,
    values.slice(0, 3),
  );
  tx.changed?.('remediations');
}

/** Why a finding is concluded, as a step of its remediation. */
export interface FindingClosed {
  now: number;
  outcome: 'seen_gone' | 'confirmed' | 'revoked_anew';
  detail: string;
  /** What has shown that the access is gone. */
  seen_gone_by?: string;
}

/**
 * A finding about a claimed remediation is concluded when the access is seen to be gone, or decided about again. That of a
 * remediation on its way stays: whatever was decided, the access is still there and still to be removed.
 */
export async function closeContradictions(
  tx: Querier,
  grantIds: readonly string[],
  { now, outcome, detail, seen_gone_by }: FindingClosed,
): Promise<void> {
  if (grantIds.length === 0) return;
  const closed = await tx.query(
    `WITH closed AS (
       UPDATE remediations SET contradiction_open = false,
         observed = CASE WHEN $6::text IS NULL THEN observed ELSE 'gone' END,
         observed_at = CASE WHEN $6::text IS NULL THEN observed_at ELSE $3 END, observed_by = coalesce($6, observed_by)
       WHERE tenant_id = $1 AND contradiction_open AND status = 'completed' AND grant_id = ANY ($2::text[])
       RETURNING id, attempts)
     INSERT INTO remediation_steps (tenant_id, remediation_id, attempt, step, outcome, detail, at)
     SELECT $1, id, attempts, CASE WHEN $6::text IS NULL THEN 'decide' ELSE 'observe' END, $4, $5, $3 FROM closed ORDER BY id RETURNING remediation_id`,
    [tx.tenant_id, grantIds, isoInstant(now), outcome, detail, seen_gone_by ?? null],
  );
  if (closed.length > 0) tx.changed?.('remediations');
}
