import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { requireFreeDataDir } from '@lapse/embedded-postgres';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { type Config, checkpointDirectories } from './config.ts';
import { connectorSetup } from './connectors/open-connectors.ts';
import { asUrl, explainListenError, type ListenAddress, requireFreePort } from './gateway/listen-address.ts';
import { answerWhileStarting, type StartingServer } from './gateway/starting-server.ts';
import {
  type Authenticate,
  createDevAuthenticate,
  createTokenVerifier,
} from './gateway/tokens/token-verifier.ts';
import { tallyApiEvents } from './metrics/api-tally.ts';
import { listenForScrapes } from './metrics/listener.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import type { MetricsConfig } from './metrics/metrics-settings.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { readOrCreateSecretsKey } from './platform/config/secrets-key.ts';
import type { ConnectionSettings, Database } from './platform/database/database.ts';
import { requireSafeServer } from './platform/database/server-checks.ts';
import { LOCAL_TENANT, type Tenant } from './platform/tenants/tenant.rules.ts';
import { ensureTenants, findTenant } from './platform/tenants/tenants.sql.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';
import { VERSION } from './platform/version.ts';
import { loadDemo } from './synthetic/load-demo.ts';
import { startBodyThread } from './workers/start-body-thread.ts';
import { startWorkers } from './workers/start-workers.ts';
import type { WorkerSettings } from './workers/worker-settings.ts';

/**
 * The whole heap is looked through for garbage when it has grown to three times what lives, not by a quarter: that takes both
 * processors of a small machine for a moment, in which nobody is answered.
 */
const HEAP_GROWING_PERCENT = 200;

/** `all` is both in one program; apart, gateways answer and workers apply events. */
export type ServiceRole = 'all' | 'gateway' | 'worker';

export interface ServiceOptions {
  role: ServiceRole;
  logger: Logger;
  /** Told about steps that a person waits for. */
  onProgress: (sentence: string) => void;
  /** Told once when the service cannot go on; it has not stopped by itself. */
  onFailure: (error: Error) => void;
  /** Breaks off a start that is under way. */
  signal: AbortSignal;
}

/** `drain` lets requests in flight end, `now` breaks them off, `immediate` does not even wait for a checkpoint. */
export type Urgency = 'drain' | 'now' | 'immediate';

export interface Service {
  readonly address: string;
  /** May be called again with more urgency. */
  stop(urgency?: Urgency): Promise<void>;
}

/** Long enough for any ordinary request; whoever stops a service waits for it. */
const DRAIN_MS_MAX = 10_000;
const POOL_CLOSE_MS_MAX = 3_000;
const READY_CHECK_MS_MAX = 2_000;

export async function startService(config: Config, options: ServiceOptions): Promise<Service> {
  const { logger } = options;
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  for (const warning of config.warnings) logger.warn(warning);
  // Both fail in milliseconds, and before a database is prepared that would not be used.
  if (config.database_url === null) await requireFreeDataDir(config.data_dir);
  if (config.metrics?.port) await requireFreePort(metricsAddress(config.metrics));
  const starting = await answerWhileStarting({ host: config.host, port: config.port }, config.rate_limits);
  try {
    return await startBehind(config, options, starting);
  } finally {
    await starting.stop();
  }
}

/** What takes time; the port is `starting`'s until the gateway can answer. */
async function startBehind(
  config: Config,
  options: ServiceOptions,
  starting: StartingServer,
): Promise<Service> {
  const { logger, signal } = options;
  const store = await openStore(config, { ...options, onStep: starting.tell });
  try {
    await requireSafeServer(store.db);
    const tenants = await prepareTenants(config, store.db);
    starting.tell('loading the demo organisation');
    const tenant_id = tenants[0]?.tenant_id;
    if (config.demo_data && tenant_id !== undefined)
      await loadDemo({ db: store.db, tenant_id, now: new Date() }, () =>
        options.onProgress('Loading the demo organisation …'),
      );
    starting.tell('opening the gateway');
    const authenticate = createAuthenticate(config, tenants, store.db, logger);
    signal.throwIfAborted();

    const secretsKey = config.secrets_key ?? (await readOrCreateSecretsKey(config.data_dir));
    const workers =
      options.role === 'gateway'
        ? null
        : startWorkers(store.db, workerSettings(config, store.connection, secretsKey), logger);
    const tally =
      options.role === 'worker'
        ? null
        : tallyApiEvents(store.db, (error) => logger.warn({ err: error }, 'events could not be counted'));
    const metrics =
      config.metrics &&
      createMetrics({
        db: store.db,
        now: Date.now,
        version: VERSION,
        token: config.metrics.token,
        onError: (error, tenant_id) =>
          logger.error({ err: error, tenant_id }, 'the figures of a tenant could not be read'),
      });
    const tracing = await openTracing({
      env: process.env,
      version: VERSION,
      onTrouble: (sentence) => logger.warn(sentence),
    });
    const bodies =
      options.role === 'worker'
        ? null
        : startBodyThread(
            { connection: store.connection, ingest_backlog_max: config.ingest_backlog_max },
            { logger, onEvents: tally?.count },
          );
    let isStopping = false;
    const app = await buildApp({
      config,
      db: store.db,
      ...(bodies ? { takeBody: bodies.takeBody } : {}),
      secrets_key: secretsKey,
      connectors: connectorSetup(secretsKey, config.connector_reach),
      authenticate,
      logger,
      isReady: async () => !isStopping && store.isReady() && (await answers(store.db)),
      onEvents: tally?.count,
      metrics,
      tracing,
      surface: options.role === 'worker' ? 'health' : 'all',
    });
    const traces = tracing && { stop: () => tracing.close() };
    const beside = [workers, bodies, tally, traces];
    await starting.stop();
    const { address, scrapes } = await listen(app, config, metrics).catch(async (error) => {
      await Promise.all(beside.map((each) => each?.stop()));
      throw error;
    });
    void store.db.tellEverybody().catch(() => {});
    let stopped: Promise<void> | undefined;
    return {
      address,
      stop: (urgency = 'drain') => {
        isStopping = true;
        stopped ??= stopInOrder(app, [...beside, scrapes], store);
        if (urgency !== 'drain') app.server.closeAllConnections();
        if (urgency === 'immediate') void store.stopServer('immediate');
        return stopped;
      },
    };
  } catch (error) {
    await closeStore(store);
    throw error;
  }
}

function workerSettings(
  config: Config,
  connection: ConnectionSettings,
  secrets_key: Uint8Array,
): WorkerSettings {
  const { connector_reach, webhook_reach, webhook_retry_schedule, webhook_timeout_ms, report_bucket } =
    config;
  return {
    connection,
    secrets_key,
    public_url: config.public_url ?? asUrl(config.host, config.port),
    connector_reach,
    webhook_reach,
    webhook_retry_schedule,
    webhook_timeout_ms,
    report_bucket,
    checkpoints: {
      every_seconds: config.audit_checkpoint_minutes * 60,
      directory: config.audit_checkpoint_dir,
      remembered_in: checkpointDirectories(config),
    },
  };
}

function prepareTenants(config: Config, db: Database): Promise<Tenant[]> {
  const isAnyNeeded = config.auth_disabled || config.demo_data;
  return ensureTenants(db, isAnyNeeded && config.tenants.length === 0 ? [LOCAL_TENANT] : config.tenants);
}

function createAuthenticate(config: Config, tenants: Tenant[], db: Database, logger: Logger): Authenticate {
  if (config.oidc === null) return createDevAuthenticate((tenants[0] as Tenant).tenant_id);
  return createTokenVerifier({
    ...config.oidc,
    findTenant: (tid) => findTenant(db, tid),
    onProviderError: (issuer, error) =>
      logger.warn({ issuer, err: error }, 'the identity provider cannot be reached'),
  });
}

async function listen(
  app: FastifyInstance,
  { host, port, mode, metrics: scraping }: Config,
  metrics: Metrics | null,
) {
  const closeAndExplain = async (error: unknown, address: ListenAddress): Promise<never> => {
    await app.close();
    throw explainListenError(error, address);
  };
  // Under `start` the welcome says where, and the log nothing.
  await app
    .listen({ host, port, ...(mode === 'start' ? { listenTextResolver: () => '' } : {}) })
    .catch((error) => closeAndExplain(error, { host, port }));
  const scrapes =
    metrics && scraping?.port
      ? await listenForScrapes(metrics, { ...scraping, port: scraping.port }).catch((error) =>
          closeAndExplain(error, metricsAddress(scraping)),
        )
      : null;
  return { address: asUrl(host, (app.server.address() as AddressInfo).port), scrapes };
}

const metricsAddress = ({ host, port }: MetricsConfig) => ({
  host,
  port: port ?? 0,
  setting: 'METRICS_' as const,
});

function answers(db: Database): Promise<boolean> {
  const asked = db.registry('SELECT 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, sleep(READY_CHECK_MS_MAX, false, { ref: false })]);
}

async function stopInOrder(
  app: FastifyInstance,
  workers: readonly ({ stop(): Promise<void> } | null)[],
  store: OpenStore,
): Promise<void> {
  const closed = app.close();
  // A connection whose last request has ended would be kept open for the next one, which will not come.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(DRAIN_MS_MAX, undefined, { ref: false })]);
  app.server.closeAllConnections();
  await closed;
  clearInterval(idle);
  // What the pipeline has not committed stays in the inbox; no need to wait for a long batch.
  const ended = Promise.all(workers.map((worker) => worker?.stop()));
  await Promise.race([ended, sleep(DRAIN_MS_MAX, undefined, { ref: false })]);
  await closeStore(store);
}

async function closeStore(store: OpenStore): Promise<void> {
  // A statement of a request that was broken off may still be running; the server ends it.
  await Promise.race([store.db.close(), sleep(POOL_CLOSE_MS_MAX, undefined, { ref: false })]);
  await store.stopServer('fast');
}
