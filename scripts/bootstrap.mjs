#!/usr/bin/env node
// What `npm start`, `npm test` and the rest call: makes sure that dependencies and build are there and fresh, then
// goes on in this same process, so that signals and exit codes need no forwarding. Needs nothing but Node.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { root } from './bootstrap/paths.mjs';
import { orExplain, prepare } from './bootstrap/prepare.mjs';

const [command = 'start', ...rest] = process.argv.slice(2);

await orExplain(async () => {
  switch (command) {
    case 'build':
      await prepare({ development: true });
      break;
    case 'test': {
      await prepare({ development: true });
      const vitest = new URL('node_modules/vitest/vitest.mjs', root);
      process.argv = [process.argv[0], fileURLToPath(vitest), 'run', ...rest];
      await import(vitest.href);
      break;
    }
    default:
      await prepare({ development: false });
      await import(new URL('dist/cli/lapse.js', root).href);
  }
});
