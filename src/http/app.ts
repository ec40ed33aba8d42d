import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { createLogKeys } from '../audit/log-keys.ts';
import { createAdmission } from '../commands/admit-events.ts';
import type { ConnectorSetup } from '../commands/connector-setup.ts';
import type { Config } from '../config.ts';
import { createReportStorages } from '../reports/report-storages.ts';
import type { Database } from '../store/database.ts';
import { RecentPolicies } from '../store/policies.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { registerActors } from './actors.ts';
import { authRoutes } from './auth/auth-routes.ts';
import { createBrowserSessions } from './auth/browser-sessions.ts';
import { registerAuthentication, registerAuthorization } from './authentication.ts';
import { registerBodyParsers } from './body-parsers.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { ChangeStreams } from './change-streams.ts';
import { createCursorCodec } from './cursor.ts';
import { answerUnknownPage, dashboardRoutes } from './dashboard.ts';
import { openDashboardFiles } from './dashboard-files.ts';
import { registerDescription, registerDocs } from './docs.ts';
import { describeError, registerErrors, sendError } from './errors.ts';
import { registerLocalOnly } from './local-only.ts';
import { registerRateLimit, uncountedHeaders } from './rate-limit.ts';
import { type RequestMetrics, registerMetrics } from './request-metrics.ts';
import { registerTraces } from './request-traces.ts';
import type { RouteContext, TypedApp } from './route-context.ts';
import { registerRouteTable } from './route-table.ts';
import { alertRoutes } from './routes/alerts.ts';
import { assetRoutes } from './routes/assets.ts';
import { auditRoutes } from './routes/audit.ts';
import { breakerRoutes } from './routes/breaker.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { connectorRoutes } from './routes/connectors.ts';
import { deadLetterRoutes } from './routes/dead-letters.ts';
import { decisionRoutes } from './routes/decisions.ts';
import { directoryRoutes } from './routes/directory.ts';
import { eventRoutes } from './routes/events.ts';
import { grantRoutes } from './routes/grants.ts';
import { healthRoutes } from './routes/health.ts';
import { jobRoutes } from './routes/jobs.ts';
import { metricRoutes } from './routes/metrics.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { organisationRoutes } from './routes/organisation.ts';
import { overviewRoutes } from './routes/overview.ts';
import { pipelineRoutes } from './routes/pipeline.ts';
import { policyRoutes } from './routes/policy.ts';
import { policyDryRunRoutes } from './routes/policy-dry-runs.ts';
import { principalRoutes } from './routes/principals.ts';
import { rejectionRoutes } from './routes/rejections.ts';
import { remediationRoutes } from './routes/remediations.ts';
import { reportScheduleRoutes } from './routes/report-schedules.ts';
import { reportRoutes } from './routes/reports.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { scoreRoutes } from './routes/scores.ts';
import { sessionRoutes } from './routes/session.ts';
import { streamRoutes } from './routes/stream.ts';
import { substituteRoutes } from './routes/substitutes.ts';
import { deliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { workflowRoutes } from './routes/workflows.ts';
import { buildSerializer, buildValidator } from './schema-compiler.ts';
import { registerSecurityHeaders, SECURITY_HEADERS } from './security-headers.ts';
import { registerTenantGate } from './tenant-gate.ts';
import type { Authenticate } from './token-verifier.ts';
import { registerValidation } from './validation.ts';

export interface AppOptions {
  config: Pick<
    Config,
    | 'mode'
    | 'rate_limits'
    | 'trusted_proxies'
    | 'ingest_backlog_max'
    | 'auth_disabled'
    | 'local_hosts'
    | 'webhook_reach'
    | 'report_bucket'
    | 'oidc'
    | 'public_url'
  >;
  db: Database;
  /** For long bodies, which nobody waits for; `db` when left out. */
  bulk?: Database;
  secrets_key: Buffer;
  /** None can be connected when left out. */
  connectors?: ConnectorSetup;
  authenticate: Authenticate;
  logger: Logger;
  isReady: () => Promise<boolean>;
  onWork?: () => void;
  onEventsStored?: () => void;
  onEvents?: ((tenantId: number, events: number) => void) | undefined;
  /** Nothing is measured when left out. */
  metrics?: RequestMetrics | null;
  /** Without it no request is traced. */
  tracing?: Tracing | null;
  /** How long streams of changes last, and how often they say that they live. */
  streams?: { stream_ms_max?: number; heartbeat_ms?: number };
  /** A worker answers only whether it lives. */
  surface?: 'all' | 'health';
}

/** Nobody can tell what it was to be. */
const UNREADABLE = { method: 'GET', url: '/' };
const BODY_BYTES_MAX = 1_048_576;
/** Nothing arrived for this long: the sender is gone. A slow but living upload goes on for hours. */
const IDLE_CONNECTION_MS = 120_000;

/** The gateway, ready to listen or to be called in a test. Hooks run in the order in which they are registered. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, authenticate } = options;
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    connectionTimeout: IDLE_CONNECTION_MS,
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: false },
    // Before any hook: an address that cannot be read. Its answer carries what the hooks would have added.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...SECURITY_HEADERS, ...uncountedHeaders(config.rate_limits, request, request.id) });
      void sendError(request, reply as never, describeError(error, request.id));
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenRequest(
        () => uncountedHeaders(config.rate_limits, UNREADABLE, randomUUID()),
        error,
        socket,
      ),
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
  }) as unknown as FastifyInstance;
  limitHeaderTime(app.server);

  registerRouteTable(app);
  if (options.tracing) registerTraces(app, options.tracing);
  const files = options.surface === 'health' ? null : await openDashboardFiles();
  registerErrors(app, (request, reply) => answerUnknownPage(files, request, reply));
  registerBodyParsers(app);
  registerSecurityHeaders(app);
  registerRequestLog(app, options.logger, config.mode === 'start' ? 'debug' : 'info');
  if (options.metrics) registerMetrics(app, options.metrics);
  if (config.local_hosts) registerLocalOnly(app, config.local_hosts);
  const sessions = createBrowserSessions(options);
  registerAuthentication(app, { authenticate, sessions });
  registerTenantGate(app);
  registerRateLimit(app, { db, limits: config.rate_limits, trusted_proxies: config.trusted_proxies });
  registerAuthorization(app);
  registerActors(app, { db });
  registerValidation(app);
  await registerDescription(app);

  const context: RouteContext = {
    db,
    bulk: options.bulk ?? db,
    cursors: createCursorCodec(options.secrets_key),
    log_keys: createLogKeys(options.secrets_key),
    policies: new RecentPolicies(),
    connectors: options.connectors ?? {
      types: new Map(),
      secrets_key: options.secrets_key,
      reach: { hosts: [], log_dir: '' },
    },
    webhooks: { secrets_key: options.secrets_key, reach: config.webhook_reach },
    storages: createReportStorages(db, config.report_bucket),
    is_auth_disabled: config.auth_disabled,
    default_score_form: config.auth_disabled ? 'pair' : 'principal',
    isReady: options.isReady,
    admission: createAdmission(db, config.ingest_backlog_max, options.onEvents),
    onWork: options.onWork,
    onEventsStored: options.onEventsStored,
  };
  await app.register(async (scope) => {
    const typed = scope as unknown as TypedApp;
    healthRoutes(typed, context);
    if (options.surface === 'health') return;
    principalRoutes(typed, context);
    assetRoutes(typed, context);
    grantRoutes(typed, context);
    directoryRoutes(typed, context);
    scoreRoutes(typed, context);
    jobRoutes(typed, context);
    metricRoutes(typed, context);
    policyRoutes(typed, context);
    policyDryRunRoutes(typed, context);
    overviewRoutes(typed, context);
    streamRoutes(typed, { streams: new ChangeStreams({ db, ...options.streams }) });
    eventRoutes(typed, context);
    deadLetterRoutes(typed, context);
    rejectionRoutes(typed, context);
    reviewRoutes(typed, context);
    workflowRoutes(typed, context);
    campaignRoutes(typed, context);
    substituteRoutes(typed, context);
    auditRoutes(typed, context);
    decisionRoutes(typed, context);
    reportScheduleRoutes(typed, context);
    reportRoutes(typed, context);
    connectorRoutes(typed, context);
    breakerRoutes(typed, context);
    remediationRoutes(typed, context);
    webhookRoutes(typed, context);
    deliveryRoutes(typed, context);
    notificationRoutes(typed, context);
    sessionRoutes(typed, context);
    organisationRoutes(typed, context);
    dashboardRoutes(typed, files);
    await scope.register(async (inner) =>
      authRoutes(inner as unknown as TypedApp, { sessions, is_auth_disabled: config.auth_disabled }),
    );
    alertRoutes(typed, context);
    pipelineRoutes(typed, context);
    await registerDocs(scope);
  });
  await app.ready();
  return app;
}

function registerRequestLog(app: FastifyInstance, logger: Logger, level: 'info' | 'debug'): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!logger.isLevelEnabled(level)) return;
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        tenant_id: request.caller?.tenant_id,
      },
      'request',
    );
  });
}

/** Node's limit on the whole request is off for the sake of streams; headers alone must still come soon. */
function limitHeaderTime(server: Server): void {
  server.headersTimeout = 30_000;
}
