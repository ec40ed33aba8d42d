import type { Capability } from '../gateway/capability.ts';
import { campaignReportRoutes } from './campaigns/campaign-reports.routes.ts';
import { reportRoutes } from './reports.routes.ts';
import { reportScheduleRoutes } from './schedules/schedules.routes.ts';
import type { ReportBucket } from './storage/bucket.rules.ts';
import { createReportStorages } from './storage/report-storages.ts';

const AUDIT_TYPES = [
  'report.requested',
  'report.completed',
  'report.failed',
  'report.downloaded',
  'report.deleted',
  'report_schedule.created',
  'report_schedule.changed',
  'report_schedule.failed',
  'report_schedule.deleted',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

export const reports: Capability<{ report_bucket: ReportBucket | null }> = {
  audit_types: AUDIT_TYPES,
  routes(app, context) {
    reportScheduleRoutes(app, context);
    reportRoutes(app, { ...context, storages: createReportStorages(context.db, context.report_bucket) });
    campaignReportRoutes(app, context);
  },
};
