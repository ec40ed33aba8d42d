export interface Week {
  /** Questions asked since Monday. */
  asked: number;
  /** To whom most of them went. */
  most: number;
  reviewers: number;
  waiting: number;
}

const WIDTH = 760;
const HEIGHT = 380;
const LEFT = 70;
const RIGHT = 20;
const TOP = 70;
const BOTTOM = 50;
const STYLES = [
  { colour: '#1f4e79', dashes: '' },
  { colour: '#b35900', dashes: '8 4' },
];

/** How many questions whoever is asked most gets in each week. */
export function plotWeeks(grants: number, runs: ReadonlyMap<string, readonly Week[]>): string {
  const all = [...runs.values()].flat().map((week) => week.most);
  const high = Math.max(10, ...all);
  const count = Math.max(1, ...[...runs.values()].map((weeks) => weeks.length));
  const x = (week: number): number => LEFT + (week / Math.max(1, count - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    HEIGHT - BOTTOM - (Math.log1p(value) / Math.log1p(high)) * (HEIGHT - TOP - BOTTOM);
  const grid = [0, 5, 25, 100, 500, 2_000, 10_000].filter((value) => value <= high);
  const title = `Questions in a week to the reviewer who gets most, ${number(grants)} grants imported in week 1`;
  const parts = [
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${LEFT}" y="18" font-weight="bold">${title}</text>`,
    ...grid.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${number(value)}</text>`,
    ),
    ...Array.from(
      { length: count },
      (_, week) => `<text x="${x(week)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${week + 1}</text>`,
    ),
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">week</text>`,
    ...[...runs].map(([name, weeks], i) => {
      const { colour, dashes } = STYLES[i % STYLES.length] as (typeof STYLES)[number];
      const points = weeks.map((week, at) => `${x(at)},${y(week.most)}`).join(' ');
      const stroke = `stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}" fill="none"`;
      const legend = 30 + i * 18;
      return `<polyline points="${points}" ${stroke}/><polyline points="${LEFT},${legend} ${LEFT + 30},${legend}" ${stroke}/><text x="${LEFT + 38}" y="${legend + 4}">${name}</text>`;
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">\n${parts.join('\n')}\n</svg>\n`;
}

const number = (value: number): string => value.toLocaleString('en-GB');
