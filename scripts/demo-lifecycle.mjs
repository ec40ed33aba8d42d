#!/usr/bin/env node
// npm run demo:lifecycle: access to a table of a live PostgreSQL is found, scored, reviewed, removed, put back, and
// proved. Uses only the public API of Lapse. LAPSE_URL names a Lapse that is already running; without it one is
// started for the purpose and thrown away, like the PostgreSQL.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { inRoot } from './bootstrap/paths.mjs';
import { orExplain, prepare } from './bootstrap/prepare.mjs';
import { apiOf, openLapse, waitFor } from './demo/lapse.mjs';
import { startShop } from './demo/shop.mjs';

const run = promisify(execFile);
const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
let steps = 0;
function step(title) {
  steps += 1;
  console.log(`\n${bold(`${steps}. ${title}`)}`);
}
const say = (text) => console.log(`   ${text}`);
const began = Date.now();
const elapsed = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

async function lifecycle(api, shop) {
  step('A shop keeps its customers in PostgreSQL; Dana may read them');
  say(`Dana: SELECT * FROM customers   -> ${await shop.readAsDana()}`);

  step('Connect it to Lapse');
  const connector = await api('POST', '/v1/connectors', {
    platform: 'postgres',
    name: `Demo shop ${Date.now()}`,
    settings: shop.settings,
  });
  const synced = await waitFor('the first sync', 60, async () => {
    const now = await api('GET', `/v1/connectors/${connector.id}`);
    if (now.error) throw new Error(now.error);
    return now.last_sync_at && now;
  });
  const { principals, assets, grants, inherited } = synced.progress;
  say(
    `Read ${principals} principals, ${assets} assets and ${grants + inherited} grants. Health: ${synced.health}.`,
  );
  say(
    `It sees who uses what: ${synced.coverage.observes_use ? 'yes' : 'no'}. Secrets it keeps, sealed: ${synced.secret_names.join(', ')}.`,
  );

  step('Lapse scores the access: 0 is fresh, 100 is stale');
  const found = await api('GET', '/v1/principals?q=dana');
  const dana = found.items.find((item) => item.display_name === 'dana' && item.source === 'postgres');
  const held = await api('GET', `/v1/grants?principal_id=${dana.id}`);
  const grant = held.items.find((item) => item.asset_name.endsWith('.customers'));
  const score = await waitFor('the score', 30, async () => {
    const { items } = await api(
      'GET',
      `/v1/scores?principal_id=${dana.id}&asset_id=${grant.asset_id}&form=pair`,
    );
    return items[0];
  });
  say(`dana, ${grant.permission} on ${grant.asset_name}: ${score.score} (${score.risk_level}).`);
  say('Lapse has only just met it. A reviewer may ask all the same:');

  step('Review it, and decide');
  const review = await api('POST', '/v1/reviews', {
    principal_id: dana.id,
    asset_id: grant.asset_id,
    reason: 'manual_trigger',
    notes: 'Dana has moved to another team.',
  });
  say(`Review ${review.review_id} is ${review.status}.`);
  const decide = () =>
    api('POST', `/v1/reviews/${review.review_id}/decide`, {
      decision: 'REVOKE',
      justification: 'Dana has moved to another team.',
    });
  const decision = await decide();
  say(`${decision.decided_by} decided: ${decision.decision}.`);
  const remediation = await ended(api, grant.id);
  say(
    `A platform that was just connected is on dry run. It would have sent: ${remediation.plan.statements.join('; ')}`,
  );
  say(`Dana: SELECT * FROM customers   -> ${await shop.readAsDana()}`);

  step('Turn it on, and carry the removal out');
  await api('PATCH', `/v1/connectors/${connector.id}`, { mode: 'automatic' });
  say(
    'By the policy access younger than a day is not judged; for this demo that is lifted, and put back at the end.',
  );
  await api('PUT', '/v1/policy', { remediation: { min_grant_age_days: 0 } });
  const since = Date.now();
  await api('POST', `/v1/remediations/${remediation.id}/retry`);
  const removed = await ended(api, grant.id);
  if (removed.status !== 'completed') throw new Error(`The removal is ${removed.status}: ${removed.error}`);
  say(`${removed.action}: ${removed.target}. Read back as gone after ${elapsed(since)}.`);
  say(`Dana: SELECT * FROM customers   -> ${await shop.readAsDana()}`);

  step('It was a mistake: put it back');
  await api('POST', `/v1/remediations/${remediation.id}/revert`);
  await waitFor('the access to be back', 30, async () => {
    const now = await api('GET', `/v1/remediations/${remediation.id}`);
    return now.status === 'reverted' && now;
  });
  say('Put back exactly as it was, and read back.');
  say(`Dana: SELECT * FROM customers   -> ${await shop.readAsDana()}`);

  step('Prove it: export the audit trail and verify it offline');
  const last = await waitFor('the audit trail to be signed', 30, async () => {
    const { items } = await api('GET', `/v1/audit?principal_id=${dana.id}&limit=100`);
    const reverted = items.find((entry) => entry.event_type === 'remediation.reverted');
    return reverted && (await api('GET', `/v1/audit/${reverted.id}/proof`).catch(() => null)) && items;
  });
  for (const { timestamp, event_type, description } of [...last].reverse()) {
    say(`${timestamp}  ${event_type.padEnd(28)} ${description}`);
  }
  await verify(api);
  return connector;
}

/** The removal of the grant, when it has come to an end. */
function ended(api, grantId) {
  return waitFor('the removal', 30, async () => {
    const { items } = await api('GET', `/v1/remediations?grant_id=${grantId}`);
    const newest = items.at(-1);
    return (
      newest && !['pending', 'running'].includes(newest.status) && api('GET', `/v1/remediations/${newest.id}`)
    );
  });
}

async function verify(api) {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-bundle-'));
  try {
    const bundle = path.join(directory, 'audit.ndjson');
    await writeFile(bundle, await api('GET', '/v1/audit/export'));
    const { key } = await api('GET', '/v1/audit/key');
    const { stdout } = await run(process.execPath, [
      inRoot('bin/lapse.mjs'),
      'audit',
      'verify',
      bundle,
      '--key',
      key,
    ]);
    say('$ lapse audit verify audit.ndjson --key …');
    for (const line of stdout.trim().split('\n')) say(line);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

await orExplain(async () => {
  await prepare({ development: false });
  console.log(bold('The life of one permission, on a live PostgreSQL'));
  const lapse = await openLapse();
  console.log(`Lapse: ${lapse.url}${lapse.isOwn ? ' (started for this demo)' : ''}`);
  const shop = await startShop().catch(async (error) => {
    await lapse.stop();
    throw error;
  });
  const api = apiOf(lapse.url);
  try {
    const { remediation } = await api('GET', '/v1/policy');
    const connector = await lifecycle(api, shop).finally(() =>
      api('PUT', '/v1/policy', { remediation: { min_grant_age_days: remediation.min_grant_age_days } }),
    );
    await api('DELETE', `/v1/connectors/${connector.id}`);
    console.log(`\n${bold('Done')} after ${elapsed(began)}. The shop's server is thrown away.`);
  } finally {
    await shop.stop();
    await lapse.stop();
  }
});
