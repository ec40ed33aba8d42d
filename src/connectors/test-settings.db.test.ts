import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { type Platforms, startPlatforms } from '../../test/support/platforms.ts';
import { dumpAccess } from '../../test/support/postgres-world.ts';
import { startScriptedServer } from '../../test/support/scripted-server.ts';
import { createDevAuthenticate } from '../gateway/tokens/token-verifier.ts';
import { testSettings } from './check-connector.ts';
import { connectorSetup } from './open-connectors.ts';
import { ANYTHING } from './reach.rules.ts';

/** Settings that nobody has saved, tried against servers that behave as the platforms do. */

const MISTYPED = 'mistyped-secret-5d1e';

let service: TestApp;
let world: Platforms;
let good: Platforms['settings'];
let log = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  world = await startPlatforms();
  good = world.settings;
  service = await createTestApp({
    logger: pino({ level: 'trace' }, sink),
    env: { BATON_DIR: world.baton.programs },
  });
});
afterAll(async () => {
  await Promise.all([service?.close(), world?.close()]);
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
    const before = await dumpAccess(world.target);
    for (const platform of platforms()) expect(await ask(platform)).toMatchObject({ ok: true });
    expect(await dumpAccess(world.target)).toEqual(before);
    expect(await service.test.admin('SELECT 1 FROM connectors')).toEqual([]);
    expect(
      await service.test.admin("SELECT 1 FROM audit_entries WHERE event_type LIKE 'connector%'"),
    ).toEqual([]);
    expect((await service.call({ url: '/v1/connectors' })).json().items).toEqual([]);
  });

  test('a secret that is not accepted, on each platform', async () => {
    for (const platform of platforms()) {
      const wrong = {
        postgres: { password: MISTYPED },
        baton: { secret_variables: `BATON_TOKEN=${MISTYPED}` },
      }[platform] ?? { client_secret: MISTYPED };
      const said = await ask(platform, wrong);
      expect([platform, said]).toMatchObject([platform, { ok: false, missing: [] }]);
      expect(said.message).toMatch(/28P01|AADSTS7000215|invalid_client|401: the token is not valid/);
      expect(JSON.stringify(said)).not.toContain(MISTYPED);
    }
  });

  test('an account that removes and cannot sign in does not keep the other one from reading', async () => {
    const wrong = { remediation_client_id: 'another', remediation_client_secret: MISTYPED };
    // A Baton connector signs in as one account.
    for (const platform of platforms().filter((one) => one !== 'baton')) {
      const { ok, missing } = await ask(
        platform,
        platform === 'postgres' ? { remediation_password: MISTYPED } : wrong,
      );
      expect([platform, ok]).toEqual([platform, true]);
      expect(missing).toContainEqual({
        ability: 'revoke',
        what: expect.stringMatching(/^A sign-in for (lapse_admin|another), which is to remove: /),
      });
    }
  });

  test('a mistyped host or port is said in a sentence', async () => {
    const nobody = await startScriptedServer(() => ({}));
    await nobody.close();
    const { port } = new URL(nobody.url);
    const noName = /(There is no host named|The name) db\.exmaple\.invalid/;
    const noPort = new RegExp(`Nothing listens at 127\\.0\\.0\\.1:${port}: check host and port`);
    const mistyped: [platform: string, settings: object, sentence: RegExp][] = [
      ['postgres', { host: 'db.exmaple.invalid' }, noName],
      ['postgres', { host: '127.0.0.1', port: Number(port) }, noPort],
      ['azure_ad', { graph_url: 'https://db.exmaple.invalid' }, noName],
      ['azure_ad', { login_url: nobody.url }, noPort],
      ['databricks', { workspace_url: nobody.url }, noPort],
      ['databricks', { account_url: 'https://db.exmaple.invalid' }, noName],
      ['synapse', { workspace_url: nobody.url }, noPort],
      ['synapse', { dedicated_host: 'db.exmaple.invalid' }, noName],
      ['fabric', { fabric_url: 'https://db.exmaple.invalid' }, noName],
      ['fabric', { powerbi_url: nobody.url }, noPort],
      ['fabric', { graph_url: 'https://db.exmaple.invalid' }, noName],
      ['fabric', { login_url: nobody.url }, noPort],
      [
        'baton',
        { variables: ['BATON_DOMAIN=db.exmaple.invalid'] },
        /lookup db\.exmaple\.invalid: no such host/,
      ],
    ];
    // At once, because some networks take long to say that there is no such name.
    await Promise.all(
      mistyped.map(async ([platform, settings, sentence]) => {
        const { ok, message } = await ask(platform, settings);
        expect([platform, settings, ok]).toEqual([platform, settings, false]);
        expect(message).toMatch(sentence);
      }),
    );
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
    const before = world.entra.server.seen.length;
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
      [
        { platform: 'fabric', settings: { ...good.fabric, item_access: 'on' } },
        ['body', 'settings', 'admin_api'],
      ],
      [
        { platform: 'fabric', settings: { ...good.fabric, fabric_url: 'http://fabric.example' } },
        ['body', 'settings', 'fabric_url'],
      ],
      [
        { platform: 'baton', settings: { ...good.baton, program: '../baton-test' } },
        ['body', 'settings', 'program'],
      ],
      [
        { platform: 'baton', settings: { ...good.baton, variables: ['DOMAIN=corp.example'] } },
        ['body', 'settings', 'variables'],
      ],
      [
        { platform: 'baton', settings: { ...good.baton, secret_variables: '{"BATON_TOKEN": 7}' } },
        ['body', 'settings', 'secret_variables'],
      ],
    ] as const) {
      const answer = await send(body);
      expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([400, loc]);
    }
    expect(world.entra.server.seen.length).toBe(before);
  });

  test('only hosts that the operator has named are asked', async () => {
    const limited = await createTestApp({
      test: service.test,
      env: {
        CONNECTOR_HOSTS: 'graph.microsoft.com',
        CONNECTOR_LOG_DIR: '/var/log/postgresql',
        BATON_DIR: world.baton.programs,
      },
    });
    const before = world.entra.server.seen.length;
    const calls = world.baton.calls();
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
    expect(await refused('fabric', { graph_url: 'https://graph.microsoft.com' })).toEqual(
      ['login_url', 'fabric_url', 'powerbi_url'].map((field) => [field, named]),
    );
    const token = 'BATON_TOKEN=x';
    const hosts = {
      variables: ['BATON_DOMAIN=corp.example'],
      secret_variables: `BATON_HOST=db:5432\n${token}`,
    };
    expect(await refused('baton', hosts)).toEqual([
      ['variables', named],
      ['secret_variables', named],
    ]);
    expect(world.entra.server.seen.length).toBe(before);
    expect(world.baton.calls()).toEqual(calls);
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
    for (const secret of [...world.secrets, MISTYPED]) expect(log).not.toContain(secret);
  });
});
