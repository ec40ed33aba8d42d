import type { Random } from '../random.ts';
import type { WorldKind } from './draft.ts';
import { changing, type Habit, type Ordinary, ordinary } from './habits.ts';
import { buildAssets, buildStaff, habitFor, requestedAccess, usualAccess } from './staff.ts';

const SLOWER: Record<Ordinary, Ordinary> = {
  daily: 'weekly',
  weekly: 'irregular',
  irregular: 'monthly',
  monthly: 'quarterly',
  quarterly: 'yearly',
  yearly: 'yearly',
};

/**
 * Half of all habits change: most become slower, step by step, and stay needed. Two in five ends are no
 * event but a fading: over half a year use thins out.
 */
export const drift: WorldKind = {
  name: 'drift',
  build(random, size) {
    const assets = buildAssets(random);
    const habitOf: typeof habitFor = (asset, chance) =>
      chance.chance(0.5) ? drifting(asset.cadence, chance) : habitFor(asset, chance);
    const drafts = buildStaff(random, size).flatMap((person) => [
      ...usualAccess(person, assets, random, habitOf),
      ...requestedAccess(person, assets, random, habitOf),
    ]);
    for (const one of drafts) if (one.cause !== 'one_off' && random.chance(0.4)) one.thins = 182;
    return { drafts };
  },
};

function drifting(first: Ordinary, random: Random): Habit {
  const second = random.chance(0.75) ? SLOWER[first] : first === 'daily' ? 'monthly' : 'daily';
  const changesAt = random.whole(300, 1100);
  return changing([
    { until: changesAt, habit: ordinary(first, random) },
    { until: changesAt + random.whole(150, 400), habit: ordinary(second, random) },
    { until: Infinity, habit: ordinary(random.chance(0.5) ? SLOWER[second] : second, random) },
  ]);
}
