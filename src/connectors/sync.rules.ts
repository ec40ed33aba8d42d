/** How a sync goes, step by step; where it is is kept, so that another worker can go on from there. */
export const SYNC_PHASES = [
  'principals',
  'assets',
  'memberships',
  'grants',
  'inherited',
  'vanished',
  'use',
  'done',
] as const;
export type SyncPhase = (typeof SYNC_PHASES)[number];

const NOTHING_READ = {
  principals: 0,
  assets: 0,
  memberships: 0,
  grants: 0,
  inherited: 0,
  /** Named by the platform, but not understood, such as a grant on something that it does not list. */
  skipped: 0,
  removed: 0,
  events: 0,
};

/** Of memberships the sync may read only what has changed. */
interface MembershipListing {
  /** Reads what has changed since this mark; `null`: everything. */
  changed_since: string | null;
  /** Where the next sync can go on; `null`: the platform does not tell. */
  membership_mark: string | null;
  /** When the last full listing began. */
  memberships_listed_at: string | null;
}

/** How long it has been worked on, without the time in which no worker had it. */
interface TimeSpent {
  worked_ms: number;
  /** Of the sync before, if that read as much as this one does. */
  worked_ms_before: number | null;
  /** `null`: not known. No platform says how much there is. */
  seconds_left: number | null;
}

export type SyncProgress = typeof NOTHING_READ &
  Partial<MembershipListing> &
  Partial<TimeSpent> & {
    phase: SyncPhase;
    cursor: string | null;
    started_at: string;
  };

/** Full listings are the check: a platform that tells what changes may leave something out. */
const LIST_ALL_AFTER_MS = 24 * 3_600_000;

/** `before`: of the sync that was completed last. */
export function beginSync(now: number, before: SyncProgress | null): SyncProgress {
  const { membership_mark = null, memberships_listed_at = null } = before ?? {};
  const isChecked =
    memberships_listed_at !== null && now - Date.parse(memberships_listed_at) < LIST_ALL_AFTER_MS;
  const changed_since = isChecked ? membership_mark : null;
  const isAlike = before !== null && ((before.changed_since ?? null) === null) === (changed_since === null);
  return {
    phase: 'principals',
    cursor: null,
    started_at: new Date(now).toISOString(),
    ...NOTHING_READ,
    changed_since,
    membership_mark: null,
    memberships_listed_at,
    ...timeSpent(0, isAlike ? (before.worked_ms ?? null) : null),
  };
}

/** The sync before is the only measure: nothing is known of a first one, and of one that takes longer. */
export function timeSpent(worked_ms: number, worked_ms_before: number | null): TimeSpent {
  const left_ms = worked_ms_before === null ? null : worked_ms_before - worked_ms;
  const seconds_left = left_ms === null || left_ms <= 0 ? null : Math.ceil(left_ms / 1000);
  return { worked_ms, worked_ms_before, seconds_left };
}

export function phaseAfter(phase: SyncPhase): SyncPhase {
  return SYNC_PHASES[SYNC_PHASES.indexOf(phase) + 1] ?? 'done';
}

/** Fewer than this may vanish at once without a question. */
const VANISHED_MIN = 20;

/**
 * Whether a listing may be believed when it says that so much is gone. A listing that came back empty or broken off
 * would otherwise end the access of everybody in Lapse's books.
 */
export function isPlausibleLoss({ known, vanished }: { known: number; vanished: number }): boolean {
  if (vanished === 0) return true;
  if (vanished === known) return known <= 1;
  return vanished <= VANISHED_MIN || vanished * 2 <= known;
}

const BACKOFF_SECONDS = [10, 30, 60, 300, 900];

/** When a connector that could not be read is asked again. */
export function syncRetrySeconds(failures: number, everySeconds: number): number {
  return Math.min(everySeconds, BACKOFF_SECONDS[failures - 1] ?? (BACKOFF_SECONDS.at(-1) as number));
}

export const CONNECTOR_HEALTHS = ['unknown', 'healthy', 'degraded', 'failing'] as const;
export type ConnectorHealth = (typeof CONNECTOR_HEALTHS)[number];
