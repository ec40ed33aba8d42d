import { counted } from '../../platform/counted.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Classification } from '../directory/directory.rules.ts';
import type { Permission } from '../directory/permission.rules.ts';
import type { LearnedKind } from '../outcomes/learning.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import type { Use } from './habit.rules.ts';
import type { Move } from './moved.rules.ts';
import { PEER_WINDOW_DAYS, type PeerUse, peerShift } from './peers.rules.ts';
import type { PurposeFacts } from './purpose.rules.ts';

/** Everything about one grant that its lapse date depends on. Instants are milliseconds since 1970. */
export interface GrantFacts extends Use, PurposeFacts {
  granted_at: number;
  /** Of a service account. */
  is_service: boolean;
  /** Null: not classified yet. */
  classification: Classification | null;
  /** From `normalisePermission`; null: a word that is not known. */
  permission: Permission | null;
  peers: PeerUse;
  /**
   * Signals on this access since `anomaly.window_days` before its latest use. Counted back from the use and not from
   * now: a signal then fades with normal use, stays when the use stops there, and no clock enters the lapse date.
   */
  anomaly_signals: number;
  /** Null: unknown, or a principal that cannot have it. */
  mfa_enabled: boolean | null;
  last_login_at: number | null;
  disabled: boolean;
  /** How long the platform was not watched since the latest use; `unobservedMs` measures it. */
  unobserved_ms: number;
  /** The last change of department of the person whose access it is; null: none is known. */
  moved: Move | null;
  /** What answers have taught about access of its kind; null: nothing. */
  learned: LearnedKind | null;
  /** Until when a reviewer has confirmed the access. */
  next_review_at: number | null;
}

/** The part of the facts that use, sign-ins and time move; the rest stands until somebody changes the directory. */
export type MovingFacts = Omit<
  GrantFacts,
  | 'classification'
  | 'permission'
  | 'peers'
  | 'mfa_enabled'
  | 'learned'
  | keyof Omit<PurposeFacts, 'granted_at'>
>;

/**
 * A reason to lapse sooner or later than patience alone says. Always whole days, so that the parts add up exactly in SQL,
 * in JSON and in a reader's head.
 */
export interface Shift<Facts = GrantFacts> {
  /** `lapsesAt`: the lapse date before this shift; `patience`: what is tolerated without a use, in days. */
  days(facts: Facts, policy: Policy, lapsesAt: number, patience: number): number;
  /** The end of "10 days sooner, because …". */
  because(facts: Facts, policy: Policy, patience: number): string;
}

const HOLDS: Record<Classification, string> = {
  public: 'it is public',
  internal: 'it is internal',
  confidential: 'it is confidential',
  pii: 'it holds personal data',
};

export const classification: Shift = {
  days: (facts, { shifts }) =>
    facts.classification === null ? 0 : shifts.classification[facts.classification],
  because: (facts) => (facts.classification === null ? 'it is not classified' : HOLDS[facts.classification]),
};

const ALLOWS: Record<Permission, string> = {
  read: 'reading only',
  write: 'changing data',
  read_write: 'changing data',
  admin: 'administration',
  owner: 'ownership',
};

export const permission: Shift = {
  days: (facts, { shifts }) => (facts.permission === null ? 0 : shifts.permission[facts.permission]),
  because: (facts) =>
    facts.permission === null ? 'its permission is not known' : `it allows ${ALLOWS[facts.permission]}`,
};

export const peers: Shift = {
  days: (facts, { shifts }) => peerShift(facts.peers, shifts.peers),
  because: ({ peers }) =>
    `${peers.active} of ${counted(peers.peers, 'peer')} used it in the last ${PEER_WINDOW_DAYS} days`,
};

export const anomaly: Shift<MovingFacts> = {
  days: (facts, { shifts }) =>
    Math.max(shifts.anomaly.limit_days, facts.anomaly_signals * shifts.anomaly.days),
  because: ({ anomaly_signals }) =>
    anomaly_signals === 1
      ? 'an anomaly was seen around its latest use'
      : `${anomaly_signals} anomalies were seen around its latest use`,
};

export const mfa: Shift = {
  days: (facts, { shifts }) => (facts.mfa_enabled === false ? shifts.mfa_off : 0),
  because: () => 'the account signs in without a second factor',
};

/** Silence of the sensor is not disuse. Rounded up: in doubt for the person. */
export const unobserved: Shift<MovingFacts> = {
  days: (facts) => Math.ceil(facts.unobserved_ms / DAY_MS),
  because: () => 'use of its platform was not recorded for that long after the latest use',
};

/**
 * "15 days sooner once 45 days have passed without a login" would make the lapse date jump on the 45th day and need a
 * job that notices. Whether and when it lapses is known today: at the lapse date before this shift if dormancy begins
 * later, 15 days sooner if it begins earlier than that, else on the day it begins. So the shift is the way to that day,
 * between -15 and 0, the forecast is right from the start, and every login moves it.
 * SQL: greatest(-15, least(0, ceil(extract(epoch FROM dormant_at - lapses_at) / 86400)))
 */
export const dormancy: Shift<MovingFacts> = {
  days: (facts, { shifts }, lapsesAt) => {
    if (facts.disabled) return shifts.disabled;
    const from = dormantAt(facts, shifts.dormant.after_days);
    return from === null
      ? 0
      : Math.max(shifts.dormant.days, Math.min(0, Math.ceil((from - lapsesAt) / DAY_MS)));
  },
  because: (facts, { shifts }) => {
    if (facts.disabled) return 'the account is disabled in the directory';
    const from = dormantAt(facts, shifts.dormant.after_days) ?? 0;
    return `the account counts as dormant from ${isoDay(from)} unless it signs in before`;
  },
};

/** From when an account counts as dormant unless it signs in before; null: its sign-ins are not known. */
export function dormantAt(
  { last_login_at, last_used_at }: Pick<MovingFacts, 'last_login_at' | 'last_used_at'>,
  afterDays: number,
): number | null {
  if (last_login_at === null) return null;
  return Math.max(last_login_at, last_used_at ?? last_login_at) + afterDays * DAY_MS;
}

/**
 * Between which lapse dates a login can have moved something; nothing that lapses outside is worth a second look. What
 * lapses before dormancy would have begun was not shortened by it; what lapses after it begins now has kept all of its
 * shift; a day more on both sides for rounding. Without an earlier login dormancy was not known.
 */
export function datesMovedByLogin(
  { before, at }: { before: number | null; at: number },
  dormantAfterDays: number,
): { from: number; until: number | null } {
  const dormantAfter = (login: number, days: number): number => login + (dormantAfterDays + days) * DAY_MS;
  return {
    from: dormantAfter(before ?? at, -1),
    until: before === null ? null : dormantAfter(at, 1),
  };
}

/** Shifts may add up to more than the patience; what is in daily use must not be stale for all that. */
export const recentUse: Shift<MovingFacts> = {
  days: (facts, policy, lapsesAt, patience) => {
    if (facts.disabled) return 0;
    const earliest = (facts.last_used_at ?? facts.granted_at) + freshDays(policy, patience) * DAY_MS;
    return Math.max(0, Math.ceil((earliest - lapsesAt) / DAY_MS));
  },
  because: (_facts, policy, patience) =>
    `any use keeps access fresh for ${counted(freshDays(policy, patience), 'day')}`,
};

/** The second model tolerates less of what a service uses every day. */
const freshDays = ({ model_version, patience: { min_days } }: Policy, patience: number): number =>
  model_version === 1 ? min_days : Math.min(min_days, patience);

/** A confirmation is a claim with a date: it holds until then and is tested afterwards. */
export const confirmation: Shift<MovingFacts> = {
  days: (facts, _policy, lapsesAt) =>
    facts.next_review_at === null ? 0 : Math.max(0, Math.ceil((facts.next_review_at - lapsesAt) / DAY_MS)),
  because: (facts) => `a reviewer confirmed it until ${isoDay(facts.next_review_at ?? 0)}`,
};

export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
