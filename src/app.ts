import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { CAPABILITIES } from './capabilities.ts';
import type { Config } from './config.ts';
import type { ConnectorSetup } from './connectors/connector-setup.ts';
import type { TakeBody } from './core/take-body.ts';
import { registerActors } from './gateway/actors.ts';
import { registerAuthentication, registerAuthorization } from './gateway/authentication.ts';
import { registerBodyParsers } from './gateway/body-parsers.ts';
import { answerBrokenRequest } from './gateway/broken-requests.ts';
import { ChangeStreams } from './gateway/changes/change-streams.ts';
import { streamRoutes } from './gateway/changes/stream.routes.ts';
import { registerCompression } from './gateway/compress-answers.ts';
import { answerUnknownPage, dashboardRoutes, registerDashboardFiles } from './gateway/dashboard/dashboard.ts';
import { describeError, registerErrors, sendError } from './gateway/errors.ts';
import { healthRoutes } from './gateway/health.routes.ts';
import { registerRateLimit, uncountedHeaders } from './gateway/limits/rate-limit.ts';
import { registerTenantGate } from './gateway/limits/tenant-gate.ts';
import { loggedPath } from './gateway/link-pages.rules.ts';
import { createCursorCodec } from './gateway/lists/cursor.ts';
import { registerLocalOnly } from './gateway/local-only.ts';
import { registerDescription, registerDocs } from './gateway/openapi/docs.ts';
import { buildSerializer, buildValidator } from './gateway/openapi/schema-compiler.ts';
import { type RequestMetrics, registerMetrics } from './gateway/request-metrics.ts';
import { registerTraces } from './gateway/request-traces.ts';
import type { TypedApp } from './gateway/route-context.ts';
import { registerRouteTable } from './gateway/route-table.ts';
import { registerSecurityHeaders, SECURITY_HEADERS } from './gateway/security-headers.ts';
import { registerSeenReviewers } from './gateway/see-reviewers.ts';
import type { Authenticate } from './gateway/tokens/token-verifier.ts';
import { registerValidation } from './gateway/validation.ts';
import type { Database } from './platform/database/database.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { createScimAuthenticate } from './scim/tokens/scim-authenticate.ts';
import { authRoutes } from './sessions/sign-in/auth-routes.ts';
import { createBrowserSessions } from './sessions/sign-in/browser-sessions.ts';

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
  /** Where bodies of any length are read and stored; here when left out. */
  takeBody?: TakeBody;
  secrets_key: Buffer;
  /** None can be connected when left out. */
  connectors?: ConnectorSetup;
  authenticate: Authenticate;
  logger: Logger;
  isReady: () => Promise<boolean>;
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
const HEADERS_MS_MAX = 30_000;

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
        () => ({ ...SECURITY_HEADERS, ...uncountedHeaders(config.rate_limits, UNREADABLE, randomUUID()) }),
        error,
        socket,
      ),
    schemaController: { compilersFactory: { buildSerializer, buildValidator } },
  }) as unknown as FastifyInstance;
  // Node's limit on the whole request is off for the sake of streams; headers alone must still come soon.
  app.server.headersTimeout = HEADERS_MS_MAX;

  registerRouteTable(app);
  if (options.tracing) registerTraces(app, options.tracing);
  const files = options.surface === 'health' ? null : await registerDashboardFiles(app);
  registerErrors(app, (request, reply) => answerUnknownPage(files, request, reply));
  registerBodyParsers(app);
  registerSecurityHeaders(app);
  registerRequestLog(app, options.logger, config.mode === 'start' ? 'debug' : 'info');
  if (options.metrics) registerMetrics(app, options.metrics);
  if (config.local_hosts) registerLocalOnly(app, config.local_hosts);
  const sessions = createBrowserSessions(options);
  registerAuthentication(app, { authenticate, authenticateScim: createScimAuthenticate(db), sessions });
  registerTenantGate(app);
  registerRateLimit(app, { db, limits: config.rate_limits, trusted_proxies: config.trusted_proxies });
  registerSeenReviewers(app, { db });
  registerAuthorization(app);
  registerActors(app, { db });
  registerValidation(app);
  // After all that may put another answer in the place of one that is ready.
  registerCompression(app);
  await registerDescription(app);

  const context = {
    ...config,
    ...options,
    cursors: createCursorCodec(options.secrets_key),
    connectors: options.connectors ?? {
      types: new Map(),
      secrets_key: options.secrets_key,
      reach: { hosts: [], log_dir: '', baton_dir: null },
    },
  };
  await app.register(async (scope) => {
    const typed = scope as unknown as TypedApp;
    healthRoutes(typed, context);
    if (options.surface === 'health') return;
    for (const { routes } of CAPABILITIES) routes(typed, context);
    streamRoutes(typed, { streams: new ChangeStreams({ db, ...options.streams }) });
    dashboardRoutes(typed, files);
    await scope.register(async (inner) =>
      authRoutes(inner as unknown as TypedApp, { sessions, is_auth_disabled: config.auth_disabled }),
    );
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
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        tenant_id: request.caller?.tenant_id,
      },
      'request',
    );
  });
}
