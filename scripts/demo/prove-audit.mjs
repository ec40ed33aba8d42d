import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { inRoot } from '../bootstrap/paths.mjs';
import { waitFor } from './lapse.mjs';
import { say } from './narrate.mjs';

const run = promisify(execFile);

const isAboutIt = ({ event_type }) => /^(review|remediation)\./.test(event_type);

/** What happened to one person's access, and that nobody has altered the record of it. */
export async function proveAudit(api, { id }) {
  const last = await waitFor('the audit trail to be signed', 30, async () => {
    const { items } = await api('GET', `/v1/audit?principal_id=${id}&limit=100`);
    const reverted = items.find((entry) => entry.event_type === 'remediation.reverted');
    return reverted && (await api('GET', `/v1/audit/${reverted.id}/proof`).catch(() => null)) && items;
  });
  say('What was recorded about it:');
  for (const { timestamp, event_type, description } of [...last].reverse().filter(isAboutIt)) {
    say(`${timestamp.slice(11, 19)}  ${event_type}: ${description}`);
  }
  await verifyOffline(api);
}

async function verifyOffline(api) {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bundle-'));
  try {
    const bundle = path.join(directory, 'audit.ndjson');
    await writeFile(bundle, await api('GET', '/v1/audit/export'));
    const { key } = await api('GET', '/v1/audit/key');
    const lapse = inRoot('bin/lapse.mjs');
    // Ends with 1 when something is not as it was signed, and then so does the demo.
    const { stdout } = await run(process.execPath, [lapse, 'audit', 'verify', bundle, '--key', key]);
    say('$ lapse audit verify audit.ndjson --key …');
    for (const text of stdout.trim().split('\n')) say(text);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
