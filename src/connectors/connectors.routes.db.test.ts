import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { createPlatform } from '../../test/support/baton/baton-platform.ts';

let service: TestApp;

beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());
beforeEach(() => service.test.admin('TRUNCATE connectors, removed_connectors, telemetry_gaps CASCADE'));

/** Nobody listens there. */
const SETTINGS = { host: '127.0.0.1', port: 1, user: 'lapse', password: 'hunter2-secret', tls: 'disable' };

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  service.call({ method, url, ...(payload && { payload }) });
const add = (more: object = {}) =>
  send('POST', '/v1/connectors', { platform: 'postgres', name: 'Shop', settings: SETTINGS, ...more });

describe('connectors', () => {
  test('the platforms that can be connected say what they need', async () => {
    const { items } = (await service.call({ url: '/v1/connectors/types' })).json();
    const titles = items.map(({ title }: { title: string }) => title);
    expect(titles.slice(0, 3)).toEqual(['PostgreSQL', 'Microsoft Entra ID', 'Databricks']);
    expect(items[0].settings.filter((field: { secret: boolean }) => field.secret)).toHaveLength(2);
    expect(items[0].settings.find((field: { name: string }) => field.name === 'tls').one_of).toContain(
      'require',
    );
    for (const { steps } of items) {
      expect(steps.map((step: { needed_for: string }) => step.needed_for)).toContain('revoke');
    }
  });

  test('no answer, audit entry or row shows a secret', async () => {
    const made = await add();
    const { id } = made.json();
    const answers = [
      made,
      await service.call({ url: '/v1/connectors' }),
      await service.call({ url: `/v1/connectors/${id}` }),
      await send('PATCH', `/v1/connectors/${id}`, { settings: { password: 'hunter2-secret-new' } }),
      await send('POST', `/v1/connectors/${id}/test`),
      await send('POST', `/v1/connectors/${id}/sync`),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 200, 200, 200, 200, 200]);
    for (const answer of answers) expect(answer.body).not.toContain('hunter2');
    const rows = await service.test.admin('SELECT * FROM connectors');
    const entries = await service.test.admin(
      "SELECT * FROM audit_entries WHERE event_type LIKE 'connector.%'",
    );
    expect(entries.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify([rows, entries])).not.toContain('hunter2');
    expect(answers[4]?.json()).toMatchObject({ ok: false, message: expect.any(String) });
  });

  test('what is wrong is named, and changes nothing', async () => {
    for (const [body, loc] of [
      [{ platform: 'oracle' }, ['body', 'platform']],
      [{ settings: { ...SETTINGS, host: undefined } }, ['body', 'settings', 'host']],
      [{ settings: { ...SETTINGS, colour: 'red' } }, ['body', 'settings', 'colour']],
      [{ settings: 'x' }, ['body', 'settings']],
      [{ mode: 'yolo' }, ['body', 'mode']],
      [{ sync_every_seconds: 1 }, ['body', 'sync_every_seconds']],
      [{ name: '' }, ['body', 'name']],
    ] as const) {
      const answer = await add(body);
      expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([400, loc]);
    }
    expect(await service.test.admin('SELECT 1 FROM connectors')).toEqual([]);
  });

  test('nothing that the operator has not named can be reached, by new or by changed settings', async () => {
    const id = (await add()).json().id;
    const limited = await createTestApp({
      test: service.test,
      env: { CONNECTOR_HOSTS: 'db.example.com', CONNECTOR_LOG_DIR: '/var/log/postgresql' },
    });
    const within = { ...SETTINGS, host: 'db.example.com', log_path: '/var/log/postgresql/15.csv' };
    const post = (settings: object) =>
      limited.call({
        method: 'POST',
        url: '/v1/connectors',
        payload: { platform: 'postgres', name: 'New', settings },
      });
    for (const [settings, field] of [
      [{ ...within, host: '169.254.169.254' }, 'host'],
      [{ ...within, host: '/var/run/postgresql' }, 'host'],
      [{ ...within, log_path: '/etc/passwd' }, 'log_path'],
    ] as const) {
      const answer = await post(settings);
      expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([400, ['body', 'settings', field]]);
    }
    // One that was stored before the limit.
    const tested = await limited.call({ method: 'POST', url: `/v1/connectors/${id}/test` });
    expect(tested.json()).toMatchObject({ ok: false, message: expect.stringContaining('CONNECTOR_HOSTS') });
    expect((await post(within)).statusCode).toBe(201);
    await limited.app.close();
  });

  test('a Baton connector runs only what the operator offers, and tells nobody its secrets', async () => {
    const platform = createPlatform();
    const offering = await createTestApp({ test: service.test, env: { BATON_DIR: platform.programs } });
    const post = (app: typeof service, settings: object) =>
      app.call({
        method: 'POST',
        url: '/v1/connectors',
        payload: { platform: 'baton', name: 'Things', settings },
      });
    const settings = { program: 'baton-test', secret_variables: 'BATON_TOKEN=hunter2-secret' };
    expect((await post(service, settings)).json().detail[0]).toMatchObject({
      loc: ['body', 'settings', 'program'],
      msg: expect.stringContaining('BATON_DIR'),
    });
    for (const program of [
      '../programs/baton-test',
      `${platform.programs}/baton-test`,
      '/bin/sh',
      'baton-other',
    ]) {
      const answer = await post(offering, { ...settings, program });
      expect([answer.statusCode, answer.json().detail[0]?.loc]).toEqual([
        400,
        ['body', 'settings', 'program'],
      ]);
      expect(answer.body).not.toContain('hunter2');
    }
    const made = await post(offering, settings);
    expect(made.statusCode).toBe(201);
    platform.setMode({ refuse: { Validate: ['UNAUTHENTICATED', 'hunter2-secret was refused'] } });
    const { id } = made.json();
    const refused = await offering.call({ method: 'POST', url: `/v1/connectors/${id}/test` });
    expect(refused.json()).toMatchObject({ ok: false });
    platform.setMode({});
    const tested = await offering.call({ method: 'POST', url: `/v1/connectors/${id}/test` });
    expect(tested.json()).toMatchObject({ ok: true, version: 'v0.2.51' });
    expect(platform.launch().env).toMatchObject({ BATON_TOKEN: 'hunter2-secret' });
    // One that was stored before the operator took the directory away.
    const without = await service.call({ method: 'POST', url: `/v1/connectors/${id}/test` });
    expect(without.json()).toMatchObject({ ok: false, message: expect.stringContaining('BATON_DIR') });
    const rows = await service.test.admin('SELECT * FROM connectors');
    const told = [made, refused, tested, without].map(({ body }) => body);
    expect(JSON.stringify([rows, told])).not.toContain('hunter2');
    await offering.app.close();
    platform.close();
  });

  test('the standard addresses of a platform are held to what the operator has named, too', async () => {
    const limited = async (hosts: string) => {
      const app = await createTestApp({ test: service.test, env: { CONNECTOR_HOSTS: hosts } });
      return (settings: object) =>
        app.call({
          method: 'POST',
          url: '/v1/connectors',
          payload: {
            platform: 'azure_ad',
            name: `Tenant of ${hosts}`,
            settings: { tenant_id: 't', client_id: 'c', client_secret: 's', ...settings },
          },
        });
    };
    const none = await (await limited('db.example.com'))({});
    expect([none.statusCode, none.json().detail.map(({ loc }: { loc: string[] }) => loc.at(-1))]).toEqual([
      400,
      ['graph_url', 'login_url'],
    ]);
    const post = await limited('graph.microsoft.com,login.microsoftonline.com');
    expect((await post({ graph_url: 'https://graph.microsoft.com.evil.test' })).statusCode).toBe(400);
    expect((await post({ login_url: 'http://login.microsoftonline.com' })).statusCode).toBe(400);
    expect((await post({})).statusCode).toBe(201);
  });

  test('names are unique', async () => {
    const first = (await add()).json();
    expect((await add()).statusCode).toBe(409);
    const second = (await add({ name: 'Other' })).json();
    expect((await send('PATCH', `/v1/connectors/${second.id}`, { name: 'Shop' })).statusCode).toBe(409);
    expect((await send('PATCH', `/v1/connectors/${first.id}`, { name: 'Shop' })).statusCode).toBe(200);
  });

  test('is on dry run until it is turned on; what is left out of a change stays', async () => {
    const { id } = (await add()).json();
    const changed = await send('PATCH', `/v1/connectors/${id}`, { mode: 'automatic', settings: { port: 2 } });
    expect(changed.json()).toMatchObject({
      mode: 'automatic',
      settings: { host: '127.0.0.1', port: 2, user: 'lapse' },
      secret_names: ['password'],
    });
    expect((await send('PATCH', `/v1/connectors/${id}`, {})).statusCode).toBe(400);
    expect((await send('PATCH', `/v1/connectors/${id}`, { settings: { port: 'x' } })).statusCode).toBe(400);
    expect((await send('PATCH', '/v1/connectors/never-was', { mode: 'manual' })).statusCode).toBe(404);
  });

  test('one that is turned off is not watched and not read; removed, its platform is fed by the API again', async () => {
    const { id, created_at } = (await add()).json();
    const unwatched = () => service.test.admin('SELECT ended_at FROM telemetry_gaps ORDER BY started_at');
    expect(await unwatched()).toEqual([{ ended_at: created_at }]);
    await send('PATCH', `/v1/connectors/${id}`, { enabled: false });
    expect((await send('POST', `/v1/connectors/${id}/sync`)).statusCode).toBe(409);
    expect(await unwatched()).toEqual([{ ended_at: created_at }, { ended_at: null }]);
    expect((await send('DELETE', `/v1/connectors/${id}`)).json().id).toBe(id);
    expect(await service.test.admin('SELECT 1 FROM telemetry_gaps WHERE ended_at IS NULL')).toEqual([]);
    expect((await send('DELETE', `/v1/connectors/${id}`)).statusCode).toBe(404);
    expect((await service.call({ url: `/v1/connectors/${id}` })).statusCode).toBe(404);
  });

  test('is not removed while its remediations are under way, also those of access on another platform', async () => {
    const { id } = (await add()).json();
    for (const column of ['connector_id', 'edge_connector_id']) {
      await service.test.admin('TRUNCATE remediations CASCADE');
      await service.test.admin(
        `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform,
           ${column}, action, target, reason, requested_by, created_at)
         VALUES ($1, 'r1', 'r', 'd', 'g', 'p', 'a', 'postgres', $2, 'revoke_grant', 'x', 'x', 'x', now())`,
        [service.test.tenants.a, id],
      );
      expect((await send('DELETE', `/v1/connectors/${id}`)).statusCode).toBe(409);
    }
  });
});
