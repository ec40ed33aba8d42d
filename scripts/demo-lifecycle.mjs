#!/usr/bin/env node
// npm run demo:lifecycle -- --platform databricks: access is found, scored, reviewed, removed, put back, and proved, on
// a live PostgreSQL (when no platform is named) or on a platform of a cloud that stands on this machine. Uses only the
// public API of Lapse. LAPSE_URL names a Lapse that is already running; without it one is started for the purpose and
// thrown away, like the platform. A running Lapse runs only programs of its BATON_DIR, so that of a Baton connector is put there for
// the time of the demo. Ends with 1 when a step is not what it says.
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inRoot } from './bootstrap/paths.mjs';
import { orExplain, prepare } from './bootstrap/prepare.mjs';
import { apiOf, openLapse } from './demo/lapse.mjs';
import { lifecycle } from './demo/lifecycle.mjs';
import { bold, elapsed, line } from './demo/narrate.mjs';
import { startShop } from './demo/shop.mjs';

const SERVERS = ['azure_ad', 'databricks', 'synapse', 'fabric', 'baton'];
const PLATFORMS = ['postgres', ...SERVERS];

function chosenPlatform() {
  const { platform } = parseArgs({ options: { platform: { type: 'string', default: 'postgres' } } }).values;
  if (PLATFORMS.includes(platform)) return platform;
  throw new Error(`--platform: expected one of ${PLATFORMS.join(', ')}.`);
}

/** The servers that the tests of the connectors use, with a story in them. */
async function startServer(platform, batonDir) {
  const { runnerImport } = await import('vite');
  const file = inRoot('test/support/demo/demo-platforms.ts');
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'warn' });
  return module.LIFECYCLE_PLATFORMS[platform](batonDir);
}

/** Where Lapse looks for the program of the demo: its own directory when it is running already. */
function batonDirectory() {
  const { LAPSE_URL, BATON_DIR } = process.env;
  if (!LAPSE_URL) return null;
  if (BATON_DIR) return path.resolve(BATON_DIR);
  throw new Error('With LAPSE_URL, BATON_DIR must name the directory that this Lapse was started with.');
}

async function demo(name) {
  const began = Date.now();
  const batonDir = name === 'baton' ? batonDirectory() : null;
  await prepare({ development: SERVERS.includes(name) });
  line(bold('The life of one permission: found, scored, reviewed, removed, put back'));
  let lapse;
  let platform;
  try {
    platform = name === 'postgres' ? await startShop() : await startServer(name, batonDir);
    lapse = await openLapse(platform.programs === undefined ? {} : { BATON_DIR: platform.programs });
    line(`Lapse runs at ${lapse.url}${lapse.isOwn ? ' (started for this demo)' : ''}.`);
    if (name !== 'postgres')
      line(`${platform.title} is one that stands on this machine, and keeps state as the real one does.`);
    await lifecycle(apiOf(lapse.url), platform);
    const left = lapse.isOwn
      ? 'Nothing is left behind.'
      : 'The connector is gone; what it found stays in the directory.';
    line(`\n${bold('Done')} after ${elapsed(began)}. Every step was what it says. ${left}`);
  } finally {
    await platform?.close();
    await lapse?.stop();
  }
}

await orExplain(async () => {
  try {
    await demo(chosenPlatform());
  } catch (error) {
    // What went wrong with the checkout has sentences of its own.
    if (error.path || error.name === 'BootstrapError') throw error;
    process.stderr.write(`\ndemo: ${error.message}\n`);
    process.exitCode = 1;
  }
});
