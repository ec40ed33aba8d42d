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

export type SyncProgress = typeof NOTHING_READ & {
  phase: SyncPhase;
  cursor: string | null;
  started_at: string;
};

export const beginSync = (now: number): SyncProgress => ({
  phase: 'principals',
  cursor: null,
  started_at: new Date(now).toISOString(),
  ...NOTHING_READ,
});

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
