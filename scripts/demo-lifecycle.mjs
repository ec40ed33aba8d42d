#!/usr/bin/env node
// npm run demo:lifecycle -- --platform databricks: access is found, scored, reviewed, removed, put back, and proved, on
// a live PostgreSQL (when no platform is named) or on a platform of a cloud that stands on this machine. Uses only the
// public API of Lapse. LAPSE_URL names a Lapse that is already running; without it one is started for the purpose and
// thrown away, like the platform. Ends with 1 when a step is not what it says.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inRoot } from './bootstrap/paths.mjs';
import { orExplain, prepare } from './bootstrap/prepare.mjs';
import { apiOf, openLapse } from './demo/lapse.mjs';
import { lifecycle } from './demo/lifecycle.mjs';
import { bold, elapsed, line } from './demo/narrate.mjs';
import { startShop } from './demo/shop.mjs';

const CLOUDS = ['azure_ad', 'databricks', 'synapse', 'fabric'];
const PLATFORMS = ['postgres', ...CLOUDS];

function chosenPlatform() {
  const { platform } = parseArgs({ options: { platform: { type: 'string', default: 'postgres' } } }).values;
  if (PLATFORMS.includes(platform)) return platform;
  throw new Error(`--platform: expected one of ${PLATFORMS.join(', ')}.`);
}

/** The servers that the tests of the connectors use, with a story in them. */
async function startCloud(platform) {
  const { runnerImport } = await import('vite');
  const file = inRoot('test/support/demo/demo-platforms.ts');
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'warn' });
  return module.DEMO_PLATFORMS[platform]();
}

async function demo(name) {
  const began = Date.now();
  await prepare({ development: CLOUDS.includes(name) });
  line(bold('The life of one permission: found, scored, reviewed, removed, put back'));
  const lapse = await openLapse();
  line(`Lapse runs at ${lapse.url}${lapse.isOwn ? ' (started for this demo)' : ''}.`);
  let platform;
  try {
    platform = name === 'postgres' ? await startShop() : await startCloud(name);
    if (name !== 'postgres')
      line(`${platform.title} is one that stands on this machine, and keeps state as the real one does.`);
    await lifecycle(apiOf(lapse.url), platform);
    const left = lapse.isOwn
      ? 'Nothing is left behind.'
      : 'The connector is gone; what it found stays in the directory.';
    line(`\n${bold('Done')} after ${elapsed(began)}. Every step was what it says. ${left}`);
  } finally {
    await platform?.close();
    await lapse.stop();
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
