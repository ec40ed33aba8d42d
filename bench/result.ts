import { appendFileSync } from 'node:fs';

/** One measured line: the value of every round, so that the spread can be told. */
export interface BenchLine {
  line: string;
  /** `ratio`, `/s`, `ms`, `s`, `MB`, `buffers` … */
  unit: string;
  values: number[];
  /** What was aimed at, if anything was. */
  at_least?: number;
  at_most?: number;
}

/** Keeps a line for bench/RESULTS.md when all benchmarks are run together; alone, a benchmark prints what it found. */
export function record(line: BenchLine): void {
  const file = process.env.BENCH_LINES;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
