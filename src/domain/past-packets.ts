import { crossesAt, scoreAt } from './decay.ts';
import { isRearmed, reviewScore } from './marks.ts';
import type { Policy } from './policy.ts';
import { type GrantPast, Timeline } from './timeline.ts';

interface Turn {
  at: number;
  asks: boolean;
}

/**
 * When packets about a pair would have been made in a stretch of time under a policy, had it been in force all along: when
 * one of its grants passes the review mark, and again only after all that had passed it were fresh in between. What was
 * past the mark at the beginning had been asked about before.
 */
export function pastPackets(
  grants: readonly GrantPast[],
  policy: Policy,
  span: { from: number; to: number },
): number[] {
  const turns = grants.flatMap((grant, index) =>
    turnsOf(grant, policy, span).map((turn) => ({ ...turn, index })),
  );
  turns.sort((a, b) => a.at - b.at || Number(a.asks) - Number(b.asks));
  const asked = new Set<number>();
  const packets: number[] = [];
  for (const { at, asks, index } of turns) {
    if (!asks) asked.delete(index);
    else {
      if (asked.size === 0 && at > span.from) packets.push(at);
      asked.add(index);
    }
  }
  return packets;
}

function turnsOf(past: GrantPast, policy: Policy, { from, to }: { from: number; to: number }): Turn[] {
  const mark = reviewScore(policy);
  const start = Math.max(from, past.granted_at);
  // Earlier policies are no part of either.
  const stored = past.stored.filter(({ cause }) => cause !== 'policy');
  const timeline = new Timeline({ ...past, stored }, policy.patience);
  const changes = timeline.points.map(({ at }) => at).filter((at) => at > start && at < to);
  const turns: Turn[] = [];
  let isAsked = false;
  [start, ...changes].forEach((at, index) => {
    const lapsesAt = timeline.lapsesAt(at);
    if (lapsesAt === null) return;
    if (isAsked && isRearmed(scoreAt(lapsesAt, at, policy.half_life_days), policy)) {
      isAsked = false;
      turns.push({ at, asks: false });
    }
    const passes = Math.max(at, crossesAt(lapsesAt, mark, policy.half_life_days));
    if (isAsked || passes >= (changes[index] ?? to)) return;
    isAsked = true;
    turns.push({ at: passes, asks: true });
  });
  return turns;
}
