import { expect, test } from 'vitest';
import { lookAgainMs } from './look-again.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const due = (seconds: number) => ({
  due_at: new Date(now + seconds * 1000).toISOString(),
  is_running: false,
});

test('looks again just after the next is due, never more often than every two seconds', () => {
  expect(lookAgainMs([due(30), due(10)], now)).toBe(11_000);
  expect(lookAgainMs([due(-5)], now)).toBe(2_000);
  expect(lookAgainMs([{ due_at: null, is_running: true }, due(600)], now)).toBe(2_000);
});

test('looks at least once a minute while something waits, and not at all when nothing does', () => {
  expect(lookAgainMs([due(36_000)], now)).toBe(60_000);
  expect(lookAgainMs([{ due_at: null, is_running: false }], now)).toBe(false);
  expect(lookAgainMs([], now)).toBe(false);
});
