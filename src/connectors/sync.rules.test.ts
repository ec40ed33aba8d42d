import { describe, expect, test } from 'vitest';
import { beginSync, isPlausibleLoss, type SyncProgress, syncRetrySeconds, timeSpent } from './sync.rules.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const MINUTE_MS = 60_000;

/** A sync that was completed after a minute of work. */
const completed = (more: Partial<SyncProgress> = {}): SyncProgress => ({
  ...beginSync(NOW, null),
  phase: 'done',
  ...timeSpent(MINUTE_MS, null),
  ...more,
});

describe('the time that is left', () => {
  test('is not known of a first sync', () => {
    expect(beginSync(NOW, null)).toMatchObject({ worked_ms: 0, seconds_left: null });
  });

  test('is what the sync before took, less what was worked', () => {
    const { worked_ms_before } = beginSync(NOW, completed());
    expect(worked_ms_before).toBe(MINUTE_MS);
    expect(timeSpent(0, MINUTE_MS).seconds_left).toBe(60);
    expect(timeSpent(59_001, MINUTE_MS).seconds_left).toBe(1);
  });

  test('is not known any more when it takes longer', () => {
    expect(timeSpent(MINUTE_MS, MINUTE_MS).seconds_left).toBeNull();
    expect(timeSpent(2 * MINUTE_MS, MINUTE_MS).seconds_left).toBeNull();
  });

  test('is not known after a sync by an older version, which did not count it', () => {
    const { worked_ms: _, ...older } = completed();
    expect(beginSync(NOW, older)).toMatchObject({ worked_ms_before: null, seconds_left: null });
  });

  test('is not taken from a sync that read only what had changed, nor the other way round', () => {
    const listed = new Date(NOW - MINUTE_MS).toISOString();
    const everything = completed({
      changed_since: null,
      membership_mark: 'm',
      memberships_listed_at: listed,
    });
    expect(beginSync(NOW, everything)).toMatchObject({ changed_since: 'm', worked_ms_before: null });
    const changes = { ...everything, changed_since: 'l' };
    expect(beginSync(NOW, changes)).toMatchObject({ changed_since: 'm', worked_ms_before: MINUTE_MS });
    expect(beginSync(NOW + 25 * 60 * MINUTE_MS, changes)).toMatchObject({
      changed_since: null,
      worked_ms_before: null,
    });
  });
});

test('a loss is plausible when it is small, or at most half', () => {
  expect(isPlausibleLoss({ known: 0, vanished: 0 })).toBe(true);
  expect(isPlausibleLoss({ known: 30, vanished: 20 })).toBe(true);
  expect(isPlausibleLoss({ known: 30, vanished: 21 })).toBe(false);
  expect(isPlausibleLoss({ known: 1_000, vanished: 500 })).toBe(true);
  expect(isPlausibleLoss({ known: 3, vanished: 3 })).toBe(false);
});

test('a connector that cannot be read is asked again later and later, and never later than a sync is due', () => {
  expect([1, 2, 5, 9].map((failures) => syncRetrySeconds(failures, 300))).toEqual([10, 30, 300, 300]);
  expect(syncRetrySeconds(9, 86_400)).toBe(900);
});
