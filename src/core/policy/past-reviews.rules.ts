import { DAY_MS } from '../../platform/iso-instant.ts';
import { crossesAt, scoreOffsetMs } from '../scores/decay.rules.ts';
import { activeDays, dayOf } from '../scores/habit.rules.ts';
import { byClass, halfLifeDays, scoreOfLapse } from '../scores/half-life.rules.ts';
import { type GrantPast, Timeline } from '../scores/lists/timeline.rules.ts';
import { isRearmed, reviewScore } from '../scores/marks.rules.ts';
import { patienceAfter, patienceDays, patienceOf } from '../scores/patience.rules.ts';
import type { Policy } from './policy.rules.ts';

interface Turn {
  at: number;
  asks: boolean;
}

/**
 * When reviews about a pair would have been made in a stretch of time under a policy, had it been in force all along: when
 * one of its grants passes the review mark, and again only after all that had passed it were fresh in between. What was
 * past the mark at the beginning had been asked about before.
 */
export function pastReviews(
  grants: readonly GrantPast[],
  policy: Policy,
  span: { from: number; to: number },
): number[] {
  const turns = grants.flatMap((grant, index) =>
    turnsOf(grant, policy, span).map((turn) => ({ ...turn, index })),
  );
  turns.sort((a, b) => a.at - b.at || Number(a.asks) - Number(b.asks));
  const asked = new Set<number>();
  const reviews: number[] = [];
  for (const { at, asks, index } of turns) {
    if (!asks) asked.delete(index);
    else {
      if (asked.size === 0 && at > span.from) reviews.push(at);
      asked.add(index);
    }
  }
  return reviews;
}

function turnsOf(past: GrantPast, policy: Policy, { from, to }: { from: number; to: number }): Turn[] {
  if (staysFresh(past, policy, { from, to })) return [];
  const mark = reviewScore(policy);
  const start = Math.max(from, past.granted_at);
  // Earlier policies are no part of either.
  const stored = past.stored.filter(({ cause }) => cause !== 'policy');
  const timeline = new Timeline({ ...past, stored }, policy);
  const changes = timeline.points.map(({ at }) => at).filter((at) => at > start && at < to);
  const turns: Turn[] = [];
  let isAsked = false;
  [start, ...changes].forEach((at, index) => {
    const lapse = timeline.lapseAt(at);
    if (lapse === null) return;
    if (isAsked && isRearmed(scoreOfLapse(lapse, at, policy), policy)) {
      isAsked = false;
      turns.push({ at, asks: false });
    }
    const passes = Math.max(
      at,
      crossesAt(lapse.lapses_at, mark, halfLifeDays(lapse.half_life_class, policy)),
    );
    if (isAsked || passes >= (changes[index] ?? to)) return;
    isAsked = true;
    turns.push({ at: passes, asks: true });
  });
  return turns;
}

/**
 * Whether it was used so often that it cannot have passed the mark, whatever its habit was then. True of most, and
 * found out without a timeline: a million of them would take many minutes.
 */
function staysFresh(
  { use, lapses_at, is_service, stored }: GrantPast,
  policy: Policy,
  { from, to }: { from: number; to: number },
): boolean {
  const patience = patienceOf(policy, is_service);
  if (use.last_used_at === null) return false;
  const days = activeDays(use, dayOf(to) - dayOf(from) + 2);
  let longest = dayOf(to) - (days[0] as number);
  let earliest = 0;
  while (earliest + 1 < days.length && (days[earliest] as number) >= dayOf(from)) {
    longest = Math.max(longest, (days[earliest] as number) - (days[earliest + 1] as number));
    earliest += 1;
  }
  if ((days[earliest] as number) >= dayOf(from)) return false;
  let shift = lapses_at - use.last_used_at - patienceDays(use, patience) * DAY_MS;
  for (const point of stored)
    shift -= Math.abs(point.lapses_at - (point.previous_lapses_at ?? point.lapses_at));
  const least = Math.min(patience.unknown_days, patienceAfter([1, 1], patience)) * DAY_MS;
  const offsets = byClass(policy, (halfLife) => scoreOffsetMs(reviewScore(policy), halfLife));
  return (longest + 1) * DAY_MS < least + shift + Math.min(...offsets);
}
