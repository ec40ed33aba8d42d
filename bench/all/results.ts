import type { BenchLine } from '../result.ts';
import { median } from '../result.ts';
import type { Outcome } from './run-bench.ts';

interface About {
  command: string;
  machine: [string, string][];
  quick: boolean;
}

export function renderResults({ command, machine, quick }: About, outcomes: readonly Outcome[]): string {
  const parts = [
    '# Results of the benchmarks',
    `Written by \`${command}\`. A line shows the median of its rounds and, behind it, the least and the most; compared sides take turns within one run.`,
    ...(quick
      ? ['**A quick run on small data: it shows that the benchmarks work, not how fast Lapse is.**']
      : []),
    machine.map(([name, value]) => `- ${name}: ${value}`).join('\n'),
    ...missed(outcomes),
    ...outcomes.map(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function missed(outcomes: readonly Outcome[]): string[] {
  const lines = outcomes.flatMap(({ bench, lines: all }) =>
    all.filter((line) => isReached(line) === false).map((line) => `- ${bench.name}: ${line.line}`),
  );
  return lines.length === 0 ? [] : [`## Not reached\n\n${lines.join('\n')}`];
}

function section({ bench, command, lines, minutes, exit_code, load_before, at, commit }: Outcome): string {
  const head = `## ${bench.name}\n\n${bench.about}\n\n\`${command}\`, ${minutes.toFixed(1)} minutes, ended ${at}Z at ${commit}, load before ${load_before.toFixed(1)}.`;
  const fault = exit_code === 0 ? '' : `\n\n**It ended with ${exit_code}.**`;
  if (lines.length === 0) return `${head}${fault}\n\nNo lines.`;
  const rows = lines.map(
    (line) => `| ${line.line} | ${shown(line)} | ${spread(line)} | ${aim(line)} | ${verdict(line)} |`,
  );
  const picture = bench.picture ? `\n\n![${bench.about}](${bench.picture})` : '';
  return `${head}${fault}${picture}\n\n| line | median | spread | aim | |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

const number = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
};
const withUnit = (value: number, unit: string): string =>
  unit === 'ratio' ? number(value) : `${number(value)} ${unit}`;
const shown = ({ values, unit }: BenchLine): string => withUnit(median(values), unit);

function spread({ values, unit }: BenchLine): string {
  if (values.length < 2) return 'one round';
  return `${number(Math.min(...values))} to ${withUnit(Math.max(...values), unit)}`;
}

function aim({ at_least, at_most, unit }: BenchLine): string {
  if (at_least !== undefined) return `at least ${withUnit(at_least, unit)}`;
  return at_most === undefined ? '' : `at most ${withUnit(at_most, unit)}`;
}

function isReached({ values, at_least, at_most }: BenchLine): boolean | null {
  const value = median(values);
  if (at_least !== undefined) return value >= at_least;
  return at_most === undefined ? null : value <= at_most;
}

const verdict = (line: BenchLine): string => {
  const reached = isReached(line);
  return reached === null ? '' : reached ? 'reached' : '**missed**';
};
