const DAY_MS = 86_400_000;

export interface WaterfallPart {
  kind: string;
  days: number;
  reason: string;
}

export interface WaterfallStep extends WaterfallPart {
  /** Shares of the width, between 0 and 1, the smaller first. */
  from: number;
  to: number;
  direction: 'base' | 'sooner' | 'later';
}

export interface Waterfall {
  steps: WaterfallStep[];
  total_days: number;
  /** Where the sum ends, as a share of the width. */
  end: number;
}

/** Lays the days out one after the other, from the last use at 0 to the lapse date. */
export function waterfall(parts: readonly WaterfallPart[]): Waterfall {
  let sum = 0;
  const edges = parts.map(({ days }) => {
    const start = sum;
    sum += days;
    return [start, sum] as const;
  });
  const low = Math.min(0, ...edges.map(([, end]) => end));
  const high = Math.max(0, ...edges.map(([, end]) => end));
  const width = high - low || 1;
  const share = (days: number): number => (days - low) / width;
  const steps = parts.map((part, index) => {
    const [start, end] = edges[index] as readonly [number, number];
    const direction =
      part.kind === 'patience' || part.kind === 'purpose'
        ? ('base' as const)
        : part.days < 0
          ? ('sooner' as const)
          : ('later' as const);
    return { ...part, from: share(Math.min(start, end)), to: share(Math.max(start, end)), direction };
  });
  return { steps, total_days: sum, end: share(sum) };
}

/** Whether the parts lead from the one instant to the other, as they are said to. */
export const addsUp = (parts: readonly WaterfallPart[], from: number, to: number): boolean =>
  Math.abs(parts.reduce((sum, { days }) => sum + days, 0) * DAY_MS - (to - from)) < 1_000;
