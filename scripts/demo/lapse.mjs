import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from '../bootstrap/paths.mjs';

/** The Lapse that is running at LAPSE_URL, or one of its own with these settings that is thrown away afterwards. */
export async function openLapse(settings = {}) {
  const given = process.env.LAPSE_URL;
  if (given) return { url: given, isOwn: false, stop: async () => {} };
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-demo-'));
  const child = spawn(process.execPath, [inRoot('bin/lapse.mjs'), 'start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: directory, DEMO_DATA: 'true', DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(directory, { recursive: true, force: true });
  };
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const url = await waitFor('Lapse to start', 120, () => {
    if (child.exitCode !== null) throw new Error(`Lapse did not start:\n${output}`);
    return /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
  }).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, isOwn: true, stop };
}

/** The public API, and nothing else. */
export function apiOf(url) {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(process.env.LAPSE_TOKEN ? { authorization: `Bearer ${process.env.LAPSE_TOKEN}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return response.headers.get('content-type')?.includes('json') && !path.endsWith('/export')
      ? JSON.parse(text)
      : text;
  };
}

/** What `look` answers, as soon as it answers something. */
export async function waitFor(what, seconds, look) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Waited ${seconds} s for ${what} in vain.`);
    await sleep(400);
  }
}
