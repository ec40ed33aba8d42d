import type { Policy } from '../../core/policy/policy.rules.ts';
import type { ReportRequest } from '../report.rules.ts';
import type { ReportQuery } from './query.sql.ts';
import { remediationLogQuery } from './remediation-log.sql.ts';
import { reviewDecisionsQuery } from './review-decisions.sql.ts';
import { staleAccessQuery } from './stale-access.sql.ts';

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
