import type { Policy } from '../../core/policy/policy.rules.ts';
import type { ReportRequest } from '../report.rules.ts';
import type { ReportQuery } from './query.sql.ts';
import { remediationLogQuery } from './remediation-log.sql.ts';
import { reviewDecisionsQuery } from './review-decisions.sql.ts';
import { staleAccessQuery } from './stale-access.sql.ts';

export type RowReportRequest = ReportRequest & {
  type: Exclude<ReportRequest['type'], 'compliance_summary' | 'audit_export'>;
};

const QUERIES = {
  stale_access: staleAccessQuery,
  review_decisions: reviewDecisionsQuery,
  remediation_log: remediationLogQuery,
};

/** `policy` is the one that was in force at the end of the period. */
export function reportQuery(tenantId: number, request: RowReportRequest, policy: Policy): ReportQuery {
  return QUERIES[request.type](tenantId, request, policy);
}
