import type { Random } from '../random.ts';
import type { WorldKind } from './draft.ts';
import { daily, type Habit, inSeason, onceAYear, quarterly, weekly } from './habits.ts';
import { buildAssets, buildStaff, habitFor, requestedAccess, usualAccess } from './staff.ts';

/**
 * Two in five uses follow the year: October to January, once a year in March, summers, quarter-ends. The rest is
 * ordinary. What ends, ends as everywhere: in the season or out of it.
 */
export const seasons: WorldKind = {
  name: 'seasons',
  build(random, size) {
    const assets = buildAssets(random);
    const habitOf: typeof habitFor = (asset, chance) =>
      chance.chance(0.4) ? ofTheYear(chance) : habitFor(asset, chance);
    return {
      drafts: buildStaff(random, size).flatMap((person) => [
        ...usualAccess(person, assets, random, habitOf),
        ...requestedAccess(person, assets, random, habitOf),
      ]),
    };
  },
};

function ofTheYear(random: Random): Habit {
  const inner = random.chance(0.5) ? daily(random) : weekly(random);
  switch (random.weighted({ winter: 40, march: 25, summer: 15, quarters: 20 })) {
    case 'winter':
      return inSeason('October to January', [9, 10, 11, 0], inner);
    case 'march':
      return onceAYear(2);
    case 'summer':
      return inSeason('May to August', [4, 5, 6, 7], inner);
    default:
      return quarterly();
  }
}
