// Runs the fault suite and writes test/FAULTS.md, also of a run that failed:
//   npm run test:faults              everything
//   npm run test:faults -- failover  files whose name contains "failover", without the report
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './bootstrap/prepare.mjs';

await prepare({ development: true });
const results = mkdtempSync(join(tmpdir(), 'lapse-faults-'));
const SEEDS = [7, 77, 777];
const only = process.argv.slice(2);
const began = Date.now();
const run = (args, env = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const passed = run(
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/faults/vitest.config.ts', ...only],
  { FAULTS_RESULTS: results },
);
// Malformed requests, more of them and others than in every test run.
const fuzzed = SEEDS.map((seed) => {
  if (only.length > 0) return true;
  const isClean = run(['node_modules/vitest/vitest.mjs', 'run', 'test/malformed-requests.db.test.ts'], {
    FUZZ_REQUESTS: '10000',
    FUZZ_SEED: String(seed),
  });
  const text = `10,000 malformed requests to every endpoint and role with seed ${seed}: ${isClean ? 'no 5xx, no hang, nothing of another tenant' : 'FAILED'}`;
  appendFileSync(
    join(results, 'rows.ndjson'),
    `${JSON.stringify({ kind: 'finding', part: 'malformed requests', text })}\n`,
  );
  return isClean;
}).every(Boolean);
const took = String((Date.now() - began) / 1000);
const written =
  only.length > 0 ||
  run([
    'scripts/run-ts.mjs',
    'test/faults/write-report.ts',
    results,
    passed && fuzzed ? 'passed' : 'failed',
    took,
  ]);
rmSync(results, { recursive: true, force: true });
process.exitCode = passed && fuzzed && written ? 0 : 1;
