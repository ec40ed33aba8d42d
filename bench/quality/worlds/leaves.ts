import type { Principal } from '../organisation.ts';
import type { Random } from '../random.ts';
import type { WorldKind } from './draft.ts';
import { buildAssets, buildStaff, ordinaryAccess } from './staff.ts';
import { WORLD_DAYS } from './timeline.ts';

const LEAVES_A_YEAR = 0.2;

/**
 * Every fifth person a year is away for two to eleven months: parental leave, a long illness, a sabbatical. For two in
 * five of them the account is disabled meanwhile. They come back, and need what they had.
 */
export const leaves: WorldKind = {
  name: 'leaves',
  build(random, size) {
    const assets = buildAssets(random);
    const staff = buildStaff(random, size);
    for (const person of staff) takeLeave(person, random);
    return { drafts: ordinaryAccess(staff, assets, random) };
  },
};

function takeLeave(person: Principal, random: Random): void {
  const pause = () => random.exponential(365 / LEAVES_A_YEAR);
  for (let day = Math.max(0, person.joined) + pause(); day < WORLD_DAYS; day += pause()) {
    const from = Math.floor(day);
    const to = from + random.whole(60, 330);
    person.presence.fill(0, from, to);
    if (random.chance(0.4)) person.suspended.push({ from, to });
    day = to;
  }
}
