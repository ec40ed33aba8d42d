import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelled, NOW, plainFacts, seasonDays, useOf } from '../../../../test/support/grant-facts.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { CLASSIFICATIONS } from '../../directory/directory.rules.ts';
import { DEFAULT_POLICY } from '../../policy/policy.rules.ts';
import { dayOf } from '../habit.rules.ts';
import { lapseDate, lapseOf } from '../lapse-date.rules.ts';
import { Timeline } from './timeline.rules.ts';

const noonOf = (day: number): number => (dayOf(NOW) - day) * DAY_MS + DAY_MS / 2;

const days = fc
  .uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 })
  .map((list) => list.sort((a, b) => b - a));

/** The same, or seasons that reach as far back as is remembered. */
const anyDays = fc.oneof(
  days,
  seasonDays.map((list) =>
    [...new Set(list)]
      .filter((day) => day < 800)
      .sort((a, b) => a - b)
      .map((day) => 799 - day),
  ),
);

test('every use shows the lapse date that the rule gave then, and the one before it', () => {
  fc.assert(
    fc.property(
      anyDays,
      modelled.chain((policy) =>
        fc.tuple(
          // By the second model what shortens a patience that is short already is overridden by a use: that is not kept per day.
          policy.model_version === 1
            ? fc.constantFrom(...CLASSIFICATIONS)
            : fc.constantFrom('public' as const, 'internal' as const),
          fc.boolean(),
          fc.constant(policy),
        ),
      ),
      (used, given) => {
        const [classification, is_service, policy] = given;
        const factsAfter = (count: number) =>
          plainFacts({ classification, is_service, ...useOf(used.slice(0, count).map(noonOf)) });
        const present = factsAfter(used.length);
        const timeline = new Timeline(
          {
            granted_at: present.granted_at,
            is_service,
            use: present,
            lapses_at: lapseDate(present, policy),
            stored: [],
          },
          policy,
        );
        expect(timeline.points.map(({ at }) => at)).toEqual(used.map(noonOf));
        for (let i = 0; i < used.length; i++) {
          expect(timeline.changeAt(i)).toEqual({
            before: lapseOf(factsAfter(i), policy),
            after: lapseOf(factsAfter(i + 1), policy),
          });
        }
      },
    ),
  );
});

test('from when on it has a purpose it moves by the half-life of the policy, before by its habit', () => {
  const policy = { ...DEFAULT_POLICY, model_version: 2 as const };
  const use = useOf([320, 280, 240, 200, 160, 120].map(noonOf));
  const classes = (purpose_since: number | null) => {
    const past = {
      granted_at: noonOf(400),
      is_service: false,
      use,
      lapses_at: NOW,
      stored: [],
      purpose_since,
    };
    const timeline = new Timeline(past, policy);
    return [350, 100, 51, 50, 0].map((day) => timeline.lapseAt(noonOf(day))?.half_life_class);
  };
  expect(classes(null)).toEqual([2, 2, 2, 2, 2]);
  expect(classes(noonOf(50))).toEqual([2, 2, 2, 0, 0]);
  expect(classes(noonOf(500))).toEqual([0, 0, 0, 0, 0]);
});

test('at the end it is the stored lapse date, whatever was stored on the way', () => {
  fc.assert(
    fc.property(
      fc.option(days, { nil: [] }),
      fc.array(
        fc.record({ day: fc.integer({ min: 1, max: 500 }), shift: fc.integer({ min: -30, max: 30 }) }),
      ),
      fc.integer({ min: -50, max: 50 }),
      (used, changes, shift) => {
        const facts = plainFacts(useOf(used.map(noonOf)));
        const lapses_at = lapseDate(facts, DEFAULT_POLICY) + shift * DAY_MS;
        const stored = changes.map((change, i) => ({
          at: NOW - change.day * DAY_MS,
          cause: 'policy',
          previous_lapses_at: i === 0 ? null : NOW,
          lapses_at: NOW + change.shift * DAY_MS,
        }));
        const timeline = new Timeline(
          { granted_at: facts.granted_at, is_service: false, use: facts, lapses_at, stored },
          DEFAULT_POLICY,
        );
        expect(timeline.lapseAt(NOW)?.lapses_at).toBe(lapses_at);
        expect(timeline.lapseAt(NOW + 1e12)?.lapses_at).toBe(lapses_at);
        expect(timeline.lapseAt(facts.granted_at - 1)).toBeNull();
      },
    ),
  );
});

test('a stored change moves what comes after it and not what was before', () => {
  const granted_at = NOW - 300 * DAY_MS;
  const stored = [
    {
      at: NOW - 100 * DAY_MS,
      cause: 'policy',
      previous_lapses_at: granted_at + 90 * DAY_MS,
      lapses_at: granted_at + 75 * DAY_MS,
    },
  ];
  const use = useOf([]);
  const lapses_at = granted_at + 75 * DAY_MS;
  const timeline = new Timeline({ granted_at, is_service: false, use, lapses_at, stored }, DEFAULT_POLICY);
  expect(timeline.changeAt(0)).toEqual({
    before: { lapses_at: granted_at + 90 * DAY_MS, half_life_class: 2 },
    after: { lapses_at: granted_at + 75 * DAY_MS, half_life_class: 2 },
  });
  expect(timeline.lapseAt(NOW - 101 * DAY_MS)?.lapses_at).toBe(granted_at + 90 * DAY_MS);
  expect(timeline.lapseAt(NOW - 99 * DAY_MS)?.lapses_at).toBe(granted_at + 75 * DAY_MS);
});

test('the last points are the same when only so many are asked for', () => {
  const change = fc.record({
    day: fc.integer({ min: 1, max: 500 }),
    before: fc.option(fc.integer({ min: -30, max: 30 })),
    shift: fc.integer({ min: -30, max: 30 }),
  });
  fc.assert(
    fc.property(
      fc.option(anyDays, { nil: [] }),
      fc.array(change),
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: 2, max: 30 }),
      modelled,
      (used, changes, wanted, gap_count, model) => {
        const facts = plainFacts(useOf(used.map(noonOf)));
        const past = {
          granted_at: facts.granted_at,
          is_service: false,
          use: facts,
          lapses_at: lapseDate(facts, model),
          stored: changes.map(({ day, before, shift }) => ({
            at: NOW - day * DAY_MS,
            cause: 'policy',
            previous_lapses_at: before === null ? null : NOW + before * DAY_MS,
            lapses_at: NOW + shift * DAY_MS,
          })),
        };
        const policy = { ...model, patience: { ...model.patience, gap_count } };
        const lastOf = (timeline: Timeline) =>
          timeline.points
            .map((point, i) => ({ at: point.at, cause: point.cause, ...timeline.changeAt(i) }))
            .slice(-wanted);
        expect(lastOf(new Timeline(past, policy, wanted))).toEqual(lastOf(new Timeline(past, policy)));
      },
    ),
  );
});

test('nothing is said of the time before it was granted, nor before anything was observed of it', () => {
  const never = plainFacts({ granted_at: NOW - 400 * DAY_MS });
  const lapses_at = lapseDate(never, DEFAULT_POLICY);
  const past = { granted_at: never.granted_at, is_service: false, lapses_at, stored: [] };
  const imported = new Timeline({ ...past, use: never, seen_at: NOW - 2 * DAY_MS }, DEFAULT_POLICY);
  expect(imported.lapseAt(NOW - 3 * DAY_MS)).toBeNull();
  expect(imported.lapseAt(NOW - DAY_MS)?.lapses_at).toBe(past.lapses_at);
  const use = useOf([noonOf(30)]);
  const used = new Timeline({ ...past, use, seen_at: NOW - 2 * DAY_MS }, DEFAULT_POLICY);
  expect(used.lapseAt(noonOf(31))).toBeNull();
  expect(used.lapseAt(noonOf(29))).not.toBeNull();
});

test('the days of an outage that were counted one by one are one change; what is between them, or long after, is not', () => {
  const facts = plainFacts(useOf([noonOf(60)]));
  const at = (day: number) => NOW - day * DAY_MS;
  // Days ago, why, and by how many days the lapse date had moved before and after.
  const point = (day: number, cause: string, before: number, after: number) => ({
    at: at(day),
    cause,
    previous_lapses_at: NOW + before * DAY_MS,
    lapses_at: NOW + after * DAY_MS,
  });
  const timeline = new Timeline(
    {
      granted_at: facts.granted_at,
      is_service: false,
      use: facts,
      lapses_at: NOW + 9 * DAY_MS,
      stored: [
        point(40, 'telemetry', 0, 1),
        point(38.9, 'telemetry', 1, 2),
        point(37.5, 'telemetry', 2, 3),
        point(30, 'telemetry', 3, 4),
        point(29, 'telemetry', 4, 5),
        point(28.5, 'policy', 5, 7),
        point(28, 'telemetry', 7, 8),
        point(27, 'telemetry', 8.5, 9),
      ],
    },
    DEFAULT_POLICY,
  );
  const told = timeline.points.flatMap(({ cause }, index) => {
    if (cause === 'use' || timeline.isContinued(index)) return [];
    const { before, after } = timeline.changeAt(index);
    const days = [before, after].map((lapse) => ((lapse?.lapses_at ?? Number.NaN) - NOW) / DAY_MS);
    return [[cause, ...days]];
  });
  expect(told).toEqual([
    ['telemetry', 0, 3],
    ['telemetry', 3, 5],
    ['policy', 5, 7],
    ['telemetry', 7, 8],
    ['telemetry', 8.5, 9],
  ]);
});
