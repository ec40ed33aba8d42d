import type { Rule } from './rules/rule.ts';
import type { WatchedAccess, World } from './world.ts';

/** What one rule did with one access. */
export interface Outcome {
  access: WatchedAccess;
  /** Reviews in the measured year of access that was needed on that day. */
  wrongAlarms: number;
  /** Those of them that were confirmed before and not used since. */
  repeated: number;
  /** All reviews in the measured year. */
  reviews: number;
  /** Days of the measured year on which it was held and needed. */
  neededDays: number;
  /** The same with the days until it was taken away. */
  heldDays: number;
  /** The need ended in the measured year (or never existed, and it was granted then). */
  ended: boolean;
  /** Days from that end to the first question after it, if it came within the follow-up. */
  noticedAfter: number | null;
}

/** Reviewers know the truth: they confirm what is needed and revoke what is not. */
export function replay(world: World, rule: Rule): Outcome[] {
  const { from, to, followUpDays } = world.timeline;
  const within = (day: number): boolean => day >= from && day < to;
  return world.access.map((access) => {
    const { alarms, noticed } = ask(access, rule, world);
    const counted = alarms.filter(({ day }) => within(day));
    const ended = within(access.neededUntil);
    const held = noticed ?? access.neededUntil + followUpDays;
    const daysUntil = (day: number) => Math.max(0, Math.min(to, day) - Math.max(from, access.granted));
    return {
      access,
      wrongAlarms: counted.length,
      repeated: counted.filter(({ repeated }) => repeated).length,
      reviews: counted.length + (noticed !== null && within(noticed) ? 1 : 0),
      neededDays: daysUntil(access.neededUntil),
      heldDays: daysUntil(held),
      ended,
      noticedAfter: ended && noticed !== null ? noticed - access.neededUntil : null,
    };
  });
}

interface Alarm {
  day: number;
  repeated: boolean;
}

function ask(access: WatchedAccess, rule: Rule, world: World): { alarms: Alarm[]; noticed: number | null } {
  const { askingFrom, to, followUpDays } = world.timeline;
  const watch = rule.watch(access, world);
  const alarms: Alarm[] = [];
  const last = Math.min(to + followUpDays, access.neededUntil + followUpDays + 1);
  for (let day = Math.max(askingFrom, access.granted); day < last; day++) {
    if (!watch.isStale(day)) continue;
    if (day >= access.neededUntil) return { alarms, noticed: day };
    const confirmed = alarms.at(-1)?.day;
    const usedSince = access.seen.some((use) => use > (confirmed ?? 0) && use <= day);
    alarms.push({ day, repeated: confirmed !== undefined && !usedSince });
    watch.confirm(day);
  }
  return { alarms, noticed: null };
}
