import { DAY_MS } from '../../platform/iso-instant.ts';
import { type Day, type LocalTime, type Zone, zoneOf } from '../../platform/local-time.rules.ts';
import type { WaitsFor } from '../../webhooks/types.rules.ts';
import type { Occasion } from '../notification.rules.ts';
import {
  isQuiet,
  isUrgent,
  minuteOf,
  type NotificationSettings,
  type QuietHours,
  WEEKDAYS,
  wantedOccasions,
} from './settings.rules.ts';

/** When what is for a person may be sent. */

type Hours = Pick<NotificationSettings, 'time_zone' | 'quiet_hours' | 'weekdays'>;

/** Each of them passes quiet hours or a day; more are not in a week. */
const STEPS_MAX = 40;

/** The first instant from this one on that is in no quiet hours and on a day that was chosen; and what is waited for, if it is. */
export function openFrom(
  { time_zone, quiet_hours, weekdays }: Hours,
  from: number,
): { at: number; waits_for: 'quiet_hours' | 'weekdays' | null } {
  const zone = zoneOf(time_zone);
  let waits_for: 'quiet_hours' | 'weekdays' | null = null;
  let at = from;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const local = zone.at(at);
    if (!weekdays.includes(weekdayOf(local.day))) {
      waits_for ??= 'weekdays';
      at = next(zone, at, { day: local.day + DAY_MS, minute: 0 });
    } else if (quiet_hours !== null && isQuiet(quiet_hours, local.minute)) {
      waits_for ??= 'quiet_hours';
      at = next(zone, at, quietEnd(quiet_hours, local));
    } else break;
  }
  return { at, waits_for };
}

const weekdayOf = (day: Day) => WEEKDAYS[new Date(day).getUTCDay()] as (typeof WEEKDAYS)[number];

function quietEnd({ from, to }: QuietHours, { day, minute }: LocalTime): LocalTime {
  const [first, end] = [minuteOf(from), minuteOf(to)];
  return { day: first > end && minute >= first ? day + DAY_MS : day, minute: end };
}

/** When the clock shows it next: where clocks are set back it may have shown it before. */
function next(zone: Zone, after: number, { day, minute }: LocalTime): number {
  const instants = [...zone.instantsOf(day, minute), ...zone.instantsOf(day + DAY_MS, 0)];
  return instants.find((instant) => instant > after) as number;
}

interface Digest {
  /** Of the person's calendar: 2026-11-19. There is one digest for each. */
  day: string;
  at: number;
}

type DigestSettings = Hours & Pick<NotificationSettings, 'digest_at'>;

/** The first digest after an instant, and of a later day than the one before. */
export function nextDigest(settings: DigestSettings, after: number, lastDay: string | null): Digest {
  const zone = zoneOf(settings.time_zone);
  for (let day = zone.at(after).day; ; day += DAY_MS) {
    if (!settings.weekdays.includes(weekdayOf(day))) continue;
    const { at } = openFrom(settings, digestInstant(zone, settings, day));
    const digest = { day: dayOfDigest(settings, at), at };
    if (at > after && (lastDay === null || digest.day > lastDay)) return digest;
  }
}

/** The first time that the clock shows it. */
const digestInstant = (zone: Zone, { digest_at }: Pick<DigestSettings, 'digest_at'>, day: Day): number =>
  zone.instantsOf(day, minuteOf(digest_at))[0] as number;

/** Of which day the digest is that is due at this instant. */
export const dayOfDigest = ({ time_zone }: Pick<Hours, 'time_zone'>, at: number): string =>
  new Date(zoneOf(time_zone).at(at).day).toISOString().slice(0, 10);

export type PersonSettings = NotificationSettings & {
  /** Milliseconds; of those with a daily digest. */
  next_digest_at: number | null;
};

export interface Plan {
  at: number;
  waits_for: WaitsFor | null;
}

/** When a person is told something that may be told from an instant on, and what is waited for; null: it is not told. */
export function planOf(
  settings: PersonSettings,
  told: { occasion: Occasion; is_critical: boolean },
  from: number,
): Plan | null {
  if (isUrgent(told)) return { at: from, waits_for: null };
  const wanted: readonly Occasion[] = wantedOccasions(settings);
  return wanted.includes(told.occasion) ? planOfWanted(settings, from) : null;
}

/** The same of whatever is not urgent, and wanted. */
export function planOfWanted(settings: PersonSettings, from: number): Plan {
  if (settings.delivery === 'daily')
    return { at: Math.max(from, settings.next_digest_at ?? from), waits_for: 'digest' };
  return openFrom(settings, from);
}
