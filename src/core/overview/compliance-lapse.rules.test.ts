import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelled, seasonDays } from '../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { RISK_LEVELS } from '../scores/decay.rules.ts';
import { dayOf, neverUsed, recordUse } from '../scores/habit.rules.ts';
import { HALF_LIFE_CLASSES } from '../scores/half-life.rules.ts';
import { Timeline } from '../scores/lists/timeline.rules.ts';
import { bandsOf, lapsesIn, shownBand } from './compliance-bands.rules.ts';
import { pastStates } from './compliance-lapse.rules.ts';

const NOW = Date.UTC(2026, 5, 15, 9, 30);
const FRESH_MS = 20 * DAY_MS;
const daysBack = (max: number) =>
  fc.integer({ min: 0, max: max * 24 }).map((hours) => NOW - (hours * DAY_MS) / 24);

test('no use has moved what has a purpose', () => {
  const use = [NOW - 30 * DAY_MS, NOW - 5 * DAY_MS].reduce(recordUse, neverUsed());
  const granted_at = NOW - 100 * DAY_MS;
  const past = { granted_at, is_service: false, seen_at: granted_at, ...use, has_purpose: true };
  const states = {
    lapses_at: new Float64Array(3),
    half_life_class: new Int8Array(3),
    last_used_at: new Float64Array(3),
  };
  const changes = [{ at: NOW - 15 * DAY_MS, by_ms: 40 * DAY_MS }];
  const instants = [NOW - 20 * DAY_MS, NOW - 10 * DAY_MS, NOW];
  const rules = { policy: DEFAULT_POLICY, fresh_ms: FRESH_MS };
  pastStates({ ...past, lapses_at: NOW + 80 * DAY_MS, half_life_class: 0, changes }, instants, rules, states);
  expect([...states.lapses_at].map((at) => (at - NOW) / DAY_MS)).toEqual([40, 80, 80]);
  expect(dayOf(states.last_used_at[1] as number)).toBe(dayOf(NOW - 30 * DAY_MS));
});

test('what was in force is what the timeline says', () => {
  fc.assert(
    fc.property(
      fc.record({
        granted_at: daysBack(700),
        seen_at: daysBack(420),
        uses: fc.oneof(
          fc.array(daysBack(500), { maxLength: 40 }),
          seasonDays.map((days) => days.map((day) => NOW - (799 - day) * DAY_MS).filter((at) => at <= NOW)),
        ),
        offset: fc.integer({ min: -300, max: 300 }),
        stored: fc.uniqueArray(fc.tuple(daysBack(400), fc.integer({ min: -40, max: 40 }), fc.boolean()), {
          maxLength: 6,
          selector: ([at]) => at,
        }),
        instants: fc.uniqueArray(daysBack(420), { minLength: 1, maxLength: 13 }),
        gap_count: fc.integer({ min: 2, max: 20 }),
        is_service: fc.boolean(),
        model: modelled,
      }),
      ({ granted_at, seen_at, uses, offset, stored, instants, gap_count, is_service, model }) => {
        const policy = { ...model, patience: { ...model.patience, gap_count } };
        const use = uses.reduce(recordUse, neverUsed());
        const lapses_at = NOW + offset * DAY_MS;
        const points = stored
          .sort(([a], [b]) => a - b)
          .map(([at, days, first]) => ({
            at,
            cause: 'policy',
            previous_lapses_at: first ? null : lapses_at - days * DAY_MS,
            lapses_at,
          }));
        const timeline = new Timeline(
          { granted_at, is_service, seen_at, use, lapses_at, stored: points },
          policy,
        );
        instants.sort((a, b) => a - b);
        const changes = points
          .filter((point) => point.previous_lapses_at !== null)
          .map((point) => ({ at: point.at, by_ms: lapses_at - (point.previous_lapses_at as number) }));
        const states = {
          lapses_at: new Float64Array(instants.length),
          half_life_class: new Int8Array(instants.length),
          last_used_at: new Float64Array(instants.length),
        };
        const { half_life_class } = timeline.lapseAt(Number.MAX_SAFE_INTEGER) ?? { half_life_class: 0 };
        const past = {
          granted_at,
          is_service,
          seen_at,
          ...use,
          has_purpose: false,
          lapses_at,
          half_life_class,
          changes,
        };
        pastStates(past, instants, { policy, fresh_ms: Number.POSITIVE_INFINITY }, states);
        const quick = structuredClone(states);
        pastStates(past, instants, { policy, fresh_ms: FRESH_MS }, quick);
        expect(quick.last_used_at).toEqual(states.last_used_at);
        for (const [i, instant] of instants.entries()) {
          const expected = instant <= granted_at ? null : timeline.lapseAt(instant - 1);
          expect(states.lapses_at[i]).toBe(expected?.lapses_at ?? Number.NaN);
          if (expected !== null) expect(states.half_life_class[i]).toBe(expected.half_life_class);
          // What is said to be fresh is; everything else is exact.
          const [said, true_] = [quick.lapses_at[i] as number, states.lapses_at[i] as number];
          if (said !== true_ && !Number.isNaN(true_)) {
            expect(said).toBeGreaterThanOrEqual(instant + FRESH_MS);
            expect(said).toBeLessThan(true_);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('a band found by instants is the band of the score that is shown', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 90, noNaN: true }),
      fc.oneof(fc.constantFrom(-2, 0, 2), fc.double({ min: -6, max: 6, noNaN: true })),
      fc.integer({ min: -6000, max: 6000 }),
      (half_life, lives, ms) => {
        const lapses_at = Math.round(NOW + lives * half_life * DAY_MS) + ms;
        expect(RISK_LEVELS[bandsOf(half_life).of(lapses_at, NOW)]).toBe(shownBand(lapses_at, NOW, half_life));
      },
    ),
    { numRuns: 2000 },
  );
});

test('a filter by band selects exactly the lapse dates that show it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 45, noNaN: true }),
      fc.nat(HALF_LIFE_CLASSES.length - 1),
      fc.oneof(fc.constantFrom(-2, 0, 2), fc.double({ min: -6, max: 6, noNaN: true })),
      fc.integer({ min: -6000, max: 6000 }),
      (half_life_days, place, lives, ms) => {
        const half_life = half_life_days * 2 ** (HALF_LIFE_CLASSES[place] as number);
        const lapses_at = Math.round(NOW + lives * half_life * DAY_MS) + ms;
        const selected = RISK_LEVELS.filter((level) => {
          const { after, until } = lapsesIn(level, NOW, { half_life_days });
          return lapses_at > (after?.[place] ?? -Infinity) && lapses_at <= (until?.[place] ?? Infinity);
        });
        expect(selected).toEqual([shownBand(lapses_at, NOW, half_life)]);
      },
    ),
    { numRuns: 2000 },
  );
  // At every edge, to the millisecond.
  for (const level of RISK_LEVELS) {
    const [after, until] = ['after' as const, 'until' as const].map(
      (bound) => lapsesIn(level, NOW, { half_life_days: 10 })[bound]?.[1],
    );
    if (after !== undefined) {
      expect(shownBand(after + 1, NOW, 10)).toBe(level);
      expect(shownBand(after, NOW, 10)).not.toBe(level);
    }
    if (until !== undefined) {
      expect(shownBand(until, NOW, 10)).toBe(level);
      expect(shownBand(until + 1, NOW, 10)).not.toBe(level);
    }
  }
});
