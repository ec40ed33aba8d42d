import { expect, test } from 'vitest';
import { activeDaysIn, isBlind } from './activity-geometry.ts';

const week = { week_of: '2026-11-02', active_days: 3 };

test.each([
  ['2026-10-01', '2026-11-02T00:00:00Z', false],
  ['2026-10-01', '2026-11-02T00:00:01Z', true],
  ['2026-11-08T23:00:00Z', '2026-11-20', true],
  ['2026-11-09T00:00:00Z', '2026-11-20', false],
  ['2026-01-01', null, true],
])('a gap from %s to %s makes the week blind: %s', (started_at, ended_at, blind) => {
  expect(isBlind(week, [{ started_at, ended_at }])).toBe(blind);
});

test('days of use are those of all weeks', () => {
  expect(activeDaysIn([week, { week_of: '2026-11-09', active_days: 4 }])).toBe(7);
});
