import { counted } from '../../platform/counted.ts';
import { idleDaysBefore } from '../scores/activity-spells.rules.ts';
import { type EarliestDays, establishedFrom, isHabitOn } from '../scores/earliest-days.rules.ts';
import { dayOf } from '../scores/habit.rules.ts';
import {
  type Baseline,
  daysAroundHour,
  hourOf,
  isAdminAction,
  networkKey,
  type SeenEvent,
} from './anomaly-baseline.rules.ts';
import {
  bucketOf,
  canSpike,
  habitualBucket,
  isSpike,
  usualBucket,
  type VolumeBaseline,
} from './anomaly-volume.rules.ts';

export interface Signal {
  kind: string;
  evidence: Record<string, string | number>;
  /** One sentence for a reviewer. */
  reason: string;
}

/** What the use of an access is compared with. */
export interface Normal {
  asset_id: string;
  principal: Baseline;
  volume: VolumeBaseline;
}

/**
 * A verdict is about a day, and follows from the sets of events that are known of principal and grant. `usual` may still
 * become a `signal` when earlier events arrive late; `never` is final.
 */
type Verdict = 'signal' | 'usual' | 'never';

interface Rule {
  kind: string;
  /** What of the event is in question. */
  item(event: SeenEvent): string | null;
  verdict(item: string, day: number, normal: Normal): Verdict;
  describe(event: SeenEvent, item: string, normal: Normal): Omit<Signal, 'kind'>;
}

/** By the letter under which a candidate is stored. */
const RULES: Record<string, Rule> = {
  n: {
    kind: 'new_network',
    item: ({ network }) => network,
    verdict: (item, day, { principal }) =>
      novelty(principal.networks.get(networkKey(principal, item)) ?? [], day, principal),
    describe: (_event, network, { principal }) => {
      const known = principal.networks.size - 1;
      return {
        evidence: { network, known_networks: known },
        reason: `From the network ${network}, besides the ${known} it is known from.`,
      };
    },
  },
  h: {
    kind: 'unusual_hour',
    item: ({ at }) => String(hourOf(at)),
    verdict: (item, day, { principal }) => novelty(daysAroundHour(principal, Number(item)), day, principal),
    describe: ({ at }, item, { principal }) => {
      const hour = Number(item);
      const days = daysAroundHour(principal, hour).filter((day) => day < dayOf(at)).length;
      const seen = days === 0 ? 'never' : `on ${days} ${days === 1 ? 'day' : 'days'}`;
      return {
        evidence: { hour, days_before: days },
        reason: `At ${item.padStart(2, '0')}:00 UTC, around which it was active ${seen} before.`,
      };
    },
  },
  v: {
    kind: 'volume_spike',
    item: ({ rows_returned }) => (rows_returned === null ? null : String(bucketOf(rows_returned))),
    verdict: (item, day, { volume }) => {
      const bucket = Number(item);
      if (!canSpike(bucket) || habitualBucket(volume, day) >= bucket) return 'never';
      const usual = usualBucket(volume, day);
      return usual !== null && isSpike(bucket, usual) ? 'signal' : 'usual';
    },
    describe: ({ at, rows_returned }, _item, { volume }) => {
      const usual = 2 ** ((usualBucket(volume, dayOf(at)) ?? 0) + 1);
      return {
        evidence: { rows_returned: rows_returned ?? 0, usual_rows: usual },
        reason: `${counted(rows_returned ?? 0, 'row')} returned; ${usual} or fewer are usual here.`,
      };
    },
  },
  a: {
    kind: 'first_admin_action',
    item: ({ action }) => (isAdminAction(action) ? '' : null),
    verdict: (_item, day, { principal, asset_id }) => {
      const { admin, early } = principal;
      if (admin === null || admin.asset_id !== asset_id || dayOf(admin.at) !== day) return 'never';
      return day >= establishedFrom(early) ? 'signal' : 'usual';
    },
    describe: ({ action, at }, _item, { principal }) => {
      const days = dayOf(at) - (principal.early[0] as number);
      return {
        evidence: { action, days_known: days },
        reason: `First administrative action (${action}) in the ${counted(days, 'day')} since it was first seen.`,
      };
    },
  },
  r: {
    kind: 'return_after_dormancy',
    item: () => '',
    verdict: (_item, day, { principal }) => {
      const idle = idleDaysBefore(principal.spells, day);
      if (idle === null) return 'never';
      return idle === 0 ? 'usual' : 'signal';
    },
    describe: ({ at }, _item, { principal }) => {
      const idle = idleDaysBefore(principal.spells, dayOf(at)) ?? 0;
      return {
        evidence: { idle_days: idle },
        reason: `Active again after ${counted(idle, 'day')} without any use.`,
      };
    },
  },
};

/** What a principal does is measured against what it does anywhere; rows against what the grant is used for. */
export const OF_PRINCIPAL = ['n', 'h', 'a', 'r'];
export const OF_GRANT = ['v'];

/** What was in the settling time is normal from the start; what has come back often enough is, from then on. */
function novelty(days: EarliestDays, day: number, { early }: Baseline): Verdict {
  if (isHabitOn(days, day)) return 'never';
  return (days[0] ?? 0) >= establishedFrom(early) ? 'signal' : 'usual';
}

/** Something about one day of an access that is, or may turn out to be, a signal. */
export interface Finding {
  /** Its short form, to be judged again by `countSignals`. The same for all events that are one signal. */
  candidate: string;
  /** Null: usual, as far as is known. */
  signal: Signal | null;
}

/** Looks at an event that has been learned already. */
export function examine(event: SeenEvent, rules: readonly string[], normal: Normal): Finding[] {
  const day = dayOf(event.at);
  const findings: Finding[] = [];
  for (const letter of rules) {
    const rule = RULES[letter] as Rule;
    const item = rule.item(event);
    if (item === null) continue;
    const verdict = rule.verdict(item, day, normal);
    if (verdict === 'never') continue;
    const signal = verdict === 'signal' ? { kind: rule.kind, ...rule.describe(event, item, normal) } : null;
    findings.push({ candidate: `${letter}${day}:${item}`, signal });
  }
  return findings;
}

/** How many are signals, as far as is known now, on or after a day; what cannot become one any more is removed. */
export function countSignals(candidates: Set<string>, sinceDay: number, normal: Normal): number {
  let signals = 0;
  for (const candidate of candidates) {
    const colon = candidate.indexOf(':');
    const letter = candidate[0] as string;
    const day = Number(candidate.slice(1, colon));
    const item = candidate.slice(colon + 1);
    if (letter === 'n' && networkKey(normal.principal, item) !== item) {
      // Several of its networks have become one; it is counted when the loop comes to it.
      candidates.delete(candidate);
      candidates.add(`n${day}:${networkKey(normal.principal, item)}`);
      continue;
    }
    const verdict = day < sinceDay ? 'never' : (RULES[letter]?.verdict(item, day, normal) ?? 'never');
    if (verdict === 'never') candidates.delete(candidate);
    else if (verdict === 'signal') signals++;
  }
  return signals;
}
