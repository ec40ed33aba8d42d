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
  const args = ['scripts/run-ts.mjs', bench.file, ...(quick ? bench.quick : (bench.args ?? []))];
  const title = `\n--- ${bench.name}: ${bench.about}`;
  if (!quick) console.log(title);
  const load_before = loadavg()[0] as number;
  const began = performance.now();
  const exit_code = await (quick ? runAndTell(title, args, file) : run(args, file));
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

async function run(args: string[], file: string): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BENCH_LINES: file },
  });
  const [code] = await once(child, 'exit');
  return code;
}

/** What several at once print is told when each has ended, or nobody could read it. */
async function runAndTell(title: string, args: string[], file: string): Promise<number | null> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BENCH_LINES: file },
  });
  const printed: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (piece) => printed.push(piece));
  const [code] = await once(child, 'close');
  console.log(`${title}\n${Buffer.concat(printed).toString()}`);
  return code;
}

async function readLines(file: string): Promise<BenchLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
