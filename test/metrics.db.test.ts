import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { processTenant } from '../src/core/pipeline/process-tenant.ts';
import { StageTimes } from '../src/core/pipeline/stage-times.rules.ts';
import { addStageTimings } from '../src/core/pipeline/stage-timings.sql.ts';
import { STAGES } from '../src/core/pipeline/stages.ts';
import { createDevAuthenticate } from '../src/gateway/tokens/token-verifier.ts';
import { tallyApiEvents } from '../src/metrics/api-tally.ts';
import { listenForScrapes } from '../src/metrics/listener.ts';
import { createMetrics, type Metrics } from '../src/metrics/metrics.ts';
import { recordWorkFailure } from '../src/platform/background/work-failures.sql.ts';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { readExposition, type Scrape } from './support/exposition.ts';

const TOKEN = 'scrape-token-0123456789';
/** Given to the service wherever somebody can give something. */
const INPUT = 'Zanzibar';

let database: TestDatabase;
let app: FastifyInstance;
let statements = 0;
let accepted = 0;
let now = Date.now();

const counted = (db: Database): Database => ({
  ...db,
  transaction: (...given) => {
    statements += 1;
    return db.transaction(...given);
  },
});

async function buildGateway(metrics: Metrics | null, surface: 'all' | 'health' = 'all') {
  return buildApp({
    config: loadConfig('start', { RATE_LIMIT_WRITES: 'off', RATE_LIMIT_READS: 'off' }),
    db: database.db,
    secrets_key: Buffer.alloc(32, 7),
    authenticate: createDevAuthenticate(database.tenants.a),
    logger: pino({ level: 'silent' }),
    isReady: async () => true,
    onEvents: (_tenantId, events) => {
      accepted += events;
    },
    metrics,
    surface,
  });
}

const createWith = (db: Database, token: string | null = TOKEN) =>
  createMetrics({ db, now: () => now, version: '1.2.3', token, onError: () => {} });

beforeAll(async () => {
  database = await createTestDatabase();
  app = await buildGateway(createWith(counted(database.db)));
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const ask = (
  gateway: FastifyInstance,
  authorization?: string,
  url = '/metrics',
  method: 'GET' | 'POST' = 'GET',
) => gateway.inject({ method, url, headers: authorization === undefined ? {} : { authorization } });

async function scrape(gateway = app): Promise<Scrape> {
  now += 10_000;
  const answer = await ask(gateway, `Bearer ${TOKEN}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return readExposition(answer.body);
}

const figure = ({ series }: Scrape, name: string, labels: Record<string, string>): number | undefined =>
  series.find(
    (each) =>
      each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
  )?.value;

/** Uses the service with the input everywhere. */
async function use(): Promise<void> {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object | string) =>
    app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        'user-agent': INPUT,
        'x-request-id': INPUT,
        'idempotency-key': `${INPUT}-${url}-${method}`,
        ...(typeof payload === 'string' ? { 'content-type': 'application/x-ndjson' } : {}),
      },
    });
  const lines = [
    { kind: 'principal', id: INPUT, display_name: INPUT, type: 'user', department: INPUT },
    { kind: 'asset', id: INPUT, name: INPUT, type: 'table', platform: INPUT },
    { kind: 'grant', id: INPUT, principal_id: INPUT, asset_id: INPUT, permission: INPUT },
  ];
  await send('POST', '/v1/directory/import', lines.map((line) => JSON.stringify(line)).join('\n'));
  const event = { principal_id: INPUT, asset_id: INPUT, action: INPUT, timestamp: new Date().toISOString() };
  expect((await send('POST', '/v1/events', event)).json().status).toBe('accepted');
  await send('POST', '/v1/events/batch', { events: [event, event, { ...event, asset_id: 'nothing' }] });
  await send('GET', `/v1/principals/${INPUT}`);
  await send('GET', `/${INPUT}`);
  await send('DELETE', `/v1/grants/${INPUT}?${INPUT}=1`);
  const times = new StageTimes();
  const context = {
    db: database.db,
    now: () => Date.now(),
    onError: (error: Error) => {
      throw error;
    },
    times,
  };
  while (await processTenant(context, database.tenants.a));
  for (const { tenant_id, stages } of times.take())
    await addStageTimings(database.db.alone(tenant_id), stages, Date.now());
  await database.admin(
    `INSERT INTO connectors (tenant_id, id, platform, name, settings, sealed_secrets, secret_names, sync_every_seconds,
       created_by) VALUES ($1, 'conn-1', $2, $2, '{}', 'x', '{}', 300, $2)`,
    [database.tenants.a, INPUT],
  );
  await recordWorkFailure(database.db.alone(database.tenants.a), {
    work: 'syncs',
    error: INPUT,
    at: new Date(now).toISOString(),
  });
}

describe('a scrape', () => {
  test('has every documented metric and no other of Lapse', async () => {
    await use();
    const { families } = await scrape();
    const text = readFileSync(new URL('../docs/monitoring.md', import.meta.url), 'utf8');
    const documented = [...text.matchAll(/^\| `(lapse_\w+)`/gm)].map(([, name]) => name as string);
    expect(documented.length).toBeGreaterThan(15);
    expect([...families.keys()].filter((name) => name.startsWith('lapse_')).sort()).toEqual(
      documented.sort(),
    );
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(families.has(name)).toBe(true);
  });

  test('tells what happened', async () => {
    const found = await scrape();
    const tenant = 'tenant-a';
    expect(figure(found, 'lapse_grants', { tenant, band: 'low' })).toBe(1);
    expect(figure(found, 'lapse_grants', { tenant: 'tenant-b', band: 'low' })).toBe(0);
    expect(figure(found, 'lapse_connector_events_total', { tenant, connector: 'conn-1' })).toBe(0);
    expect(figure(found, 'lapse_pipeline_lag_items', { tenant, stage: 'events' })).toBe(0);
    expect(figure(found, 'lapse_score_computation_seconds_count', { tenant })).toBeGreaterThan(1);
    for (const { name: stage } of STAGES)
      expect([stage, figure(found, 'lapse_pipeline_stage_seconds_count', { stage })]).toEqual([
        stage,
        figure(found, 'lapse_score_computation_seconds_count', { tenant }),
      ]);
    const route = '/v1/events/batch';
    expect(
      figure(found, 'lapse_http_request_duration_seconds_count', { method: 'POST', route, status: '2xx' }),
    ).toBe(1);
    expect(
      figure(found, 'lapse_http_request_duration_seconds_count', { route: 'none', status: '4xx' }),
    ).toBeGreaterThan(0);
    expect(figure(found, 'lapse_database_up', {})).toBe(1);
  });

  test('counts what the API accepted, once it was added to the total', async () => {
    expect(accepted).toBe(3);
    const tally = tallyApiEvents(database.db, (error) => {
      throw error;
    });
    tally.count(database.tenants.b, 40);
    tally.count(database.tenants.b, 2);
    tally.count(database.tenants.a, 0);
    await tally.stop();
    expect(
      figure(await scrape(), 'lapse_connector_events_total', { tenant: 'tenant-b', connector: 'api' }),
    ).toBe(42);
  });

  test('has no label and no value of one that came from input, only from lists that are known', async () => {
    const { series } = await scrape();
    const values = new Map<string, Set<string>>();
    for (const { name, labels } of series) {
      if (!name.startsWith('lapse_')) continue;
      for (const [label, value] of Object.entries(labels)) {
        values.set(label, (values.get(label) ?? new Set()).add(value));
      }
    }
    expect([...values.keys()].sort()).toEqual([
      'band',
      'connector',
      'le',
      'method',
      'removal',
      'route',
      'stage',
      'state',
      'status',
      'tenant',
      'version',
      'work',
    ]);
    expect([...(values.get('tenant') ?? [])].sort()).toEqual(['tenant-a', 'tenant-b']);
    expect([...(values.get('connector') ?? [])].sort()).toEqual(['api', 'conn-1']);
    const routes = new Set(app.routeTable.routes.map(({ url }) => url));
    for (const route of values.get('route') ?? [])
      expect([route, route === 'none' || routes.has(route)]).toEqual([route, true]);
    expect(JSON.stringify(series).toLowerCase()).not.toContain(INPUT.toLowerCase());
  });

  test('asks the database once per tenant, however many scrape at once and within five seconds', async () => {
    now += 10_000;
    statements = 0;
    await Promise.all(Array.from({ length: 20 }, () => ask(app, `Bearer ${TOKEN}`)));
    now += 4_999;
    await ask(app, `Bearer ${TOKEN}`);
    expect(statements).toBe(2);
    now += 1;
    await ask(app, `Bearer ${TOKEN}`);
    expect(statements).toBe(4);
  });

  test('has all that rules and dashboard are written with', async () => {
    // Told of only while there is some.
    await database.admin(
      "INSERT INTO work_failures VALUES ($1, 'apply', 3, now(), now(), 'division by zero') ON CONFLICT DO NOTHING",
      [database.tenants.a],
    );
    now += 10_000;
    const { series } = await scrape();
    const told = new Set(series.map(({ name }) => name));
    for (const file of ['prometheus/lapse.rules.yml', 'grafana/lapse.json']) {
      const text = readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
      const expressions = [...text.matchAll(/^ *"?expr"?: (.*)$/gm)].map(
        ([, expression]) => expression as string,
      );
      const used = expressions.join('\n').match(/\b(lapse|nodejs|process)_\w+/g) ?? [];
      expect(expressions.length).toBeGreaterThan(6);
      expect([...new Set(used)].filter((name) => !told.has(name))).toEqual([]);
    }
  });

  test('without its database tells of the process, and that the rest is missing', async () => {
    const db = openDatabase({ connection: database.application, pool_size: 1, onError: () => {} });
    const metrics = createWith(db);
    await db.close();
    const { families, series } = readExposition(await metrics.scrape());
    expect(figure({ families, series }, 'lapse_database_up', {})).toBe(0);
    expect(families.has('process_resident_memory_bytes')).toBe(true);
    expect(families.has('lapse_grants')).toBe(false);
  });
});

describe('who may scrape', () => {
  test('the gateway answers the token, and to everybody else it is a path that is not there', async () => {
    const nothing = await ask(app, undefined, '/nothing-here');
    for (const answer of [
      await ask(app),
      await ask(app, 'Bearer wrong-token-0123456789'),
      await ask(app, `Bearer ${TOKEN}x`),
      await ask(app, `Basic ${TOKEN}`),
      await ask(app, `Bearer ${TOKEN}`, '/metrics/'),
      await ask(app, `Bearer ${TOKEN}`, '/metrics', 'POST'),
    ]) {
      expect([answer.statusCode, answer.body]).toEqual([404, nothing.body]);
    }
    expect((await ask(app, `bearer ${TOKEN}`)).statusCode).toBe(200);
  });

  test('without a token, and without metrics, the gateway has none', async () => {
    for (const metrics of [createWith(database.db, null), null]) {
      const gateway = await buildGateway(metrics);
      expect((await ask(gateway, 'Bearer null')).statusCode).toBe(404);
      expect((await ask(gateway, `Bearer ${TOKEN}`)).statusCode).toBe(404);
      await gateway.close();
    }
  });

  test('a worker answers them too', async () => {
    const worker = await buildGateway(createWith(database.db), 'health');
    expect((await scrape(worker)).families.has('lapse_grants')).toBe(true);
    await worker.close();
  });

  test('a port of their own is open to whoever reaches it, unless there is a token', async () => {
    for (const token of [null, TOKEN]) {
      const listener = await listenForScrapes(createWith(database.db, token), {
        host: '127.0.0.1',
        port: 0,
        token,
      });
      const fetchIt = (path: string, given?: string) =>
        fetch(`http://127.0.0.1:${listener.port}${path}`, {
          headers: given === undefined ? {} : { authorization: `Bearer ${given}` },
        });
      const open = await fetchIt('/metrics');
      expect(open.status).toBe(token === null ? 200 : 404);
      const answer = await fetchIt('/metrics', TOKEN);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      readExposition(await answer.text());
      expect((await fetchIt('/', TOKEN)).status).toBe(404);
      expect((await fetchIt('/v1/health', TOKEN)).status).toBe(404);
      await listener.stop();
    }
  });
});

describe('the settings', () => {
  const metrics = (env: Record<string, string>) => loadConfig('start', env).metrics;

  test('measure nothing unless asked to', () => {
    expect(metrics({})).toBeNull();
    expect(metrics({ METRICS_HOST: '0.0.0.0' })).toBeNull();
    expect(metrics({ METRICS_PORT: '9464' })).toEqual({ host: '127.0.0.1', port: 9464, token: null });
    expect(metrics({ METRICS_TOKEN: TOKEN, METRICS_HOST: '::' })).toEqual({
      host: '::',
      port: null,
      token: TOKEN,
    });
  });

  test('are refused by name when they cannot be, without repeating the token', () => {
    expect(() => metrics({ METRICS_PORT: 'http' })).toThrow(
      /METRICS_PORT: is "http"; expected a whole number/,
    );
    expect(() => metrics({ METRICS_PORT: '8000' })).toThrow(/METRICS_PORT: is the port of the gateway/);
    expect(() => metrics({ METRICS_TOKEN: 'short' })).toThrow(
      /METRICS_TOKEN: cannot be used; expected at least 16/,
    );
    expect(() => metrics({ METRICS_TOKEN: 'with a space, and long' })).not.toThrow(/with a space/);
  });
});
