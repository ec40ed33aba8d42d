import type { Policy } from '../domain/policy.ts';
import type { ReportRequest } from '../domain/report.ts';
import type { ReportQuery } from './report-query.ts';
import { remediationLogQuery } from './report-remediation-log.ts';
import { reviewDecisionsQuery } from './report-review-decisions.ts';
import { staleAccessQuery } from './report-stale-access.ts';

export type RowReportRequest = ReportRequest & {
  type: Exclude<ReportRequest['type'], 'compliance_summary' | 'audit_export'>;
};

/** `policy` is the one that was in force at the end of the period. */
export function reportQuery(tenantId: number, request: RowReportRequest, policy: Policy): ReportQuery {
  switch (request.type) {
    case 'stale_access':
      return staleAccessQuery(tenantId, request, policy);
    case 'review_decisions':
      return reviewDecisionsQuery(tenantId, request);
    case 'remediation_log':
      return remediationLogQuery(tenantId, request);
  }
}
