import type { Random } from '../random.ts';
import { type Draft, draft, type WorldKind } from './draft.ts';
import { type Habit, rarely } from './habits.ts';
import { buildAssets, buildStaff, machine, ordinaryAccess } from './staff.ts';

const DRILLS = { from: 150, to: 200 };

/**
 * Next to ordinary people, half as many accounts that exist for the day on which something breaks: break-glass, disaster
 * recovery, deputies. Used every 200 to 600 days, two in five also drilled twice a year. 8 % a year go with their system.
 * The directory marks three in five of them.
 */
export const standbys: WorldKind = {
  name: 'standbys',
  build(random, size) {
    const assets = buildAssets(random);
    const drafts: Draft[] = [];
    for (let id = 0; id < 0.6 * size; id++) {
      const purpose = random.chance(0.5) ? 'break_glass' : 'standby';
      const account = {
        ...machine(random, 10_000 + id, 0.08),
        kind: purpose === 'break_glass' ? ('break_glass' as const) : ('machine' as const),
        purpose: random.chance(0.6) ? (purpose as 'break_glass' | 'standby') : null,
      };
      const habit = random.chance(0.4) ? drilled(random) : rarely(random);
      for (const asset of random.sample(assets, random.whole(1, 3))) {
        const need = { until: account.left, cause: 'decommissioned' as const };
        drafts.push(draft(random, { principal: account, asset, granted: account.joined, habit }, need));
      }
    }
    return { drafts: [...drafts, ...ordinaryAccess(buildStaff(random, size / 2), assets, random)] };
  },
};

function drilled(random: Random): Habit {
  const emergencies = rarely(random);
  return {
    name: 'rarely, and drilled',
    days(span, presence, chance) {
      const days = emergencies.days(span, presence, chance);
      const pause = () => chance.whole(DRILLS.from, DRILLS.to);
      for (let day = span.from + pause(); day < span.to; day += pause()) days.push(day);
      return days;
    },
  };
}
