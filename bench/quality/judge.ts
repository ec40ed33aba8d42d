import { type Judged, type Measures, measure } from './measures.ts';
import { areaUnderCurve, calibrationError, type Sample, sample, topShare } from './ranking.ts';
import { replay } from './replay.ts';
import type { Rule } from './rules/rule.ts';
import type { World } from './world.ts';

/** What one rule did in some worlds. */
export interface Evidence {
  outcomes: Judged[];
  samples: Sample[];
}

export interface Verdict extends Measures {
  areaUnderCurve: number;
  topShare: number;
  calibrationError: number | null;
}

export function watchAll(world: World, rule: Rule): Evidence {
  return {
    // The access itself would keep whole worlds in memory.
    outcomes: replay(world, rule).map(({ access: { cause }, ...rest }) => ({ ...rest, access: { cause } })),
    samples: sample(world, rule),
  };
}

export function pool(all: readonly Evidence[]): Evidence {
  return { outcomes: all.flatMap((one) => one.outcomes), samples: all.flatMap((one) => one.samples) };
}

export function judge({ outcomes, samples }: Evidence): Verdict {
  return {
    ...measure(outcomes),
    areaUnderCurve: areaUnderCurve(samples),
    topShare: topShare(samples),
    calibrationError: calibrationError(samples),
  };
}
