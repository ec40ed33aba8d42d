import type { Policy } from '../domain/policy.ts';
import type { ReportRequest } from '../domain/report.ts';
import { auditExportQuery } from './report-audit-export.ts';
import type { ReportQuery } from './report-query.ts';
import { remediationLogQuery } from './report-remediation-log.ts';
import { reviewDecisionsQuery } from './report-review-decisions.ts';
import { staleAccessQuery } from './report-stale-access.ts';

export type RowReportRequest = ReportRequest & { type: Exclude<ReportRequest['type'], 'compliance_summary'> };

/** The policy that was in force at the end of the period, and the one of today, by which the past is told. */
export interface ReportPolicies {
  in_force: Policy;
  current: Policy;
}

export function reportQuery(
  tenantId: number,
  request: RowReportRequest,
  policies: ReportPolicies,
): ReportQuery {
  switch (request.type) {
    case 'stale_access':
      return staleAccessQuery(tenantId, request, policies);
    case 'review_decisions':
      return reviewDecisionsQuery(tenantId, request);
    case 'remediation_log':
      return remediationLogQuery(tenantId, request);
    case 'audit_export':
      return auditExportQuery(tenantId, request);
  }
}
