import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { databricksDemo } from '../../test/support/demo/databricks-demo.ts';
import type { DemoPlatform } from '../../test/support/demo/demo-platform.ts';
import { drain } from '../../test/support/drain.ts';
import type { ConnectorType } from '../connectors/connector.ts';
import { connectorSetup, connectorTypes, createOpenConnector } from '../connectors/open-connectors.ts';
import { ANYTHING } from '../connectors/reach.rules.ts';
import { syncTenant } from '../connectors/sync/run-syncs.ts';
import { LapseError } from '../platform/errors.ts';
import { connectPlatform } from './connect/connect-platform.ts';
import { lapseApi } from './connect/lapse-api.ts';
import { register } from './connect.ts';

let service: TestApp;
let url: string;
let demo: DemoPlatform;
let worker: { stop: () => Promise<void> };
const databricks = connectorTypes().find(({ platform }) => platform === 'databricks') as ConnectorType;

beforeAll(async () => {
  service = await createTestApp();
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  worker = startWorker();
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});
beforeEach(async () => {
  demo = await databricksDemo();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await demo.close();
  await service.test.admin('TRUNCATE connectors, telemetry_gaps CASCADE');
});

/** What a worker of Lapse does: it reads what is connected, and computes scores. */
function startWorker() {
  const { db, tenants } = service.test;
  const ending = new AbortController();
  const setup = connectorSetup(Buffer.alloc(32, 7), ANYTHING);
  const open = createOpenConnector(db, setup);
  const context = { db, now: () => Date.now(), onError: () => {}, openConnector: open };
  const working = (async () => {
    while (!ending.signal.aborted) {
      await syncTenant(context, tenants.a, ending.signal);
      await drain(service.test, tenants.a, Date.now());
      await sleep(50);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await working.catch(() => {});
    },
  };
}

function captured() {
  const texts = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    texts.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.err += String(text);
    return true;
  });
  return texts;
}

async function run(args: string[], settings = demo.settings) {
  const texts = captured();
  vi.stubEnv('LAPSE_URL', url);
  for (const [name, value] of Object.entries(settings))
    vi.stubEnv(`LAPSE_DATABRICKS_${name.toUpperCase()}`, String(value));
  const command = new Command('connect').exitOverride().configureOutput({ writeErr: () => {} });
  register(command);
  const error = await command.parseAsync(args, { from: 'user' }).then(
    () => null,
    (reason: Error) => reason.message,
  );
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const text of [texts.out, texts.err, error ?? ''])
    for (const secret of demo.secrets) expect(text).not.toContain(secret);
  return { ...texts, error };
}

const connectors = async () =>
  (await service.call({ method: 'GET', url: '/v1/connectors' })).json().items as Record<string, unknown>[];

test('a script connects a platform: test, first sync, what was found, and it only plans', async () => {
  const { out, err, error } = await run(['databricks', '--name', 'Lake']);
  expect(error).toBe(null);
  expect(out).toContain('ok  to find who may reach what');
  expect(out).toContain('Lake is connected. It only plans');
  expect(out).toMatch(/What was found\n {2}6 principals, 6 memberships, 5 assets, 13 grants, and \d+ uses\./);
  expect(out).toMatch(/Use is seen since \d{4}-\d\d-\d\d\./);
  expect(out).toMatch(/The stalest access on databricks\n +\d\d\.\d {2}Dana Reyes: /);
  expect(err).toMatch(/8\/8 Done \(\d+ s\): \d+ uses, 13 grants, 6 memberships, 5 assets, 6 principals/);
  expect(await connectors()).toMatchObject([
    { name: 'Lake', mode: 'dry_run', secret_names: ['client_secret'] },
  ]);
  expect(demo.changes()).toEqual([]);
  const again = await run(['databricks', '--name', 'Lake']);
  expect(again.error).toBe('Lapse refuses it: There is already a connector with the name "Lake".');
  expect(again.out).not.toContain('is connected');
});

test('nothing is saved of a platform that cannot be read', async () => {
  const wrong = await run(['databricks'], { ...demo.settings, client_secret: 'wrong' });
  expect(wrong.error).toBe('Nothing was saved, because the platform cannot be read like this.');
  expect(wrong.out).toContain('invalid_client');
  const { client_secret, workspace_url, ...rest } = demo.settings;
  expect([client_secret, workspace_url]).not.toContain(undefined);
  const missing = await run(['databricks'], rest);
  expect(missing.error).toContain('workspace_url: ');
  expect(missing.error).toContain('--workspace-url, or LAPSE_DATABRICKS_WORKSPACE_URL');
  demo.withholdRight();
  const lacking = await run(['databricks']);
  expect(lacking.error).toContain('Nothing was saved');
  expect(lacking.out).toMatch(/!! {2}to find who may reach what, this is missing:\n {6}- Account admin, /);
  expect(await connectors()).toEqual([]);
});

test('the steps are those of the API, with the settings in what can be copied', async () => {
  const { items } = (await service.call({ method: 'GET', url: '/v1/connectors/types' })).json();
  const steps = items.find((item: { platform: string }) => item.platform === 'databricks').steps;
  const { out, error } = await run(['databricks', '--steps']);
  expect(error).toBe(null);
  const plain = out.replace(/\s+/g, ' ');
  for (const { title, instructions } of steps)
    for (const text of [title, ...instructions]) expect(plain).toContain(text);
  expect(out).toContain(`\`${demo.settings.client_id}\``);
  expect(await connectors()).toEqual([]);
});

/** Somebody who answers what is asked, once each; to everything else with Enter. */
function person(answers: [RegExp, string][]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
    const question = /[^\n]*(: |\] )$/.exec(String(chunk))?.[0];
    if (question === undefined) return;
    const at = answers.findIndex(([asked]) => asked.test(question));
    const answer = at < 0 ? '' : answers.splice(at, 1)[0]?.[1];
    setImmediate(() => input.write(`${answer}\r`));
  });
  return { terminal: { input, output, interrupted: () => {} }, left: answers, shown: () => shown };
}

test('somebody at a terminal is led through the steps, corrects a secret, and sees what was found', async () => {
  const { client_id, client_secret, ...known } = demo.settings;
  const texts = captured();
  const { terminal, left, shown } = person([
    [/^ {2}client_id: $/, String(client_id)],
    [/^ {2}client_secret: $/, 'wrong'],
    [/\[y\/N\] $/, 'n'],
    [/^Setting: $/, 'client_secret'],
    [/^ {2}client_secret: $/, String(client_secret)],
    [/^Name of the connector \[Databricks\]: $/, 'Lake'],
  ]);
  await connectPlatform(databricks, known, {
    api: lapseApi(url, null),
    name: null,
    onlySteps: false,
    terminal,
    onSaved: () => {},
  });
  vi.restoreAllMocks();
  expect(left).toEqual([]);
  expect(texts.out.indexOf('Step 1 of 4')).toBeLessThan(texts.out.indexOf('Step 3 of 4'));
  expect(texts.out).not.toContain('Step 4 of 4');
  expect(texts.out).toContain('invalid_client');
  expect(texts.out).toContain('Lake is connected.');
  for (const text of [texts.out, texts.err, shown()]) {
    expect(text).not.toContain(client_secret);
    expect(text).not.toContain('wrong');
  }
  for (const line of texts.out.split('\n').filter((text) => /^ {2}\S/.test(text)))
    expect(line.length, line).toBeLessThanOrEqual(100);
});

test('a first sync that fails is told, with when it is tried again', async () => {
  captured();
  const connecting = connectPlatform(databricks, demo.settings, {
    api: lapseApi(url, null),
    name: 'Lake',
    onlySteps: false,
    terminal: null,
    onSaved: () => void demo.withholdRight(),
  });
  await expect(connecting).rejects.toThrow(
    /^Lake is connected, but its first sync failed: .*It is tried again at \d{4}-/,
  );
});

test.each([
  ['http://127.0.0.1:1', /^Lapse cannot be reached at .*is it running there\? --url or LAPSE_URL/],
  ['http://lapse.example.com', /^Secrets would travel to lapse\.example\.com unencrypted/],
  ['https://ana:secret@lapse.example.com', /^The address of Lapse: expected one such as/],
  ['lapse', /^The address of Lapse: expected one such as/],
])('%s is no Lapse to be told secrets', async (address, expected) => {
  const { error } = await run(['databricks', '--url', address]);
  expect(error).toMatch(expected);
});

test('a Lapse that does not know who asks says what it takes', async () => {
  const other = await createTestApp({
    test: service.test,
    authenticate: () => async () => {
      throw new LapseError('unauthenticated', 'A token is needed.');
    },
  });
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
  const { error } = await run(['databricks', '--url', address]);
  expect(error).toMatch(/^Lapse wants to know who you are: set LAPSE_TOKEN, or .*--token-file/);
  await other.close();
});
