#!/usr/bin/env node
// npm run dev: builds and restarts Lapse when a file in src/ or packages/ changes. A build that fails leaves the running one alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import process from 'node:process';
import { inRoot } from './bootstrap/paths.mjs';
import { orExplain, prepare } from './bootstrap/prepare.mjs';

/** An editor writes several files at once, or one file in several steps. */
const QUIET_MS = 150;
const args = process.argv.length > 2 ? process.argv.slice(2) : ['start'];

let child = null;
let isStopping = false;
let timer;
let work = Promise.resolve();

function start() {
  child = spawn(process.execPath, [inRoot('scripts/bootstrap.mjs'), ...args], { stdio: 'inherit' });
}

async function stop() {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function rebuild() {
  process.exitCode = 0;
  await orExplain(() => prepare({ development: true }));
  if (process.exitCode !== 0 || isStopping) return;
  await stop();
  if (!isStopping) start();
}

for (const directory of ['src', 'packages']) {
  watch(inRoot(directory), { recursive: true }, (_event, file) => {
    if (file?.endsWith('.test.ts') || /(^|\/)(dist|node_modules)(\/|$)/.test(file ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(rebuild);
    }, QUIET_MS);
  });
}

async function end() {
  isStopping = true;
  await stop();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
// npm's shell passes no signal on; when it is gone, nobody waits for us any more.
const parent = process.ppid;
setInterval(() => process.ppid === parent || end(), 250);

work = work.then(rebuild);
