import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import {
  SETTINGS as DATABRICKS,
  type DatabricksWorld,
  databricksWorld,
} from '../../test/support/databricks-world.ts';
import { SETTINGS as ENTRA, type EntraWorld, entraWorld } from '../../test/support/entra-world.ts';
import { dumpAccess, fillTarget } from '../../test/support/postgres-world.ts';
import { startScriptedServer } from '../../test/support/scripted-server.ts';
import {
  SETTINGS as SYNAPSE,
  type SynapseWorld,
  synapseWorld,
} from '../../test/support/synapse/synapse-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../../test/support/target-server.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { testSettings } from './check-connector.ts';
import { connectorSetup } from './open-connectors.ts';
import { ANYTHING } from './reach.rules.ts';

/** Settings that nobody has saved, tried against servers that behave as the platforms do. */

let service: TestApp;
let target: TargetServer;
let entra: EntraWorld;
let databricks: DatabricksWorld;
let synapse: SynapseWorld;
let good: Record<string, Record<string, unknown>>;
let log = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  service = await createTestApp({ logger: pino({ level: 'trace' }, sink) });
  target = await (TARGETS[0] as (typeof TARGETS)[number]).start();
  await fillTarget(target);
  entra = await entraWorld();
  databricks = await databricksWorld();
  synapse = await synapseWorld();
  const { url } = entra.server;
  const { workspace_url, account_url, login_url } = databricks.server;
  good = {
    postgres: {
      host: target.host,
      port: target.port,
      tls: 'disable',
      user: 'lapse_reader',
      password: TARGET_PASSWORD,
      remediation_user: 'lapse_admin',
      remediation_password: TARGET_PASSWORD,
    },
    azure_ad: { ...ENTRA, graph_url: url, login_url: url },
    databricks: { ...DATABRICKS, workspace_url, account_url, login_url },
    synapse: {
      ...SYNAPSE,
      workspace_url: synapse.server.url,
      login_url: synapse.server.url,
      logs_url: synapse.server.url,
      sql_port: synapse.server.sql_port,
    },
  };
});
afterAll(async () => {
  await Promise.all([
    service?.close(),
    target?.stop(),
    entra?.close(),
    databricks?.close(),
    synapse?.close(),
  ]);
});

const send = (payload: object, on: TestApp = service) =>
  on.call({ method: 'POST', url: '/v1/connectors/test', payload });
const ask = async (platform: string, more: object = {}) => {
  const answer = await send({ platform, settings: { ...good[platform], ...more } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const platforms = () => Object.keys(good);

describe('settings are tested before they are saved', () => {
  test('what works on each platform is said to work, and is kept nowhere', async () => {
    const before = await dumpAccess(target);
    for (const platform of platforms()) expect(await ask(platform)).toMatchObject({ ok: true });
    expect(await dumpAccess(target)).toEqual(before);
    expect(await service.test.admin('SELECT 1 FROM connectors')).toEqual([]);
    expect(
      await service.test.admin("SELECT 1 FROM audit_entries WHERE event_type LIKE 'connector%'"),
    ).toEqual([]);
    expect((await service.call({ url: '/v1/connectors' })).json().items).toEqual([]);
  });

  test('a secret that is not accepted, on each platform', async () => {
    for (const platform of platforms()) {
      const field = platform === 'postgres' ? 'password' : 'client_secret';
      const said = await ask(platform, { [field]: 'mistyped-secret-5d1e' });
      expect(said).toMatchObject({ ok: false, missing: [] });
      expect(said.message).toMatch(/28P01|AADSTS7000215|invalid_client/);
    }
  });

  test('an account that removes and cannot sign in does not keep the other one from reading', async () => {
    const wrong = { remediation_client_id: 'another', remediation_client_secret: 'mistyped-secret-5d1e' };
    for (const platform of platforms()) {
      const { ok, missing } = await ask(
        platform,
        platform === 'postgres' ? { remediation_password: 'mistyped-secret-5d1e' } : wrong,
      );
      expect([platform, ok]).toEqual([platform, true]);
      expect(missing).toContainEqual({
        ability: 'revoke',
        what: expect.stringMatching(/^A sign-in for (lapse_admin|another), which is to remove: /),
      });
    }
  });

  test('names what is missing, and what it is for', async () => {
    entra.server.tenant.withdraw('AuditLog.Read.All');
    expect((await ask('azure_ad')).missing).toContainEqual({
      ability: 'read_use',
      what: expect.stringMatching(/^AuditLog\.Read\.All to read sign-ins/),
    });
    const { missing } = await ask('postgres', { user: 'ana', remediation_user: 'lapse_limited' });
    expect(missing).toEqual(
      expect.arrayContaining([
        { ability: 'read_use', what: 'membership in pg_monitor' },
        { ability: 'revoke', what: 'membership in shop_owner, who owns tables' },
      ]),
    );
  });

  test('a mistyped host or port is said in a sentence', async () => {
    const nobody = await startScriptedServer(() => ({}));
    await nobody.close();
    const { port } = new URL(nobody.url);
    const noName = /(There is no host named|The name) db\.exmaple\.invalid/;
    const noPort = new RegExp(`Nothing listens at 127\\.0\\.0\\.1:${port}: check host and port`);
    for (const [platform, settings, sentence] of [
      ['postgres', { host: 'db.exmaple.invalid' }, noName],
      ['postgres', { host: '127.0.0.1', port: Number(port) }, noPort],
      ['azure_ad', { graph_url: 'https://db.exmaple.invalid' }, noName],
      ['azure_ad', { login_url: nobody.url }, noPort],
      ['databricks', { workspace_url: nobody.url }, noPort],
      ['databricks', { account_url: 'https://db.exmaple.invalid' }, noName],
      ['synapse', { workspace_url: nobody.url }, noPort],
      ['synapse', { dedicated_host: 'db.exmaple.invalid' }, noName],
    ] as const) {
      const { ok, message } = await ask(platform, settings);
      expect([platform, settings, ok]).toEqual([platform, settings, false]);
      expect(message).toMatch(sentence);
    }
  });

  test('a server that says nothing is given up', async () => {
    const silent = await startScriptedServer(() => new Promise(() => {}));
    const setup = connectorSetup(Buffer.alloc(32), ANYTHING);
    const settings = { ...good.azure_ad, graph_url: silent.url, login_url: silent.url };
    expect(await testSettings(setup, { platform: 'azure_ad', settings }, 300)).toMatchObject({
      ok: false,
      message: 'there was no answer within 0.3 seconds',
    });
    await silent.close();
  });

  test('what is malformed is named, and asked of no platform', async () => {
    const before = entra.server.seen.length;
    for (const [body, loc] of [
      [{ platform: 'oracle', settings: {} }, ['body', 'platform']],
      [{ platform: 7, settings: {} }, ['body', 'platform']],
      [{ settings: {} }, ['body', 'platform']],
      [{ platform: 'azure_ad' }, ['body', 'settings']],
      [{ platform: 'azure_ad', settings: ['client_id'] }, ['body', 'settings']],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, tenant_id: { $ne: 1 } } },
        ['body', 'settings', 'tenant_id'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, client_secret: '\0' } },
        ['body', 'settings', 'client_secret'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, colour: 'red' } },
        ['body', 'settings', 'colour'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, client_secret: undefined } },
        ['body', 'settings', 'client_secret'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, graph_url: 'file:///etc/passwd' } },
        ['body', 'settings', 'graph_url'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, graph_url: 'http://169.254.169.254' } },
        ['body', 'settings', 'graph_url'],
      ],
      [
        { platform: 'azure_ad', settings: { ...good.azure_ad, login_url: 'https://a:b@login.example' } },
        ['body', 'settings', 'login_url'],
      ],
      [{ platform: 'postgres', settings: { ...good.postgres, port: 70_000 } }, ['body', 'settings', 'port']],
    ] as const) {
      const answer = await send(body);
      expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([400, loc]);
    }
    expect(entra.server.seen.length).toBe(before);
  });

  test('only hosts that the operator has named are asked', async () => {
    const limited = await createTestApp({
      test: service.test,
      env: { CONNECTOR_HOSTS: 'graph.microsoft.com', CONNECTOR_LOG_DIR: '/var/log/postgresql' },
    });
    const before = entra.server.seen.length;
    const refused = async (platform: string, settings: object) => {
      const answer = await send({ platform, settings: { ...good[platform], ...settings } }, limited);
      expect(answer.statusCode).toBe(400);
      return answer.json().detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc.at(-1), msg]);
    };
    const named = expect.stringContaining('CONNECTOR_HOSTS');
    expect(await refused('azure_ad', {})).toEqual([
      ['graph_url', named],
      ['login_url', named],
    ]);
    expect(await refused('postgres', { log_path: '/etc/passwd' })).toEqual([
      ['host', named],
      ['log_path', expect.stringContaining('CONNECTOR_LOG_DIR')],
    ]);
    expect(entra.server.seen.length).toBe(before);
    await limited.app.close();
  });

  test('the test of one tenant is none of another', async () => {
    const other = await createTestApp({
      test: service.test,
      authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
    });
    const settings = good.azure_ad as object;
    await service.call({
      method: 'POST',
      url: '/v1/connectors',
      payload: { platform: 'azure_ad', name: 'Ours', settings },
    });
    const answer = await send(
      { platform: 'azure_ad', settings: { ...settings, client_secret: undefined } },
      other,
    );
    // Nothing is filled in from what somebody else has saved.
    expect([answer.statusCode, answer.json().detail[0].loc.at(-1)]).toEqual([400, 'client_secret']);
    expect((await other.call({ url: '/v1/connectors' })).json().items).toEqual([]);
    await other.app.close();
  });

  test('no secret stands in a log', () => {
    expect(log).toContain('/v1/connectors/test');
    for (const secret of [
      TARGET_PASSWORD,
      ENTRA.client_secret,
      DATABRICKS.client_secret,
      'mistyped-secret-5d1e',
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
