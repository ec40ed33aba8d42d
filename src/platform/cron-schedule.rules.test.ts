import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ODD_TIME_ZONES } from '../../test/support/odd-time-zones.ts';
import { cronFault, dueInstant, lastFiring, nextFiring } from './cron-schedule.rules.ts';
import { isTimeZone } from './local-time.rules.ts';

const DAY_MS = 86_400_000;
const zone = fc.constantFrom(...ODD_TIME_ZONES);
const instant = fc.integer({ min: Date.UTC(2008, 0, 1), max: Date.UTC(2035, 0, 1) });

describe('cron', () => {
  test('the last firing at an instant of firing is that instant, and before the next one too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('0 6 1 * *', '30 2 * * *', '0 * * * *', '15 0 * * 1', '59 23 31 12 *'),
        zone,
        instant,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (cron, timeZone, when, share) => {
          const firing = nextFiring(cron, timeZone, when) as number;
          const following = nextFiring(cron, timeZone, firing) as number;
          expect(following - firing).toBeGreaterThanOrEqual(DAY_MS / 48);
          expect(lastFiring(cron, timeZone, firing)).toBe(firing);
          const between = Math.floor(firing + (following - firing) * share);
          expect(lastFiring(cron, timeZone, between)).toBe(firing);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('what is not one is refused with a reason', () => {
    for (const good of ['0 6 1 * *', '5 * * * *', ' 59 23 * * MON-FRI ', '0 0 L * *']) {
      expect([good, cronFault(good)]).toEqual([good, null]);
    }
    const bad = ['', '* * * * *', '*/5 * * * *', '0,30 * * * *', '0 0 6 1 * *', '@daily', '61 * * * *'];
    for (const each of [...bad, '0 25 * * *', '0 6 ? * *', '0 0 31 2 *', 'a b c d e', '0 6 1 * * *']) {
      expect([each, cronFault(each)]).toEqual([each, expect.stringMatching(/^expected/)]);
    }
    for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'EST5EDT', 'Etc/GMT+5'])
      expect([name, isTimeZone(name)]).toEqual([name, true]);
    for (const name of ['', 'Berlin', '+01:00', 'Europe/Nowhere', 'UTC; DROP', 'europe berlin'])
      expect([name, isTimeZone(name)]).toEqual([name, false]);
  });

  const due = (cron: string, first: string, now: string, time_zone = 'Europe/Berlin') => {
    const at = dueInstant({ cron, time_zone, enabled: true, next_run_at: first }, Date.parse(now));
    return new Date(at).toISOString();
  };
  test('what was missed is made up for by its last instant, never by one to come', () => {
    expect(due('0 6 * * *', '2026-03-01T05:00:00Z', '2026-03-01T05:00:00Z')).toBe('2026-03-01T05:00:00.000Z');
    expect(due('0 6 * * *', '2026-03-01T05:00:00Z', '2026-03-04T04:59:59.999Z')).toBe(
      '2026-03-03T05:00:00.000Z',
    );
    expect(due('0 6 * * *', '2026-03-01T05:00:00Z', '2026-03-04T05:00:00Z')).toBe('2026-03-04T05:00:00.000Z');
  });

  test('an hour that the clocks leave out is made up for at once, and one that comes twice counts once', () => {
    const days = (after: string): string[] => {
      const runs: string[] = [];
      for (let at = Date.parse(after); runs.length < 3; ) {
        at = nextFiring('30 2 * * *', 'Europe/Berlin', at) as number;
        runs.push(new Date(at).toISOString());
        expect(lastFiring('30 2 * * *', 'Europe/Berlin', at + 7_200_000)).toBe(at);
      }
      return runs;
    };
    expect(days('2026-03-28T12:00:00Z')).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
    expect(days('2026-10-24T12:00:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
      '2026-10-27T01:30:00.000Z',
    ]);
  });
});
