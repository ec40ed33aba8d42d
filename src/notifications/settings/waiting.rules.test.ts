import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { zoneOf } from '../../platform/local-time.rules.ts';
import {
  CHOSEN_OCCASIONS,
  changedSettings,
  DEFAULT_SETTINGS,
  isQuiet,
  type NotificationSettings,
  settingsFaults,
  URGENT_OCCASIONS,
  WEEKDAYS,
} from './settings.rules.ts';
import { dayOfDigest, nextDigest, openFrom, planOf } from './waiting.rules.ts';

const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
];
const at = (iso: string): number => Date.parse(iso);
const shown = (ms: number): string => new Date(ms).toISOString();

const time = fc
  .integer({ min: 0, max: 1_439 })
  .map((minute) => `${`${Math.floor(minute / 60)}`.padStart(2, '0')}:${`${minute % 60}`.padStart(2, '0')}`);
/** Of years with their changes of clocks, often close to one. */
const instant = fc.oneof(
  fc.integer({ min: at('2011-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') }),
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-29T01:00:00Z',
        '2026-10-25T01:00:00Z',
        '2026-03-08T07:00:00Z',
        '2011-12-30T10:00:00Z',
      ),
      fc.integer({ min: -30 * HOUR, max: 30 * HOUR }),
    )
    .map(([change, by]) => at(change) + by),
);
const settings: fc.Arbitrary<NotificationSettings> = fc
  .record({
    delivery: fc.constantFrom('at_once' as const, 'daily' as const, 'off' as const),
    digest_at: time,
    time_zone: fc.constantFrom(...ZONES),
    quiet_hours: fc.option(fc.record({ from: time, to: time })),
    weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    occasions: fc.subarray([...CHOSEN_OCCASIONS]),
  })
  .filter((given) => settingsFaults(given).length === 0);

const isOpen = ({ time_zone, quiet_hours, weekdays }: NotificationSettings, ms: number): boolean => {
  const { day, minute } = zoneOf(time_zone).at(ms);
  const weekday = WEEKDAYS[new Date(day).getUTCDay()] as (typeof WEEKDAYS)[number];
  return weekdays.includes(weekday) && (quiet_hours === null || !isQuiet(quiet_hours, minute));
};

describe('when a message may be sent', () => {
  test('is never in quiet hours, never on another day, and never before it was there', () => {
    fc.assert(
      fc.property(settings, instant, (given, from) => {
        const open = openFrom(given, from);
        expect(isOpen(given, open.at)).toBe(true);
        expect(open.at).toBeGreaterThanOrEqual(from);
        // What is waited for is named, and nothing is waited for in vain.
        expect(open.waits_for === null).toBe(open.at === from);
        expect(open.waits_for === null).toBe(isOpen(given, from));
      }),
      { numRuns: 500 },
    );
  });

  test('is the first such minute', () => {
    fc.assert(
      fc.property(settings, instant, (given, from) => {
        const open = openFrom(given, from);
        for (let ms = from; ms < open.at; ms += Math.max(60_000, Math.floor((open.at - from) / 300)))
          expect(isOpen(given, ms)).toBe(false);
        if (open.at > from) expect(isOpen(given, open.at - 1)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test('is within a day, where all days were chosen and an hour of each is left, whatever clocks do', () => {
    fc.assert(
      fc.property(settings, instant, (given, from) => {
        const left = Array.from({ length: 1_440 }, (_, minute) => minute).filter(
          (minute) => given.quiet_hours === null || !isQuiet(given.quiet_hours, minute),
        ).length;
        fc.pre(left > 61);
        // The day that Apia left out is a day more.
        const limit = given.time_zone === 'Pacific/Apia' ? 49 : 25;
        expect(openFrom({ ...given, weekdays: WEEKDAYS }, from).at - from).toBeLessThanOrEqual(limit * HOUR);
        expect(openFrom(given, from).at - from).toBeLessThanOrEqual(8 * DAY_MS + HOUR);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    // Past midnight, before and after it.
    ['Europe/Berlin', '22:00', '07:00', '2026-11-19T21:30:00Z', '2026-11-20T06:00:00Z'],
    ['Europe/Berlin', '22:00', '07:00', '2026-11-20T05:59:59Z', '2026-11-20T06:00:00Z'],
    ['Europe/Berlin', '12:00', '13:30', '2026-11-20T11:00:00Z', '2026-11-20T12:30:00Z'],
    // 02:30 does not exist in this night: 03:00 is the first minute after.
    ['Europe/Berlin', '22:00', '02:30', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00Z'],
    // It comes twice in this one, and so do quiet hours that end within the hour.
    ['Europe/Berlin', '22:00', '02:30', '2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '22:00', '02:30', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'],
  ])('in %s, quiet from %s to %s, what comes at %s is sent at %s', (time_zone, from, to, now, then) => {
    const open = openFrom({ ...DEFAULT_SETTINGS, time_zone, quiet_hours: { from, to } }, at(now));
    expect(shown(open.at)).toBe(shown(at(then)));
    expect(open.waits_for).toBe('quiet_hours');
  });

  test('waits over a weekend, until its quiet hours end too', () => {
    const weekdays = WEEKDAYS.slice(1, 6);
    const quiet_hours = { from: '20:00', to: '06:30' };
    expect(
      openFrom({ time_zone: 'Europe/Berlin', quiet_hours, weekdays }, at('2026-11-21T10:00:00Z')),
    ).toEqual({
      at: at('2026-11-23T05:30:00Z'),
      waits_for: 'weekdays',
    });
  });
});

describe('the next digest', () => {
  test('is after now, of a chosen day, in no quiet hours, and of a later day than the last', () => {
    fc.assert(
      fc.property(settings, instant, (given, now) => {
        const first = nextDigest(given, now, null);
        expect(first.at).toBeGreaterThan(now);
        expect(isOpen(given, first.at)).toBe(true);
        expect(first.day).toBe(dayOfDigest(given, first.at));
        const second = nextDigest(given, now, first.day);
        expect(second.day > first.day).toBe(true);
        expect(second.at).toBeGreaterThan(first.at);
      }),
      { numRuns: 300 },
    );
  });

  test('comes once on every chosen day of a year, each day by its own name, whatever clocks do', () => {
    fc.assert(
      fc.property(time, fc.constantFrom(...ZONES), (digest_at, time_zone) => {
        const given = { ...DEFAULT_SETTINGS, digest_at, time_zone };
        const days: string[] = [];
        let now = at('2026-01-01T12:00:00Z');
        while (days.length < 365) {
          const digest = nextDigest(given, now, days.at(-1) ?? null);
          expect(digest.at - now).toBeLessThanOrEqual(25 * HOUR + DAY_MS * (days.length === 0 ? 1 : 0));
          days.push(digest.day);
          now = digest.at;
        }
        expect(new Set(days).size).toBe(365);
        expect(at(`${days.at(-1)}T00:00:00Z`) - at(`${days[0]}T00:00:00Z`)).toBe(364 * DAY_MS);
      }),
      { numRuns: 12 },
    );
  });

  test.each([
    ['2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    // The second 02:30 of the same day is none.
    ['2026-10-25T00:40:00Z', '2026-10-26T01:30:00.000Z'],
  ])('at 02:30 in Berlin, after %s, is at %s', (now, then) => {
    const given = { ...DEFAULT_SETTINGS, digest_at: '02:30', time_zone: 'Europe/Berlin' };
    expect(shown(nextDigest(given, at(now), null).at)).toBe(then);
  });
});

describe('what is told to a person', () => {
  const personOf = (given: NotificationSettings) => ({
    ...given,
    next_digest_at: given.delivery === 'daily' ? at('2026-11-20T08:00:00Z') : null,
  });

  test('is told at once when it is urgent, whatever was chosen', () => {
    fc.assert(
      fc.property(settings, instant, (given, from) => {
        for (const occasion of URGENT_OCCASIONS)
          expect(planOf(personOf(given), { occasion, is_critical: false }, from)).toEqual({
            at: from,
            waits_for: null,
          });
        for (const occasion of CHOSEN_OCCASIONS)
          expect(planOf(personOf(given), { occasion, is_critical: true }, from)?.at).toBe(from);
      }),
    );
  });

  test('is what was chosen: at once, in the digest, or not at all', () => {
    const from = at('2026-11-19T12:00:00Z');
    const told = { occasion: 'reminder' as const, is_critical: false };
    const plan = (given: Partial<NotificationSettings>) =>
      planOf(personOf({ ...DEFAULT_SETTINGS, ...given }), told, from);
    expect(plan({})).toEqual({ at: from, waits_for: null });
    expect(plan({ delivery: 'daily' })).toEqual({ at: at('2026-11-20T08:00:00Z'), waits_for: 'digest' });
    expect(plan({ delivery: 'off' })).toBeNull();
    expect(plan({ occasions: ['assigned'] })).toBeNull();
  });
});

describe('settings', () => {
  const faults = (given: Partial<NotificationSettings>) =>
    settingsFaults({ ...DEFAULT_SETTINGS, delivery: 'daily', ...given }).map(({ loc }) => loc.join('.'));

  test.each(['', 'Berlin', 'Europe/Nowhere', 'UTC\n', '+02:00', 'Europe/Berlin; DROP'])(
    'refuse %j as a time zone',
    (time_zone) => expect(faults({ time_zone })).toEqual(['body.time_zone']),
  );

  test('refuse quiet hours without an end, and a digest in them', () => {
    expect(faults({ quiet_hours: { from: '22:00', to: '22:00' } })).toEqual(['body.quiet_hours.to']);
    expect(faults({ quiet_hours: { from: '22:00', to: '08:01' } })).toEqual(['body.digest_at']);
    expect(faults({ quiet_hours: { from: '22:00', to: '08:00' } })).toEqual([]);
    expect(faults({ quiet_hours: { from: '07:00', to: '08:01' } })).toEqual(['body.digest_at']);
    expect(faults({ delivery: 'at_once', quiet_hours: { from: '07:00', to: '08:01' } })).toEqual([]);
  });

  test('say which fields are others', () => {
    const after = {
      ...DEFAULT_SETTINGS,
      delivery: 'daily' as const,
      quiet_hours: { from: '20:00', to: '06:00' },
    };
    expect(changedSettings(DEFAULT_SETTINGS, after)).toEqual(['delivery', 'quiet_hours']);
    expect(changedSettings(after, structuredClone(after))).toEqual([]);
  });
});
