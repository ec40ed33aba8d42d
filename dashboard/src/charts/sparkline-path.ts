/** Milliseconds since 1970, and the score then. */
export type SparklinePoint = readonly [number, number];

const DAYS_MS = 90 * 86_400_000;

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** 90 days from left to right, 0 at the bottom, 100 at the top; a younger grant begins later. */
export function sparklineShape(
  points: readonly SparklinePoint[],
  { width, height, inset }: { width: number; height: number; inset: number },
) {
  const last = points.at(-1);
  const first = points[0];
  if (!last || !first) return null;
  const [until] = last;
  const x = (at: number): number =>
    rounded(inset + (width - 2 * inset) * Math.max(0, 1 - (until - at) / DAYS_MS));
  const y = (score: number): number => rounded(inset + (height - 2 * inset) * (1 - score / 100));
  const steps = points.map(([at, score]) => `${x(at)},${y(score)}`);
  const bottom = height - inset;
  return {
    line: `M${steps.join('L')}`,
    area: `M${x(first[0])},${bottom}L${steps.join('L')}L${x(until)},${bottom}Z`,
    end: { x: x(until), y: y(last[1]) },
  };
}
