import type { Principal } from '../organisation.ts';
import type { Random } from '../random.ts';
import { type Draft, draft, firstEnd, type WorldKind } from './draft.ts';
import { type Habit, irregular, scheduled, withBursts } from './habits.ts';
import { buildAssets, machine } from './staff.ts';

/**
 * Service accounts with one to three assets each: exact schedules, some with bursts, some driven by demand. 12 % a year
 * are switched off, four in five of them silently; 6 % a year of the single accesses end because a job no longer
 * reads that source.
 */
export const services: WorldKind = {
  name: 'services',
  build(random, size) {
    const assets = buildAssets(random);
    const drafts: Draft[] = [];
    for (let id = 0; id < 2.5 * size; id++) {
      const account = machine(random, id);
      const habit = jobOf(random);
      for (const asset of random.sample(assets, random.whole(1, 3))) {
        const granted = account.joined + (random.chance(0.15) ? random.whole(0, 1500) : 0);
        drafts.push(
          draft(random, { principal: account, asset, granted, habit }, endOfJob(account, granted, random)),
        );
      }
    }
    return { drafts };
  },
};

function endOfJob(account: Principal, granted: number, random: Random) {
  return firstEnd([
    { until: account.left, cause: 'decommissioned' },
    { until: Math.max(0, granted) + random.exponential(365 / 0.06), cause: 'faded' },
  ]);
}

function jobOf(random: Random): Habit {
  const every = {
    daily: () => scheduled('every day', random, { step: 1 }),
    weekly: () => scheduled('every week', random, { step: 7 }),
    monthly: () => scheduled('every month', random, { months: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }),
    quarterly: () => scheduled('every quarter', random, { months: [0, 3, 6, 9] }),
    yearly: () => scheduled('every year', random, { months: [random.whole(0, 11)] }),
    demand: () => irregular(random),
  };
  const habit =
    every[random.weighted({ daily: 40, weekly: 18, monthly: 17, quarterly: 9, yearly: 4, demand: 12 })]();
  return random.chance(0.2) ? withBursts(habit) : habit;
}
