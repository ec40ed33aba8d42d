import { beforeAll, describe, expect, it } from 'vitest';
import { measure } from '../bench/quality/measures.ts';
import { movesOf } from '../bench/quality/moves.ts';
import type { Principal } from '../bench/quality/organisation.ts';
import { areaUnderCurve, calibrationError, type Sample, sample, topShare } from '../bench/quality/ranking.ts';
import { replay } from '../bench/quality/replay.ts';
import { fixedWindow } from '../bench/quality/rules/fixed-window.ts';
import { lapse } from '../bench/quality/rules/lapse.ts';
import { buildWorld, type World } from '../bench/quality/world.ts';
import { buildKind } from '../bench/quality/worlds/assemble.ts';
import { WORLD_KINDS } from '../bench/quality/worlds/mix.ts';
import { DEFAULT_POLICY } from '../src/core/policy/policy.rules.ts';
import { FIRST_MODEL } from './support/first-model.ts';

/** One small organisation of the quality benchmark, so that a rule that gets worse fails here and not at the next release. */
describe('the simulated organisation', () => {
  let world: World;

  beforeAll(() => {
    world = buildWorld(11);
  });

  it('is the same for the same seed', () => {
    const digest = ({ access }: World) =>
      access.map((one) => [one.principal.id, one.asset.id, one.granted, one.neededUntil, one.seen.length]);
    expect(digest(buildWorld(11))).toEqual(digest(world));
    expect(digest(buildWorld(12))).not.toEqual(digest(world));
  });

  it('uses access only while it is needed, and telemetry sees only what it can', () => {
    for (const { uses, seen, granted, neededUntil, outages } of world.access) {
      expect(uses.every((day) => day >= granted && day < neededUntil)).toBe(true);
      expect(seen.every((day) => uses.includes(day))).toBe(true);
      expect(seen.some((day) => outages.some(({ from, to }) => day >= from && day < to))).toBe(false);
    }
  });

  it('ends access in every way', () => {
    const causes = new Set(world.access.map((one) => one.cause));
    for (const cause of [
      'left',
      'moved',
      'reorganised',
      'project',
      'one_off',
      'faded',
      'decommissioned',
      'never_needed',
    ]) {
      expect(causes).toContain(cause);
    }
  });

  it.each([FIRST_MODEL, DEFAULT_POLICY])(
    'is watched by model $model_version with half of the wrong alarms of 90 days, and in three fifths of the time',
    (policy) => {
      const ninety = measure(replay(world, fixedWindow(90)));
      const model = measure(replay(world, lapse('Lapse', policy)));
      expect(model.wrongAlarms).toBeLessThanOrEqual(ninety.wrongAlarms * 0.5);
      expect(model.medianDays).toBeLessThanOrEqual(ninety.medianDays * 0.6);
      expect(model.recall).toBeGreaterThan(0.9);
    },
  );
});

describe('the worlds', () => {
  const build = (seed: number) => WORLD_KINDS.map((kind) => buildKind(kind, seed, 6));
  let worlds: World[];

  beforeAll(() => {
    worlds = build(1);
  });

  it('are the same for the same seed', () => {
    const digest = (all: World[]) =>
      all.flatMap(({ access }) => access.map((one) => [one.granted, one.neededUntil, one.seen.length]));
    expect(digest(build(1))).toEqual(digest(worlds));
    expect(digest(build(2))).not.toEqual(digest(worlds));
  });

  it('use access only while it is needed, and show what others did in the name of its holder', () => {
    for (const { access, reach } of worlds) {
      for (const { uses, seen, seenOf, granted, neededUntil, outages } of access) {
        expect(uses.every((day) => day >= granted && day < neededUntil)).toBe(true);
        const others = new Set([...seenOf.values()].flat());
        expect(seen.every((day) => uses.includes(day) || others.has(day))).toBe(true);
        expect(seen.some((day) => outages.some(({ from, to }) => day >= from && day < to))).toBe(false);
      }
      for (const share of reach.values()) expect(share).toBeLessThanOrEqual(1);
    }
  });

  it('have ends in the year', () => {
    for (const world of worlds) {
      expect(replay(world, fixedWindow(90)).some((outcome) => outcome.ended)).toBe(true);
    }
  });

  it('tell a department that was renamed from people who moved', () => {
    const [anybody] = (worlds[0] as World).moves.keys();
    const person = (...departments: [from: number, department: number][]) => ({
      ...(anybody as Principal),
      joined: 0,
      left: 1000,
      departments: departments.map(([from, department]) => ({ from, department })),
    });
    const renamed = person([0, 1], [10, 101]);
    const renamedThenMoved = person([0, 1], [10, 101], [20, 2]);
    const merged = person([0, 3], [10, 2]);
    const mergedToo = person([0, 3], [10, 2]);
    const there = person([0, 2]);
    const moves = movesOf([renamed, renamedThenMoved, merged, mergedToo, there]);
    expect([...moves.values()]).toEqual([[], [20], [10], [10], []]);
  });

  it('count a repeated review only when there was no use since the confirmation', () => {
    const [world] = worlds as [World];
    const one = world.access.find(({ neededUntil, granted }) => neededUntil > 1565 && granted < 0);
    if (!one) throw new Error('nothing is needed throughout');
    const outcomes = (seen: number[]) => replay({ ...world, access: [{ ...one, seen }] }, fixedWindow(90));
    expect(outcomes([790])).toMatchObject([{ wrongAlarms: 4, repeated: 3 }]);
    expect(outcomes([790, 900, 1010, 1120])).toMatchObject([{ wrongAlarms: 3, repeated: 0 }]);
  });

  it('are ranked by idle days better than by chance', () => {
    const samples = worlds.flatMap((world) => sample(world, fixedWindow(90)));
    expect(areaUnderCurve(samples)).toBeGreaterThan(0.6);
  });
});

describe('ranking', () => {
  const samples = (...of: [score: number, likelihood: number, ended: boolean][]): Sample[] =>
    of.map(([score, likelihood, ended]) => ({ score, likelihood, ended }));

  it('is the chance that what ended has the higher score', () => {
    expect(areaUnderCurve(samples([1, 0, false], [2, 0, true]))).toBe(1);
    expect(areaUnderCurve(samples([2, 0, false], [1, 0, true]))).toBe(0);
    expect(areaUnderCurve(samples([1, 0, false], [1, 0, true]))).toBe(0.5);
    expect(areaUnderCurve(samples([1, 0, false], [3, 0, false], [2, 0, true]))).toBe(0.5);
  });

  it('shares equal scores at the border of the top', () => {
    expect(topShare(samples([3, 0, true], [1, 0, false], [1, 0, true], [0, 0, false]), 0.5)).toBe(0.75);
  });

  it('measures how far predictions are off', () => {
    expect(calibrationError(samples([1, 0.25, false], [1, 0.25, true]))).toBe(0.25);
    expect(calibrationError([{ score: 1, likelihood: null, ended: true }])).toBeNull();
  });
});
