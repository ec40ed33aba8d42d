export interface CurvePoint {
  at: string;
  score: number | null;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Paths of the line and the area below it: one per stretch of time in which something was granted. */
export function historyShape(
  points: readonly CurvePoint[],
  box: { left: number; right: number; top: number; bottom: number },
) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.every(({ score }) => score === null)) return null;
  const from = Date.parse(first.at);
  const to = Math.max(from + 1, Date.parse(last.at));
  const x = (ms: number): number => rounded(box.left + ((box.right - box.left) * (ms - from)) / (to - from));
  const y = (score: number): number => rounded(box.bottom - ((box.bottom - box.top) * score) / 100);
  const stretches: { x: number; y: number }[][] = [[]];
  for (const { at, score } of points) {
    if (score === null) stretches.push([]);
    else stretches.at(-1)?.push({ x: x(Date.parse(at)), y: y(score) });
  }
  const drawn = stretches.filter((stretch) => stretch.length > 0);
  const lines = drawn.map((stretch) => `M${stretch.map((point) => `${point.x},${point.y}`).join('L')}`);
  const areas = drawn.map(
    (stretch, index) => `${lines[index]}L${stretch.at(-1)?.x},${box.bottom}L${stretch[0]?.x},${box.bottom}Z`,
  );
  return { lines, areas, x, y, from, to };
}
