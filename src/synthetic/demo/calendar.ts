import { DAY_MS } from '../../platform/iso-instant.ts';
import { below, mix, mixText } from '../random.ts';
import type { Use } from './access.ts';

/** Half a year and a week: however the quarters fall, two of their ends lie within it. */
const DAYS_OF_USE = 190;

/** Midnight (UTC) of the day so many days before `now`. */
export function midnight(now: Date, daysAgo: number): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS - daysAgo * DAY_MS;
}

/** Some time of that day when people are at work; the same for the same name. */
export function officeTime(now: Date, daysAgo: number, name: string): string {
  const time = midnight(now, daysAgo) + DAY_MS / 3 + below(DAY_MS / 4, mixText(11, name));
  return new Date(time).toISOString();
}

/**
 * The days, as days ago, on which a habit leads to a use. All lie after the grant. `key` makes two people of
 * the same habit miss different days.
 */
export function activeDays(now: Date, use: Use, grantedDaysAgo: number, key: number): number[] {
  const [habit, last = 0] = use;
  const oldest = Math.min(DAYS_OF_USE, grantedDaysAgo) - 1;
  // One day in twelve is missed: leave, illness, other work. The last use is never missed.
  const isMissed = (daysAgo: number): boolean => daysAgo !== last && mix(key, daysAgo) % 12 === 0;
  const days: number[] = [];

  if (habit === 'quarter_end') {
    for (let day = oldest; day >= 0; day--) if (isAroundQuarterEnd(midnight(now, day))) days.push(day);
  } else if (habit === 'nightly' || habit === 'six_hourly') {
    for (let day = oldest; day >= last; day--) days.push(day);
  } else if (habit === 'daily') {
    for (let day = oldest; day >= last; day--) {
      if (isWorkingDay(midnight(now, day)) && !isMissed(day)) days.push(day);
    }
  } else if (habit !== 'never') {
    const step = habit === 'weekly' ? 7 : 30;
    for (let day = last; ; day += step) {
      const working = rolledBack(now, day);
      if (working > oldest) break;
      if (!isMissed(day)) days.unshift(working);
    }
  }
  return days;
}

/** The day itself, or the Friday before it when it falls on a weekend. */
function rolledBack(now: Date, daysAgo: number): number {
  let day = daysAgo;
  while (!isWorkingDay(midnight(now, day))) day++;
  return day;
}

function isWorkingDay(time: number): boolean {
  const weekday = new Date(time).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The last working day of a quarter and the first of the next: the books are closed, then checked. */
function isAroundQuarterEnd(time: number): boolean {
  if (!isWorkingDay(time)) return false;
  let next = time + DAY_MS;
  while (!isWorkingDay(next)) next += DAY_MS;
  let previous = time - DAY_MS;
  while (!isWorkingDay(previous)) previous -= DAY_MS;
  return quarter(time) !== quarter(next) || quarter(time) !== quarter(previous);
}

function quarter(time: number): number {
  return Math.floor(new Date(time).getUTCMonth() / 3);
}
