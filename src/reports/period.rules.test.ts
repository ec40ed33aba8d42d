import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ODD_TIME_ZONES } from '../../test/support/odd-time-zones.ts';
import { nextFiring } from '../platform/cron-schedule.rules.ts';
import { PERIOD_RULES, type PeriodRule, periodOf } from './period.rules.ts';

const zone = fc.constantFrom(...ODD_TIME_ZONES);
const instant = fc.integer({ min: Date.UTC(2008, 0, 1), max: Date.UTC(2035, 0, 1) });

describe('periods', () => {
  const at = (rule: PeriodRule, when: string, timeZone = 'UTC') => {
    const { start, end } = periodOf(rule, Date.parse(when), timeZone);
    return [new Date(start).toISOString(), new Date(end).toISOString()];
  };

  test('are what their names say', () => {
    const when = '2026-03-04T05:06:07Z'; // a Wednesday
    expect(at('previous_day', when)).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z']);
    expect(at('previous_week', when)).toEqual(['2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
    expect(at('previous_month', when)).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']);
    expect(at('previous_quarter', when)).toEqual(['2025-10-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
    expect(at('previous_year', when)).toEqual(['2025-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z']);
    expect(at('last_7_days', when)).toEqual(['2026-02-25T00:00:00.000Z', '2026-03-04T00:00:00.000Z']);
    expect(at('last_30_days', when)).toEqual(['2026-02-02T00:00:00.000Z', '2026-03-04T00:00:00.000Z']);
  });

  test('are those of the time zone, also over a change of clocks', () => {
    expect(at('previous_day', '2026-03-30T04:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(at('previous_day', '2018-11-05T12:00:00Z', 'America/Sao_Paulo')).toEqual([
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
    ]);
    expect(at('previous_month', '2026-01-01T00:30:00Z', 'America/New_York')).toEqual([
      '2025-11-01T04:00:00.000Z',
      '2025-12-01T05:00:00.000Z',
    ]);
  });

  test('end at or before the instant, begin before they end, and begin and end at the start of a local day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PERIOD_RULES), zone, instant, (rule, timeZone, when) => {
        const { start, end } = periodOf(rule, when, timeZone);
        expect(end).toBeLessThanOrEqual(when);
        expect(start).toBeLessThan(end);
        const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
        for (const edge of [start, end]) expect(day(edge - 1) < day(edge)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('of one firing after the other neither overlap nor leave a gap', () => {
    const rules: { rule: PeriodRule; crons: string[] }[] = [
      { rule: 'previous_day', crons: ['0 0 * * *', '30 2 * * *', '59 23 * * *'] },
      { rule: 'previous_week', crons: ['0 0 * * 1', '15 2 * * 3', '0 23 * * 0'] },
      { rule: 'previous_month', crons: ['0 0 1 * *', '30 2 28 * *', '0 6 15 * *'] },
      { rule: 'previous_quarter', crons: ['0 0 1 1,4,7,10 *', '0 3 20 2,5,8,11 *'] },
      { rule: 'previous_year', crons: ['0 0 1 1 *', '30 2 30 10 *'] },
    ];
    fc.assert(
      fc.property(
        fc
          .constantFrom(...rules)
          .chain(({ rule, crons }) =>
            fc.record({ rule: fc.constant(rule), cron: fc.constantFrom(...crons) }),
          ),
        zone.filter((name) => name !== 'Pacific/Apia'),
        instant,
        ({ rule, cron }, timeZone, when) => {
          let firing = nextFiring(cron, timeZone, when) as number;
          let { end } = periodOf(rule, firing, timeZone);
          for (let i = 0; i < 8; i++) {
            firing = nextFiring(cron, timeZone, firing) as number;
            const next = periodOf(rule, firing, timeZone);
            expect(new Date(next.start).toISOString()).toBe(new Date(end).toISOString());
            end = next.end;
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
