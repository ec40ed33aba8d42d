/** The logarithm of the gamma function; Lanczos' approximation, good to ten digits for positive numbers. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x - 1 + 7.5;
  const series = LANCZOS.reduce((sum, factor, i) => sum + factor / (x - 1 + i + 1), 0.99999999999980993);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

type Point = readonly number[];

/** The lowest point near a start, by the simplex of Nelder and Mead. */
export function minimise(of: (point: Point) => number, start: Point, rounds = 250): Point {
  const corner = (point: Point) => ({ point, value: of(point) });
  let simplex = [start, ...start.map((_, axis) => start.map((x, i) => (i === axis ? x + 1 : x)))].map(corner);
  for (let round = 0; round < rounds; round++) {
    simplex.sort((one, other) => one.value - other.value);
    const [best, worst] = [simplex[0], simplex.at(-1)] as [Corner, Corner];
    const rest = simplex.slice(0, -1);
    const centre = start.map((_, i) => rest.reduce((sum, { point }) => sum + at(point, i), 0) / rest.length);
    const along = (step: number) => corner(centre.map((x, i) => x + step * (x - at(worst.point, i))));
    const reflected = along(1);
    if (reflected.value < best.value) {
      const expanded = along(2);
      simplex = [...rest, expanded.value < reflected.value ? expanded : reflected];
    } else if (reflected.value < (rest.at(-1) as Corner).value) {
      simplex = [...rest, reflected];
    } else {
      const contracted = along(reflected.value < worst.value ? 0.5 : -0.5);
      simplex =
        contracted.value < worst.value
          ? [...rest, contracted]
          : simplex.map(({ point }) => corner(point.map((x, i) => (x + at(best.point, i)) / 2)));
    }
  }
  return (simplex.sort((one, other) => one.value - other.value)[0] as Corner).point;
}

interface Corner {
  point: Point;
  value: number;
}

const at = (point: Point, i: number): number => point[i] as number;
