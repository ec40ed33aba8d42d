import { ASKING_FROM, FOLLOW_UP_DAYS, HORIZON, WARM_UP_DAYS, YEAR_END } from './calendar.ts';
import type { Rule } from './rules.ts';
import type { WatchedAccess, World } from './world.ts';

/** How long "still needed" holds, for every rule alike; then the reviewer is asked again if it is still idle. */
const CONFIRMATION_DAYS = 90;

/** What one rule did with one access. */
export interface Outcome {
  access: WatchedAccess;
  /** Questions in the measured year about access that was needed on that day. */
  wrongAlarms: number;
  /** Days of the measured year on which it was held and needed. */
  neededDays: number;
  /** The need ended in the measured year (or never existed, and it was granted then). */
  ended: boolean;
  /** Days from that end to the first question after it, if it came within the follow-up. */
  noticedAfter: number | null;
}

/** Reviewers know the truth: they confirm what is needed and revoke what is not. */
export function replay(world: World, rule: Rule): Outcome[] {
  return world.access.map((access) => {
    const { wrongAlarms, noticed } = ask(access, rule, world);
    const from = Math.max(WARM_UP_DAYS, access.granted);
    const ended = access.neededUntil >= WARM_UP_DAYS && access.neededUntil < YEAR_END;
    return {
      access,
      wrongAlarms,
      neededDays: Math.max(0, Math.min(YEAR_END, access.neededUntil) - from),
      ended,
      noticedAfter: ended && noticed !== null ? noticed - access.neededUntil : null,
    };
  });
}

function ask(
  access: WatchedAccess,
  rule: Rule,
  world: World,
): { wrongAlarms: number; noticed: number | null } {
  const watch = rule.watch(access, world);
  let wrongAlarms = 0;
  const last = Math.min(HORIZON, access.neededUntil + FOLLOW_UP_DAYS + 1);
  for (let day = Math.max(ASKING_FROM, access.granted); day < last; day++) {
    if (!watch.isStale(day)) continue;
    if (day >= access.neededUntil) return { wrongAlarms, noticed: day };
    if (day >= WARM_UP_DAYS && day < YEAR_END) wrongAlarms++;
    watch.confirm(day + CONFIRMATION_DAYS);
  }
  return { wrongAlarms, noticed: null };
}
