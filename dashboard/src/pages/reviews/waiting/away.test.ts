import { describe, expect, test } from 'vitest';
import { periodOfDays, stateOf } from './away.ts';

describe('a period', () => {
  test('lasts from the beginning of its first day to the end of its last', () => {
    expect(periodOfDays('2026-07-01', '2026-07-21')).toEqual({
      starts_at: new Date(2026, 6, 1).toISOString(),
      ends_at: new Date(2026, 6, 22).toISOString(),
    });
    expect(periodOfDays('2026-12-31', '2026-12-31').ends_at).toBe(new Date(2027, 0, 1).toISOString());
  });

  test('begins now and has no end where nothing is said', () => {
    expect(periodOfDays('', '')).toEqual({});
  });
});

test('a substitute decides from the first instant until before the last', () => {
  const period = { starts_at: '2026-07-01T00:00:00.000Z', ends_at: '2026-07-02T00:00:00.000Z' };
  const at = (instant: string, of: Parameters<typeof stateOf>[0] = period) =>
    stateOf(of, Date.parse(instant));
  expect(at('2026-06-30T23:59:59.999Z')).toBe('planned');
  expect(at('2026-07-01T00:00:00.000Z')).toBe('current');
  expect(at('2026-07-02T00:00:00.000Z')).toBe('ended');
  expect(at('2036-07-02T00:00:00.000Z', { ...period, ends_at: null })).toBe('current');
});
