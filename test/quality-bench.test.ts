import { beforeAll, describe, expect, it } from 'vitest';
import { measure } from '../bench/quality/measures.ts';
import { replay } from '../bench/quality/replay.ts';
import { fixedWindow, lapse } from '../bench/quality/rules.ts';
import { buildWorld, type World } from '../bench/quality/world.ts';
import { DEFAULT_POLICY } from '../src/core/policy/policy.rules.ts';

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

  it('is watched with half of the wrong alarms of 90 days, and in three fifths of the time', () => {
    const ninety = measure(replay(world, fixedWindow(90)));
    const model = measure(replay(world, lapse('Lapse', DEFAULT_POLICY)));
    expect(model.wrongAlarms).toBeLessThanOrEqual(ninety.wrongAlarms * 0.5);
    expect(model.medianDays).toBeLessThanOrEqual(ninety.medianDays * 0.6);
    expect(model.recall).toBeGreaterThan(0.9);
  });
});
