const WIDTH = 760;
const HEIGHT = 380;
const LEFT = 60;
const RIGHT = 290;
const TOP = 30;
const BOTTOM = 50;
/** Told apart by their dashes as well as by colour. */
const STYLES = [
  { colour: '#1f4e79', dashes: '' },
  { colour: '#b35900', dashes: '8 4' },
  { colour: '#3b7a3b', dashes: '2 4' },
  { colour: '#7a3b6e', dashes: '12 4 2 4' },
  { colour: '#6b6b00', dashes: '4 2' },
];

/** Each line against its own first value, both axes logarithmic: a flat line does not grow with the grants. */
export function plot(sizes: readonly number[], lines: ReadonlyMap<string, readonly number[]>): string {
  const ratios = [...lines].map(([name, values]) => ({
    name,
    values: values.map((value) => value / (values[0] as number)),
  }));
  const all = ratios.flatMap((line) => line.values);
  const low = Math.min(0.5, ...all);
  const high = Math.max(2, ...all);
  const x = (size: number): number =>
    LEFT + position(size, sizes[0] as number, sizes.at(-1) as number) * (WIDTH - LEFT - RIGHT);
  const y = (ratio: number): number => HEIGHT - BOTTOM - position(ratio, low, high) * (HEIGHT - TOP - BOTTOM);
  const grid = [0.1, 0.25, 0.5, 1, 2, 4, 10].filter((ratio) => ratio >= low && ratio <= high);
  const parts = [
    `<title>Against ${number(sizes[0] as number)} grants</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">Against ${number(sizes[0] as number)} grants</text>`,
    ...grid.map(
      (ratio) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ratio)}" y2="${y(ratio)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(ratio) + 4}" text-anchor="end">${ratio} ×</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${number(size)}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">grants</text>`,
    ...ratios.map(({ name, values }, i) => {
      const { colour, dashes } = STYLES[i % STYLES.length] as (typeof STYLES)[number];
      const points = values.map((value, at) => `${x(sizes[at] as number)},${y(value)}`).join(' ');
      const legend = TOP + 20 + i * 24;
      const stroke = `stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}" fill="none"`;
      return `<polyline points="${points}" ${stroke}/><polyline points="${WIDTH - RIGHT + 14},${legend} ${WIDTH - RIGHT + 44},${legend}" ${stroke}/><text x="${WIDTH - RIGHT + 50}" y="${legend + 4}">${escaped(name)}</text>`;
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">\n${parts.join('\n')}\n</svg>\n`;
}

const number = (value: number): string => value.toLocaleString('en-GB');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function position(value: number, low: number, high: number): number {
  if (low === high) return 0.5;
  return (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low));
}
