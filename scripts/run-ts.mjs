// Runs a TypeScript file of this repository with the transformer the tests use, because Node 20 cannot run it itself:
//   node scripts/run-ts.mjs bench/quality/run.ts --seeds 3
import { resolve } from 'node:path';
import { prepare } from './bootstrap/prepare.mjs';

const file = process.argv[2];
if (file === undefined) {
  console.error('Usage: node scripts/run-ts.mjs FILE [ARGUMENTS…]');
  process.exit(2);
}
// The file sees the arguments it would see if it had been run directly.
process.argv.splice(1, 1);
// In a fresh checkout the transformer is yet to be installed, and some of these files run what is built.
await prepare({ development: true });
const { runnerImport } = await import('vite');
await runnerImport(resolve(file), { configFile: false, logLevel: 'warn' });
