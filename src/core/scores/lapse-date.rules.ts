import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Purpose } from '../directory/directory.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { halfLifeClass, type Lapse } from './half-life.rules.ts';
import { learned } from './learned.rules.ts';
import { moved } from './moved.rules.ts';
import { type OthersHabit, othersInWords } from './others.rules.ts';
import { patienceDays, patienceOf, patienceReason } from './patience.rules.ts';
import { askedSince, cycleDays, cycleReason, purposeLapse } from './purpose.rules.ts';
import * as shifts from './shifts.rules.ts';

/** In the order in which they apply. What stands is the same whenever the access is used. */
const STANDING = {
  classification: shifts.classification,
  permission: shifts.permission,
  peers: shifts.peers,
  mfa: shifts.mfa,
  learned,
} satisfies Record<string, shifts.Shift>;

/** The last three look at the date the others lead to. */
const MOVING = {
  moved,
  anomaly: shifts.anomaly,
  unobserved: shifts.unobserved,
  dormancy: shifts.dormancy,
  recent_use: shifts.recentUse,
  confirmation: shifts.confirmation,
} satisfies Record<string, shifts.Shift<shifts.MovingFacts>>;

const SHIFTS: Record<ShiftKind, shifts.Shift> = { ...STANDING, ...MOVING };

export type ShiftKind = keyof typeof STANDING | keyof typeof MOVING;
const KINDS = Object.keys(SHIFTS) as ShiftKind[];
const STANDING_SHIFTS = Object.values(STANDING);
const MOVING_SHIFTS = Object.values(MOVING);

/** The instant from which patience counts. */
export function idleSince(facts: Pick<shifts.GrantFacts, 'last_used_at' | 'granted_at'>): number {
  return facts.last_used_at ?? facts.granted_at;
}

/** The whole score of a grant. */
export function lapseOf(facts: shifts.GrantFacts, policy: Policy): Lapse {
  return purposeLapse(facts, policy) ?? lapseAfterUse(facts, standingDays(facts, policy), policy);
}

/** The instant at which it is 50. */
export const lapseDate = (facts: shifts.GrantFacts, policy: Policy): number =>
  lapseOf(facts, policy).lapses_at;

/** What use does not change, so that it can be kept and need not be found out again with every use. */
export function standingDays(facts: shifts.GrantFacts, policy: Policy): number {
  let days = 0;
  for (const shift of STANDING_SHIFTS) days += shift.days(facts, policy, 0, 0);
  return days;
}

export function lapseAfterUse(facts: shifts.MovingFacts, standingDays: number, policy: Policy): Lapse {
  const patience = patienceDays(facts, patienceOf(policy, facts.is_service));
  let lapses_at = idleSince(facts) + (patience + standingDays) * DAY_MS;
  let tolerated = patience;
  for (const shift of MOVING_SHIFTS) {
    const days = shift.days(facts, policy, lapses_at, tolerated);
    if (shift === moved) tolerated += days;
    lapses_at += days * DAY_MS;
  }
  return { lapses_at, half_life_class: halfLifeClass(patience, policy) };
}

interface LapsePart {
  kind: 'patience' | 'purpose' | ShiftKind | 'pending';
  /** Whole days; negative is sooner. */
  days: number;
  reason: string;
}

/**
 * The same date with its reasons: patience first, with what `others` make of the access, then every shift that is not 0. `lapses_at` is exactly `idle_since` plus
 * the days of all parts.
 */
export function explainLapseDate(facts: shifts.GrantFacts, policy: Policy, others?: OthersHabit) {
  if (facts.purpose !== null) return explainCycle(facts, facts.purpose, policy);
  const idle_since = idleSince(facts);
  const patience = patienceOf(policy, facts.is_service);
  const days = patienceDays(facts, patience);
  const reason = patienceReason(facts, patience);
  const said = others === undefined ? reason : `${reason} ${othersInWords(others)}`;
  const parts: LapsePart[] = [{ kind: 'patience', days, reason: said }];
  let lapses_at = idle_since + days * DAY_MS;
  let tolerated = days;
  for (const kind of KINDS) {
    const shift = SHIFTS[kind].days(facts, policy, lapses_at, tolerated);
    if (shift === 0) continue;
    lapses_at += shift * DAY_MS;
    const because = SHIFTS[kind].because(facts, policy, tolerated);
    if (kind === 'moved') tolerated += shift;
    parts.push({ kind, days: shift, reason: `${inWords(shift)}, because ${because}.` });
  }
  return { lapses_at, idle_since, parts };
}

/** Access with a purpose: its cycle, and nothing else. */
function explainCycle(facts: shifts.GrantFacts, purpose: Purpose, policy: Policy) {
  const days = cycleDays(purpose, policy);
  const idle_since = askedSince(facts);
  const parts: LapsePart[] = [{ kind: 'purpose', days, reason: cycleReason(purpose, policy) }];
  return { lapses_at: idle_since + days * DAY_MS, idle_since, parts };
}

/** Facts that have just changed lead to another date than the one still stored; the sum stays true meanwhile. */
export function explainStoredDate(
  facts: shifts.GrantFacts,
  policy: Policy,
  stored: { lapses_at: number; others: OthersHabit | undefined },
) {
  const { idle_since, parts, lapses_at } = explainLapseDate(facts, policy, stored.others);
  const days = (stored.lapses_at - lapses_at) / DAY_MS;
  if (days !== 0) parts.push({ kind: 'pending', days, reason: PENDING });
  return { idle_since, parts };
}

const PENDING = 'What is known has changed since the date was computed; it is about to be recomputed.';

function inWords(days: number): string {
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'sooner' : 'later'}`;
}
