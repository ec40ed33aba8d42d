import type { Policy } from '../core/policy/policy.rules.ts';
import type { Fault } from '../platform/errors.ts';
import { DAY_MS } from '../platform/iso-instant.ts';
import type { ReportFormat, ReportRequest, ReportType } from './report.rules.ts';

/** What each type is told from, by how long it is kept; null: for good. */
const KEPT_AS: Record<ReportType, keyof Policy['retention'] | null> = {
  compliance_summary: 'events_days',
  stale_access: 'history_days',
  review_decisions: 'history_days',
  remediation_log: 'history_days',
  audit_export: null,
};

/** What is wrong with a period; instants are milliseconds, NaN when they were not readable. */
export function periodFaults(
  type: ReportType,
  { start, end, now }: { start: number; end: number; now: number },
  retention: Policy['retention'],
): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: string, msg: string): void => {
    faults.push({ loc: ['body', field], msg, type: 'out_of_range' });
  };
  if (end > now) refuse('period_end', 'expected an instant that is not in the future');
  if (start >= end) refuse('period_start', 'expected an instant before period_end');
  const kept = KEPT_AS[type];
  if (kept === null || start >= end) return faults;
  const days = retention[kept];
  if (start < now - days * DAY_MS) {
    const since = new Date(now - days * DAY_MS).toISOString();
    refuse('period_start', `expected ${since} or later: what ${type} is made of is kept for ${days} days`);
  }
  return faults;
}

export const REPORT_MEDIA_TYPES: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Such as lapse-stale_access-2026-10-01-2026-11-01.csv. */
export function reportFileName({ type, format, period_start, period_end }: ReportRequest): string {
  return `lapse-${type}-${period_start.slice(0, 10)}-${period_end.slice(0, 10)}.${format}`;
}

/** Rows per second that a worker manages with other work beside it. */
const ROWS_PER_SECOND: Record<ReportFormat, number> = { csv: 50_000, json: 25_000, xlsx: 15_000, pdf: 1_000 };
const START_MS = 2_000;

export const estimatedMs = (format: ReportFormat, rows: number): number =>
  START_MS + Math.ceil((rows / ROWS_PER_SECOND[format]) * 1000);

/** From how long it took to get this far; the first moments tell nothing. */
export function estimatedEnd(
  { started_at, now, progress }: { started_at: number; now: number; progress: number },
  guessed: number,
): number {
  if (progress < 0.05) return Math.max(guessed, now + 1_000);
  return Math.max(now + 1_000, Math.round(started_at + (now - started_at) / progress));
}
