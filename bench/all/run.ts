/**
 * Every benchmark in sequence, and bench/RESULTS.md: for each line what was measured, over how many rounds, from the least
 * to the most, and whether what was aimed at was reached.
 *
 *   npm run bench                    # hours, at 1,000,000 grants and more
 *   npm run bench -- --quick         # minutes, small; for the benchmarks' own sake. Writes bench/RESULTS.quick.md
 *   npm run bench -- --only gateway,reports
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHES } from './benches.ts';
import { describeMachine } from './machine.ts';
import { renderResults } from './results.ts';
import { runBench } from './run-bench.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
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

const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bench-lines-'));
try {
  const outcomes = [];
  for (const bench of BENCHES) {
    if (only && !only.includes(bench.name)) continue;
    outcomes.push(await runBench(bench, { quick: values.quick, directory }));
  }
  const command = ['npm run bench', ...process.argv.slice(2)].join(' ');
  const text = renderResults({ command, machine: await describeMachine(), quick: values.quick }, outcomes);
  const file = values.output ?? (values.quick ? 'bench/RESULTS.quick.md' : 'bench/RESULTS.md');
  await writeFile(file, text);
  console.log(`\nWritten: ${file}`);
  const failed = outcomes.filter((outcome) => outcome.exit_code !== 0);
  for (const { bench, exit_code } of failed) console.log(`${bench.name} ended with ${exit_code}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await rm(directory, { recursive: true, force: true });
}
