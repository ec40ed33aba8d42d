import { fc, test } from '@fast-check/vitest';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import {
  type AttemptOutcome,
  BREAKER_FAILURES,
  DISABLE_AFTER_MS,
  followOutcomes,
  HEALTHY,
  PROBE_MS_MAX,
} from './breaker.rules.ts';
import { RETRY_AFTER_MS_MAX, RETRY_SCHEDULE_SECONDS, retryAfterMs, retryDelayMs } from './schedule.rules.ts';
import { formatSecret, signatureHeaders } from './signature.rules.ts';
import {
  envelope,
  isSent,
  NOTIFICATION_TYPES,
  subscribesTo,
  TEST_TYPE,
  WEBHOOK_TYPES,
} from './types.rules.ts';
import { FAST_MS, nextWindow, WINDOW_MAX, WINDOW_MIN } from './window.rules.ts';

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the schedule', () => {
  const delays = (chance: number) =>
    RETRY_SCHEDULE_SECONDS.map(
      (_, index) =>
        retryDelayMs(index + 1, {
          schedule: RETRY_SCHEDULE_SECONDS,
          random: chance,
          retry_after_ms: null,
        }) as number,
    );

  test.prop([random])('is eight attempts over about 28 hours, whatever the jitter', (chance) => {
    const all = delays(chance);
    expect(all).toHaveLength(7);
    all.forEach((delay, index) => {
      const seconds = (RETRY_SCHEDULE_SECONDS[index] as number) * 1_000;
      expect(Math.abs(delay - seconds)).toBeLessThanOrEqual(seconds * 0.1 + 1);
    });
    const hours = all.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(24);
    expect(hours).toBeLessThan(31);
    expect(
      retryDelayMs(8, { schedule: RETRY_SCHEDULE_SECONDS, random: chance, retry_after_ms: null }),
    ).toBeNull();
  });

  test.prop([random, fc.integer({ min: 1, max: 7 }), fc.integer({ min: -1e9, max: 1e12 })])(
    'what the other side asks for only lengthens it, and not beyond an hour',
    (chance, tries, retry_after_ms) => {
      const given = { schedule: RETRY_SCHEDULE_SECONDS, random: chance };
      const usual = retryDelayMs(tries, { ...given, retry_after_ms: null }) as number;
      const asked = retryDelayMs(tries, { ...given, retry_after_ms }) as number;
      expect(asked).toBeGreaterThanOrEqual(usual);
      expect(asked).toBeLessThanOrEqual(Math.max(usual, RETRY_AFTER_MS_MAX));
      if (retry_after_ms >= 0 && retry_after_ms <= RETRY_AFTER_MS_MAX)
        expect(asked).toBeGreaterThanOrEqual(retry_after_ms);
    },
  );

  test('Retry-After is seconds or a date', () => {
    const now = Date.parse('2026-01-31T09:30:00Z');
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs('Sat, 31 Jan 2026 09:31:00 GMT', now)).toBe(60_000);
    expect(retryAfterMs('Sat, 31 Jan 2026 09:29:00 GMT', now)).toBe(0);
    for (const nonsense of ['', 'soon', '-1', '1e9', '2026-01-31', null])
      expect(retryAfterMs(nonsense, now)).toBeNull();
  });
});

describe('the breaker', () => {
  const outcome = fc.record({
    // Seldom, so that many histories end with enough failures in a row.
    is_success: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
    wait: fc.integer({ min: 0, max: 3_600_000 }),
    retry_after_ms: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
  });
  const history = fc.array(outcome, { maxLength: 60 }).map((steps) => {
    let at = 0;
    return steps.map(({ wait, ...rest }): AttemptOutcome => {
      at += wait;
      return { ...rest, at, disable_reason: null };
    });
  });

  test.prop([history, fc.integer({ min: 0, max: 60 })])(
    'does not depend on how outcomes are gathered into sets',
    (outcomes, cut) => {
      const whole = followOutcomes(HEALTHY, outcomes, 5_000);
      const first = followOutcomes(HEALTHY, outcomes.slice(0, cut), 5_000);
      const second = followOutcomes(first.health, outcomes.slice(cut), 5_000);
      expect(second.health).toEqual(whole.health);
      expect(first.disable_reason ?? second.disable_reason).toBe(whole.disable_reason);
    },
  );

  test.prop([history])('is open exactly after failures in a row, with a probe to come', (outcomes) => {
    const { health } = followOutcomes(HEALTHY, outcomes, 5_000);
    const lastSuccess = outcomes.findLastIndex(({ is_success }) => is_success);
    const failures = outcomes.slice(lastSuccess + 1);
    expect(health.consecutive_failures).toBe(failures.length);
    expect(health.failing_since).toBe(failures[0]?.at ?? null);
    expect(health.breaker).toBe(failures.length >= BREAKER_FAILURES ? 'open' : 'closed');
    const last = failures.at(-1)?.at ?? 0;
    if (health.breaker === 'closed') expect(health.probe_at).toBeNull();
    else {
      expect(health.probe_at).toBeGreaterThanOrEqual(last + 5_000);
      expect(health.probe_at).toBeLessThanOrEqual(last + PROBE_MS_MAX);
    }
  });

  test('five days of nothing but failure disable; one success in between does not', () => {
    const fail = (at: number): AttemptOutcome => ({
      at,
      is_success: false,
      retry_after_ms: null,
      disable_reason: null,
    });
    const days = [0, 1, 2, 3, 4].map((day) => fail(day * 86_400_000));
    expect(followOutcomes(HEALTHY, days, 5_000).disable_reason).toBeNull();
    const last = fail(DISABLE_AFTER_MS);
    expect(followOutcomes(HEALTHY, [...days, last], 5_000).disable_reason).toContain('five days');
    const success = { ...fail(DISABLE_AFTER_MS - 1), is_success: true };
    expect(followOutcomes(HEALTHY, [...days, success, last], 5_000).disable_reason).toBeNull();
    const gone = { ...fail(1), disable_reason: 'gone' };
    expect(followOutcomes(HEALTHY, [gone], 5_000).disable_reason).toBe('gone');
  });
});

describe('the window', () => {
  test.prop([
    fc.array(fc.record({ is_success: fc.boolean(), latency_ms: fc.integer({ min: 0, max: 5_000 }) })),
  ])('stays within its bounds, and never grows on trouble', (samples) => {
    let window = WINDOW_MIN;
    for (const sample of samples) {
      const next = nextWindow(window, sample);
      expect(next).toBeGreaterThanOrEqual(WINDOW_MIN);
      expect(next).toBeLessThanOrEqual(WINDOW_MAX);
      if (!sample.is_success || sample.latency_ms > FAST_MS) expect(next).toBeLessThanOrEqual(window);
      window = next;
    }
  });
});

describe('signatures', () => {
  const secret = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => formatSecret(Buffer.from(bytes)));

  test.prop([secret, secret, fc.json()])('hold for either secret, and for no other', (one, two, payload) => {
    fc.pre(one !== two);
    const sent = { id: 'evt_1', payload, now: Date.now() };
    const headers = signatureHeaders({ first: one, second: two }, sent);
    for (const known of [one, two]) expect(() => new Webhook(known).verify(payload, headers)).not.toThrow();
    const alone = signatureHeaders({ first: one, second: null }, sent);
    expect(() => new Webhook(two).verify(payload, alone)).toThrow();
    expect(headers['x-service-signature']).toBe(alone['x-service-signature']);
    expect(headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  });
});

describe('subscriptions', () => {
  test('programs hear of events, people of reminders too, and nobody of the test', () => {
    const all = { endpoint_id: 'e', event_types: ['*'] };
    for (const type of WEBHOOK_TYPES) {
      expect(subscribesTo({ ...all, kind: 'webhook' }, type)).toBe(true);
      expect(subscribesTo({ ...all, kind: 'webhook', event_types: ['x'] }, type)).toBe(false);
    }
    for (const type of NOTIFICATION_TYPES) {
      expect(subscribesTo({ ...all, kind: 'webhook' }, type)).toBe(false);
      expect(subscribesTo({ ...all, kind: 'webhook', event_types: [type] }, type)).toBe(false);
      expect(subscribesTo({ ...all, kind: 'slack' }, type)).toBe(true);
    }
    for (const type of [TEST_TYPE, 'grant.created', '*']) {
      expect(isSent(type)).toBe(false);
      expect(subscribesTo({ ...all, kind: 'slack' }, type)).toBe(false);
    }
  });

  test('the envelope is that of the contract', () => {
    const event = {
      id: 'x',
      type: 'review.created',
      created_at: '2026-01-31T09:30:00.000Z',
      data: { b: 1, a: 2 },
    };
    expect(envelope(event)).toBe(
      '{"id":"evt_x","type":"review.created","created_at":"2026-01-31T09:30:00.000Z","data":{"b":1,"a":2}}',
    );
  });
});
