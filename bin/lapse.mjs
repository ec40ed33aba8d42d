#!/usr/bin/env node
// The command line. In a checkout it brings dependencies and build up to date first, like `npm start`.
import { root } from '../scripts/bootstrap/paths.mjs';
import { orExplain, prepare } from '../scripts/bootstrap/prepare.mjs';

await orExplain(async () => {
  await prepare({ development: false });
  await import(new URL('dist/cli/lapse.js', root).href);
});
