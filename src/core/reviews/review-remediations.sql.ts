import type { Querier } from '../../platform/database/database.ts';
import { type GuardRefusal, type GuardVerdict, refusalsOf } from '../../remediation/guards/guards.rules.ts';
import type { Execution, RemediationStatus, Verification } from '../../remediation/remediation.rules.ts';
import { VERIFICATION } from '../../remediation/remediations.sql.ts';

/** What came of one grant that a review has revoked. */
export type ReviewRemediation = {
  id: string;
  grant_id: string;
  status: RemediationStatus;
  operation: 'revoke' | 'restore';
  execution: Execution;
  dry_run: boolean;
  verification: Verification | null;
  verified_at: string | null;
  /** What stops it, while it is blocked. */
  blocked_by: GuardRefusal[];
  error: string | null;
};

/** The remediations of any number of reviews, by the id of the review: one statement, by its index. */
export async function remediationsOfReviews(
  q: Querier,
  reviewIds: readonly string[],
): Promise<Map<string, ReviewRemediation[]>> {
  const found = new Map<string, ReviewRemediation[]>();
  if (reviewIds.length === 0) return found;
  const rows = await q.query<
    Omit<ReviewRemediation, 'blocked_by'> & { review_id: string; guards: GuardVerdict[] | null }
  >(
    `SELECT r.review_id, r.id, r.grant_id, r.status, r.operation, r.execution, r.dry_run,
            ${VERIFICATION} AS verification, r.verified_at, r.error,
            CASE WHEN r.status = 'blocked' THEN r.guards END AS guards
     FROM remediations r WHERE r.tenant_id = $1 AND r.review_id = ANY ($2::text[])
     ORDER BY r.review_id, r.grant_id, r.id`,
    [q.tenant_id, reviewIds],
  );
  for (const { review_id, guards, ...removal } of rows) {
    const blocked_by = refusalsOf(guards ?? []);
    found.set(review_id, [...(found.get(review_id) ?? []), { ...removal, blocked_by }]);
  }
  return found;
}
