import type { Rule } from './rules/rule.ts';
import type { World } from './world.ts';

/** What a rule says of one access that is held on one day, and what is true. */
export interface Sample {
  score: number;
  likelihood: number | null;
  ended: boolean;
}

const DAYS_APART = 30;

/**
 * All access that is held on a day of every month of the measured year. Nobody answers reviews here, so that all rules rank
 * the same access; what is no longer needed goes with the yearly recertification, within a year of its end. Access with a
 * purpose is asked about by a cycle of its own, and not because it ranks high.
 */
export function sample(world: World, rule: Rule): Sample[] {
  const { from, to } = world.timeline;
  return world.access.flatMap((access, i) => {
    if (access.principal.purpose !== null) return [];
    const watch = rule.watch(access, world);
    const samples: Sample[] = [];
    for (let day = from + (i % DAYS_APART); day < to; day += DAYS_APART) {
      if (day <= access.granted || day >= access.heldUntil) continue;
      samples.push({
        score: watch.scoreAt(day),
        likelihood: watch.likelihoodAt(day),
        ended: day >= access.neededUntil,
      });
    }
    return samples;
  });
}

/** The chance that of two accesses the one that ended has the higher score; equal scores count half. */
export function areaUnderCurve(samples: readonly Sample[]): number {
  const sorted = [...samples].sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let i = 0; i < sorted.length; ) {
    let j = i;
    while (j < sorted.length && sorted[j]?.score === sorted[i]?.score) j++;
    ranks += ((i + 1 + j) / 2) * sorted.slice(i, j).filter((one) => one.ended).length;
    i = j;
  }
  const ended = samples.filter((one) => one.ended).length;
  return (ranks - (ended * (ended + 1)) / 2) / (ended * (samples.length - ended));
}

/** Of the highest scores, the share that has really ended; where the border runs through equal scores, their mean counts. */
export function topShare(samples: readonly Sample[], share = 0.05): number {
  const sorted = [...samples].sort((a, b) => b.score - a.score);
  const count = Math.max(1, Math.round(share * sorted.length));
  const border = sorted[count - 1]?.score ?? 0;
  const above = sorted.filter((one) => one.score > border);
  const equal = sorted.filter((one) => one.score === border);
  const ofEqual = equal.filter((one) => one.ended).length / equal.length;
  return (above.filter((one) => one.ended).length + (count - above.length) * ofEqual) / count;
}

export interface Bin {
  from: number;
  count: number;
  predicted: number;
  ended: number;
}

/** By tenths of the predicted likelihood; empty for a rule that predicts none. */
export function calibration(samples: readonly Sample[]): Bin[] {
  const tenths = Array.from({ length: 10 }, (): { predicted: number; ended: boolean }[] => []);
  for (const { likelihood, ended } of samples) {
    if (likelihood !== null)
      tenths[Math.min(9, Math.floor(10 * likelihood))]?.push({ predicted: likelihood, ended });
  }
  return tenths.flatMap((all, i) => {
    if (all.length === 0) return [];
    return {
      from: i / 10,
      count: all.length,
      predicted: all.reduce((sum, { predicted }) => sum + predicted, 0) / all.length,
      ended: all.filter(({ ended }) => ended).length / all.length,
    };
  });
}

/** How far the prediction is off, on average over all access; null for a rule that predicts none. */
export function calibrationError(samples: readonly Sample[]): number | null {
  const bins = calibration(samples);
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    bins.reduce((sum, { count, predicted, ended }) => sum + count * Math.abs(predicted - ended), 0) / total
  );
}
