import { HORIZON, isWorkday } from './calendar.ts';
import type { Random } from './random.ts';

/** Days on which a principal can work: 1 or 0 per day. */
export type Presence = Uint8Array;

export interface Attendance {
  presence: Presence;
  /** Days on which the directory has the account disabled although its owner will come back. */
  suspended: { from: number; to: number }[];
}

/** A machine works every day, but for the days on which its job is broken: once a year, up to ten days. */
export function machinePresence(random: Random, days = HORIZON): Presence {
  const presence = new Uint8Array(days).fill(1);
  for (let day = random.exponential(365); day < days; day += random.exponential(365)) {
    presence.fill(0, Math.floor(day), Math.floor(day) + random.whole(1, 10));
  }
  return presence;
}

/**
 * A person is away for about 25 days of holiday a year (one long, one short, single days), is ill twice a year for three
 * days on average, now and then for weeks, and one in forty a year takes two to eight months of parental or other
 * leave, a third of them with a disabled account. One in eight works part time. The access stays needed through it all.
 */
export function personAttendance(random: Random, days = HORIZON): Attendance {
  const presence = new Uint8Array(days);
  const suspended: Attendance['suspended'] = [];
  const freeWeekday = random.chance(0.125) ? random.whole(0, 4) : -1;
  for (let day = 0; day < days; day++) presence[day] = isWorkday(day) && day % 7 !== freeWeekday ? 1 : 0;

  for (let year = 0; year < days; year += 365) {
    leave(presence, year + summer(random), random.whole(9, 23));
    leave(presence, year + random.whole(0, 364), random.whole(4, 9));
    for (let i = 0; i < 6; i++) leave(presence, year + random.whole(0, 364), 1);
    if (!random.chance(0.025)) continue;
    const [from, length] = [year + random.whole(0, 364), random.whole(60, 240)];
    leave(presence, from, length);
    if (random.chance(1 / 3)) suspended.push({ from, to: from + length });
  }
  for (let day = random.exponential(180); day < days; day += random.exponential(180)) {
    leave(
      presence,
      Math.floor(day),
      Math.ceil(random.chance(0.05) ? random.between(14, 60) : random.exponential(3)),
    );
  }
  return { presence, suspended };
}

/** Two of three long holidays are taken between June and August. */
function summer(random: Random): number {
  return random.chance(0.67) ? random.whole(150, 235) : random.whole(0, 364);
}

function leave(presence: Presence, from: number, days: number): void {
  presence.fill(0, from, from + days);
}
