import { record } from '../result.ts';
import { type Evidence, judge, pool, type Verdict } from './judge.ts';
import { calibration } from './ranking.ts';

/** One rule, in each kind of world over all seeds. */
export interface Tested {
  name: string;
  byWorld: Map<string, Evidence>;
}

type Column = [title: string, cell: (verdict: Verdict) => string];

const COLUMNS: readonly Column[] = [
  ['wrong alarms per grant and year', (v) => v.wrongAlarms.toFixed(3)],
  ['first', (v) => (v.wrongAlarms - v.repeated).toFixed(3)],
  ['repeated', (v) => v.repeated.toFixed(3)],
  ['p50 days', (v) => days(v.medianDays)],
  ['p90 days', (v) => days(v.ninetiethDays)],
  ['never in 400 days', (v) => percent(v.neverNoticed)],
  ['area under curve', (v) => v.areaUnderCurve.toFixed(3)],
  ['top 5 % ended', (v) => percent(v.topShare, 0)],
  ['reviews per grant and year', (v) => v.reviews.toFixed(2)],
  ['calibration error', (v) => v.calibrationError?.toFixed(3) ?? '–'],
];

export function printRules(tested: readonly Tested[]): void {
  console.log(row(['Rule, in all worlds', ...COLUMNS.map(([title]) => title)]));
  console.log(rule(COLUMNS.length + 1));
  for (const { name, byWorld } of tested) {
    const verdict = judge(pool([...byWorld.values()]));
    console.log(row([name, ...COLUMNS.map(([, cell]) => cell(verdict))]));
  }
}

/** A table for each kind of world. */
export function printWorlds(tested: readonly Tested[]): void {
  for (const world of tested[0]?.byWorld.keys() ?? []) {
    const grants = tested[0]?.byWorld.get(world)?.outcomes ?? [];
    const ended = grants.filter((one) => one.ended).length;
    console.log(`\n${world}: ${grants.length} grants, ${ended} ends in the year`);
    console.log(row(['Rule', ...COLUMNS.map(([title]) => title)]));
    console.log(rule(COLUMNS.length + 1));
    for (const { name, byWorld } of tested) {
      const verdict = judge(byWorld.get(world) as Evidence);
      console.log(row([name, ...COLUMNS.map(([, cell]) => cell(verdict))]));
    }
  }
}

/** Predicted and real shares by tenths of the prediction, for every rule that predicts. */
export function printCalibration(tested: readonly Tested[]): void {
  for (const { name, byWorld } of tested) {
    const bins = calibration(pool([...byWorld.values()]).samples);
    if (bins.length === 0) continue;
    console.log(`\n${name}: predicted and really ended`);
    console.log(row(['predicted', 'accesses', 'mean prediction', 'ended']));
    console.log(rule(4));
    for (const { from, count, predicted, ended } of bins) {
      const tenth = `${percent(from, 0)} to ${percent(from + 0.1, 0)}`;
      console.log(row([tenth, `${count}`, percent(predicted), percent(ended)]));
    }
  }
}

/** What the second model should reach. It is opt-in, so this decides nothing yet. */
export function printAims(model: Verdict, ninety: Verdict): void {
  const aims = [
    aim('worlds: wrong alarms against 90 days', 'ratio', model.wrongAlarms / ninety.wrongAlarms, {
      at_most: 0.5,
    }),
    aim('worlds: days until half is noticed', 'days', model.medianDays, { at_most: 40 }),
    aim('worlds: area under the curve', 'ratio', model.areaUnderCurve, { at_least: 0.92 }),
    aim('worlds: expected calibration error', 'ratio', model.calibrationError ?? Infinity, { at_most: 0.05 }),
    aim('worlds: top 5 % really ended', 'ratio', model.topShare, { at_least: 0.75 }),
  ];
  console.log(`\n${aims.join('\n')}`);
}

function aim(line: string, unit: string, value: number, of: { at_most?: number; at_least?: number }): string {
  record({ line, unit, values: [value], ...of });
  const { at_most = Infinity, at_least = -Infinity } = of;
  const target = of.at_most === undefined ? `at least ${of.at_least}` : `at most ${of.at_most}`;
  return `${line}: ${value.toFixed(3)} (aim: ${target}): ${value <= at_most && value >= at_least ? 'reached' : 'MISSED'}`;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const rule = (columns: number): string => `|${'---|'.repeat(columns)}`;
const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;
const days = (value: number): string => (value === Infinity ? 'never' : `${value}`);
