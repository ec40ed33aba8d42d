import { scheduleStrings } from '../../strings/schedules.ts';
import { LOCALE } from '../locale.ts';

const { inWords: words } = scheduleStrings;
const NUMBER = /^\d+$/;
const QUARTERS = new Set(['1,4,7,10', '*/3', '1-12/3']);

/** The usual expressions in words; any other as it is. */
export function cronInWords(cron: string): string {
  const fields = cron.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const isAny = (...given: string[]) => given.every((field) => field === '*');
  if (fields.length !== 5 || !NUMBER.test(minute)) return words.other(cron);
  if (isAny(hour, day, month, weekday)) return words.hourly(minute);
  if (!NUMBER.test(hour)) return words.other(cron);
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (isAny(day, month, weekday)) return words.daily(time);
  if (isAny(day, month) && NUMBER.test(weekday)) return words.weekly(weekdayName(Number(weekday)), time);
  if (!NUMBER.test(day) || weekday !== '*') return words.other(cron);
  if (month === '*') return words.monthly(day, time);
  if (QUARTERS.has(month)) return words.quarterly(day, time);
  if (NUMBER.test(month)) return words.yearly(day, monthName(Number(month)), time);
  return words.other(cron);
}

/** 0 and 7 are Sunday. 4 January 1970 was one. */
const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 4 + (weekday % 7)),
  );

const monthName = (month: number): string =>
  new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, month - 1, 1));
