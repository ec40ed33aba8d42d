// Runs the tests in a real browser, on what is built now:
//   npm run test:browser             everything
//   npm run test:browser -- inbox    files whose name contains "inbox"
import { spawnSync } from 'node:child_process';
import { prepare } from './bootstrap/prepare.mjs';

await prepare({ development: true });
const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/browser/vitest.config.ts'];
const { status } = spawnSync(process.execPath, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
