#!/usr/bin/env node
// The command line. In a checkout it brings dependencies and build up to date first, like `npm start`.
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { root } from '../scripts/bootstrap/paths.mjs';

const program = new URL('dist/cli/lapse.js', root);
const asked = process.argv.slice(2);
const isOnly = (...names) => asked.length === 1 && names.includes(asked[0]);

// These two need nothing to be prepared: comparing sources with what was built takes longer than they do.
if (isOnly('--version', '-V')) {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (isOnly('--help', '-h', 'help') && existsSync(program)) {
  await import(program.href);
} else {
  const { orExplain, prepare } = await import('../scripts/bootstrap/prepare.mjs');
  await orExplain(async () => {
    await prepare({ development: false });
    await import(program.href);
  });
}
