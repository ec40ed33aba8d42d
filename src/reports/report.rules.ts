export const REPORT_TYPES = [
  'compliance_summary',
  'stale_access',
  'review_decisions',
  'remediation_log',
  'audit_export',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_FORMATS = ['pdf', 'csv', 'json', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const REPORT_TITLES: Record<ReportType, string> = {
  compliance_summary: 'Access compliance summary',
  stale_access: 'Stale access',
  review_decisions: 'Review decisions',
  remediation_log: 'Remediation of access',
  audit_export: 'Audit trail',
};

export const FILTER_NAMES = ['department', 'platform', 'classification'] as const;
/** Rows that match all that are given; null: any. */
export type ReportFilters = Record<(typeof FILTER_NAMES)[number], string | null> & {
  /** Of decisions only: those of the reviews of this campaign. */
  campaign_id?: string | null;
};

/** Such as "department Finance", of what is given. */
export const filterWords = (filters: ReportFilters): string[] =>
  ([...FILTER_NAMES, 'campaign_id'] as const).flatMap((name) => {
    const given = filters[name] ?? null;
    return given === null ? [] : [`${name === 'campaign_id' ? 'campaign' : name} ${given}`];
  });

/**
 * What was asked for. A report shows the state at the end of its period, never a later one: asked again with the same
 * data it has the same content.
 */
export interface ReportRequest {
  type: ReportType;
  format: ReportFormat;
  /** Included. */
  period_start: string;
  /** Excluded; also the instant that scores and states are given for. */
  period_end: string;
  filters: ReportFilters;
}
