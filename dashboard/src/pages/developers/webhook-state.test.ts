import { expect, test } from 'vitest';
import { deliveryState, waitingDeliveries, webhookState } from './webhook-state.ts';

const health = {
  breaker: 'closed',
  next_probe_at: null,
  consecutive_failures: 0,
  failing_since: null,
  last_success_at: null,
  last_failure_at: null,
  last_error: null,
  pending: 0,
  dead: 0,
} as const;

test('an endpoint is told in words: off, held back, failing, answering, new', () => {
  const of = (more: object, enabled = true) =>
    webhookState({ enabled, disabled_reason: null, health: { ...health, ...more } }).label;
  expect(of({}, false)).toBe('Disabled');
  expect(of({ breaker: 'open', consecutive_failures: 12 })).toBe('Held back');
  expect(of({ consecutive_failures: 3 })).toBe('Failed 3 times in a row');
  expect(of({ last_success_at: '2026-01-31T09:30:00.000Z' })).toBe('Answers');
  expect(of({})).toBe('Nothing sent yet');
});

test('a waiting delivery is told apart from one that failed and is tried again', () => {
  const attempt = { at: '', status_code: 500, latency_ms: 1, error: null, response: null };
  const soon = '2026-01-31T09:30:00.000Z';
  expect(deliveryState({ status: 'pending', attempts: [], next_attempt_at: soon }).label).toBe('Waiting');
  expect(deliveryState({ status: 'pending', attempts: [attempt], next_attempt_at: soon }).label).toBe(
    'Failed, tried again',
  );
  expect(deliveryState({ status: 'pending', attempts: [], next_attempt_at: null }).label).toBe('Being sent');
  expect(deliveryState({ status: 'dead', attempts: [attempt], next_attempt_at: null }).tone).toBe('bad');
});

test('only what has not ended is looked at again', () => {
  expect(
    waitingDeliveries([
      { status: 'pending', next_attempt_at: null },
      { status: 'delivered', next_attempt_at: null },
    ]),
  ).toEqual([{ due_at: null, is_running: true }]);
});
