import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReservedActor } from '../../../gateway/reserved-actors.rules.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import {
  cappedDays,
  covers,
  dayStart,
  nextDay,
  type RuleSettings,
  reasonOf,
  roomToday,
  ruleLabel,
  seenMark,
  settingsFaults,
} from './standing-rule.rules.ts';

const NOW = Date.parse('2026-03-05T13:00:00.000Z');
const LEAVERS: RuleSettings = {
  name: 'Leavers',
  kind: 'leaver',
  days: 30,
  permissions: [],
  cap_per_day: 10,
  owner_id: 'ann',
  expires_at: NOW + 100 * DAY_MS,
};
const faultsOf = (more: Partial<RuleSettings>) =>
  settingsFaults({ ...LEAVERS, ...more }, NOW).map(({ loc }) => loc.join('.'));

describe('settings', () => {
  test('name every field that is wrong', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ name: ' ', days: 366, permissions: ['read'], expires_at: NOW })).toEqual([
      'body.name',
      'body.days',
      'body.permissions',
      'body.expires_at',
    ]);
    expect(faultsOf({ kind: 'never_used', days: 89 })).toEqual(['body.days', 'body.permissions']);
    expect(faultsOf({ kind: 'never_used', days: 90, permissions: ['read'] })).toEqual([]);
    expect(faultsOf({ expires_at: NOW + 367 * DAY_MS })).toEqual(['body.expires_at']);
    expect(faultsOf({ name: 'a "b"' })).toEqual(['body.name']);
  });

  test('nobody can be recorded under the name of a rule', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, owner) => {
        expect(isReservedActor(ruleLabel(name, owner))).toBe(true);
      }),
    );
    expect(isReservedActor('Ruler Theo')).toBe(false);
  });

  test('a rule about what was never used covers its permissions alone, and none that nobody understands', () => {
    const read = { kind: 'never_used' as const, permissions: ['read' as const] };
    expect(['db_datareader', 'SELECT', 'write', 'xyzzy'].map((word) => covers(read, word))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(covers(LEAVERS, 'xyzzy')).toBe(true);
  });

  test('a reason says since when', () => {
    expect(reasonOf(LEAVERS, { since: '2026-01-01T23:00:00.000Z' })).toBe(
      'The account has been observed to be disabled since 2026-01-01, 30 days or more.',
    );
  });
});

describe('days', () => {
  test('begin at midnight UTC', () => {
    expect(dayStart(NOW)).toBe(Date.parse('2026-03-05T00:00:00.000Z'));
    expect(nextDay(NOW)).toBe(Date.parse('2026-03-06T00:00:00.000Z'));
    expect(nextDay(nextDay(NOW))).toBe(Date.parse('2026-03-07T00:00:00.000Z'));
  });

  test('the cap holds on each, nothing is lost, and nothing waits while there is room', () => {
    const day = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1, maxLength: 90 }),
        fc.integer({ min: 1, max: 100 }),
        (ready, cap) => {
          const from = dayStart(NOW);
          const dates = ready.map((_, i) => new Date(from + i * DAY_MS).toISOString().slice(0, 10));
          const readyOn = new Map(ready.map((count, i) => [dates[i] as string, count]));
          const { days, waiting } = cappedDays(readyOn, { cap, from, to: from + ready.length * DAY_MS });
          expect(days.map(({ date }) => date)).toEqual(dates);
          expect(days.map((each) => each.ready)).toEqual(ready);
          const sum = (of: number[]) => of.reduce((a, b) => a + b, 0);
          expect(sum(days.map(({ decided }) => decided)) + waiting).toBe(sum(ready));
          let left = 0;
          for (const each of days) {
            expect(each.decided).toBeLessThanOrEqual(cap);
            left += each.ready - each.decided;
            if (left > 0) expect(each.decided).toBe(cap);
          }
        },
      ),
    );
  });

  test('there is room for what the cap leaves, never less than none', () => {
    expect([roomToday(5, 0), roomToday(5, 5), roomToday(5, 9)]).toEqual([5, 0, 0]);
  });
});

test('a mark is of one version of one rule and of exactly these grants', () => {
  const ids = fc.uniqueArray(fc.string({ maxLength: 5 }), { maxLength: 6 });
  const rule = fc.record({ id: fc.constantFrom('a', 'b'), version: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(rule, ids, rule, ids, (one, some, other, others) => {
      const isSame = JSON.stringify([one, some]) === JSON.stringify([other, others]);
      expect(seenMark(one, some) === seenMark(other, others)).toBe(isSame);
    }),
  );
});
