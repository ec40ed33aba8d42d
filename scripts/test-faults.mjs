// Runs the fault suite, one file after the other, and writes test/FAULTS.md, also of files that failed:
//   npm run test:faults              everything
//   npm run test:faults -- failover  files whose name contains "failover"; of the others the report keeps the last run
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { prepare } from './bootstrap/prepare.mjs';

const SEEDS = [7, 77, 777];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
const RUNS = 'test/faults/results.json';
const MALFORMED = 'test/malformed-requests.db.test.ts';
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim() || os.arch()}`;

const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const runFaults = (file, results) =>
  run([...VITEST, '--config', 'test/faults/vitest.config.ts', file], { FAULTS_RESULTS: results });

/** More malformed requests and others than in every test run. */
function runMalformed(file, results) {
  const outcomes = SEEDS.map((seed) => {
    const isClean = run([...VITEST, file], { FUZZ_REQUESTS: '10000', FUZZ_SEED: String(seed) });
    const text = `10,000 malformed requests to every endpoint and role with seed ${seed}: ${isClean ? 'no 5xx, no hang, nothing of another tenant' : 'FAILED'}`;
    const row = { kind: 'finding', part: 'malformed requests', text };
    appendFileSync(join(results, 'rows.ndjson'), `${JSON.stringify(row)}\n`);
    return isClean;
  });
  return outcomes.every(Boolean);
}

function readRows(results) {
  const file = join(results, 'rows.ndjson');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

function runFile(file) {
  const results = mkdtempSync(join(os.tmpdir(), 'lapse-faults-'));
  const began = Date.now();
  const passed = file === MALFORMED ? runMalformed(file, results) : runFaults(file, results);
  const minutes = Math.round((Date.now() - began) / 6_000) / 10;
  const rows = readRows(results);
  rmSync(results, { recursive: true, force: true });
  return { file, day: new Date().toISOString().slice(0, 10), minutes, passed, machine, rows };
}

await prepare({ development: true });
const only = process.argv.slice(2);
const files = [
  ...readdirSync('test/faults')
    .filter((name) => name.endsWith('.fault.ts'))
    .map((name) => `test/faults/${name}`),
  MALFORMED,
];
const chosen = files.filter((file) => only.length === 0 || only.some((part) => file.includes(part)));
if (chosen.length === 0) console.error(`No file's name contains ${only.join(' or ')}: ${files.join(', ')}`);
let passed = chosen.length > 0;
for (const file of chosen) {
  const done = runFile(file);
  passed &&= done.passed;
  // After each, so that a run that is broken off keeps what it found out.
  const known = new Map(JSON.parse(readFileSync(RUNS, 'utf8')).map((earlier) => [earlier.file, earlier]));
  known.set(file, done);
  const runs = files.flatMap((each) => known.get(each) ?? []);
  writeFileSync(RUNS, `${JSON.stringify(runs, null, 1)}\n`);
  passed = run(['scripts/run-ts.mjs', 'test/faults/write-report.ts', RUNS]) && passed;
}
process.exitCode = passed ? 0 : 1;
