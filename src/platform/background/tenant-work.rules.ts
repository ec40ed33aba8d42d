/** Every kind of background work that goes over tenants. What is not in this list cannot be run over them. */
export const TENANT_WORK = [
  'apply',
  'sweep',
  'maintain',
  'stage_times',
  'event_retention',
  'dry_runs',
  'overviews',
  'likelihoods',
  'priorities',
  'removals',
  'syncs',
  'alerts',
  'reports',
  'report_removal',
  'report_schedules',
  'finished_runs',
  'campaign_reports',
  'audit',
  'checkpoints',
  'deliveries',
  'delivery_upkeep',
  'digests',
  'figures',
  'ingest_totals',
] as const;
export type TenantWork = (typeof TENANT_WORK)[number];

/** Work of a tenant that has failed and has not succeeded since. */
export interface WorkFailure {
  work: TenantWork;
  attempts: number;
  first_failed_at: string;
  last_failed_at: string;
  error: string;
}

const RETRY_MS_FIRST = 1_000;
/** What is repaired by hand goes on within a minute. */
const RETRY_MS_MAX = 60_000;

/** How long a tenant's work rests after it has failed so often in a row. */
export function retryAfterMs(attempts: number): number {
  return Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** Math.max(0, attempts - 1));
}

/** Once may be a restart or a lock; after this many in a row the work does not get done. */
export const ATTEMPTS_UNREMARKABLE = 2;
