import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { BenchLine } from '../result.ts';
import type { Bench } from './benches.ts';
import { commit } from './machine.ts';

export interface Outcome {
  bench: Bench;
  command: string;
  lines: BenchLine[];
  minutes: number;
  exit_code: number | null;
  /** Load of the machine just before it began: others who work on it are in every figure. */
  load_before: number;
  /** When it ended, and of what it was measured. */
  at: string;
  commit: string;
}

export async function runBench(
  bench: Bench,
  { quick, directory }: { quick: boolean; directory: string },
): Promise<Outcome> {
  const file = path.join(directory, `${bench.name}.ndjson`);
  const args = ['scripts/run-ts.mjs', bench.file, ...(quick ? bench.quick : [])];
  console.log(`\n--- ${bench.name}: ${bench.about}`);
  const load_before = loadavg()[0] as number;
  const began = performance.now();
  const exit_code = await run(process.execPath, args, { BENCH_LINES: file });
  return {
    bench,
    command: ['node', ...args].join(' '),
    lines: await readLines(file),
    minutes: (performance.now() - began) / 60_000,
    exit_code,
    load_before,
    at: new Date().toISOString().slice(0, 16),
    commit: await commit(),
  };
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = await once(child, 'exit');
  return code;
}

async function readLines(file: string): Promise<BenchLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
