import { scaleLinear } from '@visx/scale';

export interface CountScale {
  /** From a number to its height on the screen; 0 is at `bottom`. */
  y: (value: number) => number;
  /** Round whole numbers, at most about `wanted` of them, the last at or above the largest value. */
  ticks: number[];
}

/** A vertical axis of things that are counted: it begins at 0 and has no halves. */
export function countScale(max: number, top: number, bottom: number, wanted = 4): CountScale {
  const scale = scaleLinear<number>({ domain: [0, Math.max(1, max)], range: [bottom, top] }).nice(wanted);
  const ticks = scale.ticks(wanted).filter(Number.isInteger);
  return { y: (value) => scale(value), ticks };
}

/** Which of `count` labels have room when each needs `each` pixels of `width`: evenly spaced, counted from the last. */
export function shownLabels(count: number, width: number, each: number): number[] {
  const step = Math.max(1, Math.ceil((count * each) / Math.max(1, width)));
  const shown: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) shown.unshift(index);
  return shown;
}

/** Lower and upper edge of each value when they stand on each other, the first at the bottom. */
export function stacked(values: readonly number[]): [number, number][] {
  let base = 0;
  return values.map((value) => {
    const edges: [number, number] = [base, base + value];
    base += value;
    return edges;
  });
}
