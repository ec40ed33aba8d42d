/** From a domain to a range, in a straight line. Enough for a curve, and a twentieth of a library for scales of all kinds. */
export function linearScale(scale: {
  domain: [number, number];
  range: [number, number];
}): (value: number) => number {
  const [from, to] = scale.domain;
  const [start, end] = scale.range;
  const slope = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * slope;
}

/** Straight lines through points, as the `d` of an SVG path. */
export function linePath(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join('');
}
