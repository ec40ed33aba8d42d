/**
 * Every benchmark, one after the other, and bench/RESULTS.md: for each line what was measured, over how many rounds, from the least
 * to the most, and whether what was aimed at was reached.
 *
 *   npm run bench                    # hours, at 1,000,000 grants and more
 *   npm run bench -- --quick         # minutes, small, several at once; for the benchmarks' own sake. Writes bench/RESULTS.quick.md
 *   npm run bench -- --only gateway,reports    # the others keep what they had
 *   npm run bench -- --minutes 20    # begins none after that, and says which are left out
 *
 * bench/results.json is what the page is made from.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { describeMachine } from './machine.ts';
import { renderResults } from './results.ts';
import { type Outcome, runBench } from './run-bench.ts';

const KEPT = 'bench/results.json';

/** Small ones are run to see that they run; each waits about half of its time. */
const QUICK_AT_ONCE = 3;

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string' },
    output: { type: 'string' },
  },
});
const only = values.only?.split(',');
const unknown = only?.filter((name) => !BENCHES.some((bench) => bench.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${BENCHES.map((bench) => bench.name).join(', ')}.`,
  );
  process.exit(2);
}

const endsAt = performance.now() + 60_000 * Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (Number.isNaN(endsAt)) {
  console.error(`--minutes ${values.minutes}: expected a number.`);
  process.exit(2);
}

const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bench-lines-'));
try {
  const outcomes: Outcome[] = [];
  const waiting = BENCHES.filter((bench) => only === undefined || only.includes(bench.name));
  const runWaiting = async (): Promise<void> => {
    for (let bench = waiting.shift(); bench; bench = waiting.shift()) {
      if (performance.now() > endsAt) {
        console.log(`${bench.name} is left out: the ${values.minutes} minutes are over.`);
        continue;
      }
      outcomes.push(await runBench(bench, { quick: values.quick, directory }));
      // After each: what was measured for an hour is not lost with what comes after it.
      await write(inOrder(outcomes));
    }
  };
  await Promise.all(Array.from({ length: values.quick ? QUICK_AT_ONCE : 1 }, runWaiting));
  const failed = outcomes.filter((outcome) => outcome.exit_code !== 0);
  for (const { bench, exit_code } of failed) console.log(`${bench.name} ended with ${exit_code}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await rm(directory, { recursive: true, force: true });
}

function inOrder(outcomes: readonly Outcome[]): Outcome[] {
  return BENCHES.flatMap(({ name }) => outcomes.filter((outcome) => outcome.bench.name === name));
}

async function write(outcomes: readonly Outcome[]): Promise<void> {
  const kept = values.quick ? outcomes : await mergeWithKept(outcomes);
  const command = values.quick ? 'npm run bench -- --quick' : 'npm run bench';
  const text = renderResults({ command, machine: await describeMachine(), quick: values.quick }, kept);
  const file = values.output ?? (values.quick ? 'bench/RESULTS.quick.md' : 'bench/RESULTS.md');
  await writeFile(file, text);
  console.log(`Written: ${file}`);
}

/** A bench that was not run now keeps its last lines: together they take hours. */
async function mergeWithKept(fresh: readonly Outcome[]): Promise<Outcome[]> {
  const before: Outcome[] = JSON.parse(await readFile(KEPT, 'utf8').catch(() => '[]'));
  const merged = BENCHES.flatMap(({ name }) => {
    const found = [...fresh, ...before].find((outcome) => outcome.bench.name === name);
    return found ? [found] : [];
  });
  await writeFile(KEPT, `${JSON.stringify(merged, null, 1)}\n`);
  return merged;
}
