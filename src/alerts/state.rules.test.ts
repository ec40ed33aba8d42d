import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALERT_RULES } from './alert.rules.ts';
import { type AlertState, GAP_MS_MAX, observe, RESOLVED_MS, vanish } from './state.rules.ts';

const RULE = { condition: 'above', threshold: 10, for_seconds: 120 } as const;

/** Looks at values with their distances in milliseconds, from nothing known. */
function watch(
  rule: Parameters<typeof observe>[0],
  looks: readonly { after_ms: number; value: number | null }[],
): (AlertState & { at: number })[] {
  const states: (AlertState & { at: number })[] = [];
  let now = 1_000_000;
  for (const { after_ms, value } of looks) {
    now += after_ms;
    states.push({ ...observe(rule, states.at(-1) ?? null, value, now), at: now });
  }
  return states;
}

const LOOKS = fc.array(
  fc.record({
    after_ms: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1_000, max: 30_000 }) },
      fc.constant(90_000),
    ),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.constant(11) },
      { weight: 2, arbitrary: fc.constant(10) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
  }),
  { maxLength: 60 },
);

describe('a value above a threshold', () => {
  test('fires exactly when it was above at every look for the whole duration, without a gap', () => {
    fc.assert(
      fc.property(LOOKS, (looks) => {
        const states = watch(RULE, looks);
        let start: number | null = null;
        let isFiring = false;
        for (const [place, state] of states.entries()) {
          const { value, after_ms } = looks[place] as (typeof looks)[number];
          const isMet = value !== null && value > 10;
          if (!isMet) start = null;
          else if (start === null || (after_ms > GAP_MS_MAX && !isFiring)) start = state.at;
          isFiring = isMet && (isFiring || state.at - (start as number) >= 120_000);
          expect(state.state === 'firing').toBe(isFiring);
        }
      }),
    );
  });

  test('does not fire twice within the duration', () => {
    fc.assert(
      fc.property(LOOKS, (looks) => {
        const states = watch(RULE, looks);
        const fired = states.filter(
          (state, place) => state.state === 'firing' && states[place - 1]?.state !== 'firing',
        );
        for (const [place, state] of fired.entries()) {
          const last = fired[place - 1];
          if (last) expect(state.at - last.at).toBeGreaterThanOrEqual(120_000);
        }
      }),
    );
  });

  test('says since when: of the condition while pending, of the change afterwards', () => {
    const every = (value: number, times: number) =>
      Array.from({ length: times }, () => ({ after_ms: 15_000, value }));
    const states = watch(RULE, [...every(10, 1), ...every(11, 10), ...every(9, 2)]);
    const begun = 1_000_000 + 30_000;
    expect(states.map(({ state }) => state)).toEqual([
      'inactive',
      ...Array(8).fill('pending'),
      'firing',
      'firing',
      'resolved',
      'resolved',
    ]);
    expect(states[8]).toMatchObject({ since: begun, held_since: begun });
    expect(states[10]).toMatchObject({ since: begun + 120_000, held_since: begun });
    expect(states[12]).toMatchObject({ since: begun + 150_000, held_since: null, value: 9 });
  });

  test('goes on firing when nobody looked for a while, and a resolved one is told for a day', () => {
    const firing = watch({ ...RULE, for_seconds: 0 }, [{ after_ms: 0, value: 11 }]).at(-1) as AlertState;
    const later = observe(RULE, firing, 11, firing.observed_at + 3_600_000);
    expect(later).toMatchObject({ state: 'firing', since: firing.since });
    const resolved = observe(RULE, later, 1, later.observed_at + 15_000);
    expect(observe(RULE, resolved, 1, resolved.since + RESOLVED_MS - 1).state).toBe('resolved');
    expect(observe(RULE, resolved, 1, resolved.since + RESOLVED_MS).state).toBe('inactive');
  });
});

describe('a total that does not grow', () => {
  const rule = { condition: 'unchanged', threshold: 0, for_seconds: 900 } as const;
  const minutes = (...values: number[]) => values.map((value) => ({ after_ms: 60_000, value }));

  test('fires fifteen minutes after the look that saw it grow last, also from 0', () => {
    const states = watch(rule, minutes(0, 5, ...Array(16).fill(5), 6));
    expect(states.map(({ state }) => state)).toEqual([
      'inactive',
      'inactive',
      ...Array(14).fill('pending'),
      'firing',
      'firing',
      'resolved',
    ]);
    expect(watch(rule, minutes(...Array(16).fill(0))).at(-1)?.state).toBe('firing');
    expect(watch(rule, minutes(...Array(15).fill(0))).at(-1)?.state).toBe('pending');
  });

  test('is proved by the total also over a time in which nobody looked', () => {
    const states = watch(rule, [
      { after_ms: 0, value: 5 },
      { after_ms: 900_000, value: 5 },
    ]);
    expect(states.at(-1)?.state).toBe('firing');
  });
});

test('what is gone is resolved when it fired, and else forgotten', () => {
  const firing = observe({ ...RULE, for_seconds: 0 }, null, 11, 0);
  expect(vanish(firing, 5)).toMatchObject({ state: 'resolved', since: 5 });
  expect(vanish(observe(RULE, null, 11, 0), 5)).toBeNull();
});

test('the alerts are those of the contract, and two more', () => {
  expect(
    ALERT_RULES.map(({ alert, severity, condition, threshold, for_seconds, over_seconds, key }) =>
      [alert, severity, condition, threshold, for_seconds, over_seconds, key].join(' '),
    ),
  ).toEqual([
    'decay_score_high warning above 80 600  ',
    'decay_score_critical critical above 95 300  ',
    'pending_reviews_high warning above 200 1800  ',
    'ingestion_stopped critical unchanged 0 900  connector',
    'consumer_lag_high warning above 10000 600  stage',
    'score_computation_slow warning above 2 0 600 ',
    'review_past_sla warning above 0 0  ',
    'tenant_not_processed critical above 2 0  work',
    'audit_log_not_signed critical above 60 0  ',
    'removal_contradicted critical above 0 0  remediation',
    'removal_not_done warning above 0 0  remediation',
  ]);
});
