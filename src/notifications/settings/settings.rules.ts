import type { Fault } from '../../platform/errors.ts';
import { isTimeZone } from '../../platform/local-time.rules.ts';
import type { Occasion } from '../notification.rules.ts';

/** What a person has chosen about the messages to them. */

export const DELIVERIES = ['at_once', 'daily', 'off'] as const;
type DeliveryChoice = (typeof DELIVERIES)[number];

/** As days of the calendar count them, from Sunday. */
export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** What must not be missed: it is sent at once, whatever a person has set. */
export const URGENT_OCCASIONS = [
  'escalated',
  'overdue',
  'removal_requested',
] as const satisfies readonly Occasion[];
export const URGENT_RISK = 'CRITICAL';

/** What a person may do without. */
export const CHOSEN_OCCASIONS = [
  'assigned',
  'reminder',
  'holder_answered',
  'mentioned',
  'removal_blocked',
] as const satisfies readonly Occasion[];
export type ChosenOccasion = (typeof CHOSEN_OCCASIONS)[number];

export const ALWAYS_AT_ONCE =
  'Escalations, reviews that ended without an answer, tasks to remove access by hand, and whatever is about a review of critical risk are sent at once: also in quiet hours, on every day, and when delivery is daily or off.';

export interface QuietHours {
  /** HH:MM; from is quiet, to is not. */
  from: string;
  to: string;
}

export interface NotificationSettings {
  delivery: DeliveryChoice;
  /** HH:MM. */
  digest_at: string;
  time_zone: string;
  quiet_hours: QuietHours | null;
  weekdays: readonly Weekday[];
  occasions: readonly ChosenOccasion[];
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  delivery: 'at_once',
  digest_at: '08:00',
  time_zone: 'UTC',
  quiet_hours: null,
  weekdays: WEEKDAYS,
  occasions: CHOSEN_OCCASIONS,
};

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

/** Of the day; the text is HH:MM. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Whether a clock that shows this minute is in quiet hours, which may pass midnight. */
export function isQuiet({ from, to }: QuietHours, minute: number): boolean {
  const [first, end] = [minuteOf(from), minuteOf(to)];
  return first < end ? minute >= first && minute < end : minute >= first || minute < end;
}

/** What is wrong with settings. */
export function settingsFaults({
  delivery,
  time_zone,
  quiet_hours,
  digest_at,
}: NotificationSettings): Fault[] {
  const faults: Fault[] = [];
  const fault = (loc: string[], msg: string): void => {
    faults.push({ loc: ['body', ...loc], msg, type: 'bad_value' });
  };
  if (!isTimeZone(time_zone))
    fault(['time_zone'], 'expected the name of a time zone, such as UTC or Europe/Berlin');
  const requireTime = (loc: string[], time: string): void => {
    if (!TIME.test(time)) fault(loc, 'expected a time of day, such as 08:30');
  };
  requireTime(['digest_at'], digest_at);
  if (quiet_hours !== null) {
    requireTime(['quiet_hours', 'from'], quiet_hours.from);
    requireTime(['quiet_hours', 'to'], quiet_hours.to);
  }
  if (quiet_hours === null || faults.length > 0) return faults;
  if (quiet_hours.from === quiet_hours.to)
    fault(['quiet_hours', 'to'], 'expected another time than from; null is for no quiet hours');
  else if (delivery === 'daily' && isQuiet(quiet_hours, minuteOf(digest_at)))
    fault(['digest_at'], 'expected a time outside of the quiet hours');
  return faults;
}

export const isUrgent = ({ occasion, is_critical }: { occasion: Occasion; is_critical: boolean }): boolean =>
  is_critical || (URGENT_OCCASIONS as readonly Occasion[]).includes(occasion);

/** What there is to be told to a person beside of what is urgent. */
export const wantedOccasions = ({
  delivery,
  occasions,
}: Pick<NotificationSettings, 'delivery' | 'occasions'>): readonly ChosenOccasion[] =>
  delivery === 'off' ? [] : occasions;

/** Which fields of settings are others than before. */
export function changedSettings(
  before: NotificationSettings,
  after: NotificationSettings,
): (keyof NotificationSettings)[] {
  const fields = Object.keys(DEFAULT_SETTINGS) as (keyof NotificationSettings)[];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** In the order of the vocabulary, each once. */
export const inOrder = <T>(vocabulary: readonly T[], given: readonly T[]): T[] =>
  vocabulary.filter((each) => given.includes(each));
