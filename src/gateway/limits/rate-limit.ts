import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { type LapseError, rateLimited } from '../../platform/errors.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { describeError, renderError, sendError } from '../errors.ts';
import { isLinkPage, SLACK_PATH } from '../link-pages.rules.ts';
import { isScimAddress } from '../scim-errors.ts';
import { createAddressLimit } from './address-limit.ts';
import type { RateCategory, RateLimit, RateLimits } from './gateway-limits.ts';
import { countRequest, type RateWindow } from './rate-windows.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    rateWindow: Promise<RateWindow> | null;
    /** Of a route that is counted beside: rejects when the minute is used up. Nothing may be changed before. */
    allowance: Promise<void> | null;
  }
  interface FastifyContextConfig {
    /** The handler itself waits for the allowance, as late as it can. */
    isCountedBeside?: boolean;
  }
}

const WINDOW_MS = 60_000;
/** Beyond it the oldest are forgotten, which costs a statement for each request of those tenants. */
const EXHAUSTED_MAX = 10_000;

export function rateCategory(method: string, address: string): RateCategory {
  const url = address.split('?', 1)[0] ?? '';
  if (/^\/auth\/(sign-in|callback|sign-out)$/.test(url)) return 'sign_in';
  if (isLinkPage(url)) return 'holder';
  if (url.startsWith(SLACK_PATH)) return 'slack';
  if (isScimAddress(url)) return 'scim';
  if (/^\/v1\/(reports(\/|$)|campaigns\/[^/]+\/report$)/.test(url)) return 'reports';
  if (/^\/v1\/.*\/bulk$/.test(url)) return 'bulk';
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
}

/**
 * The count is one statement in PostgreSQL, shared by all gateways. A read runs beside it and waits for it only
 * before its answer leaves, so that the count does not add to the latency; a write waits before it does anything, or before
 * its handler changes anything.
 */
export function registerRateLimit(
  app: FastifyInstance,
  options: { db: Database; limits: RateLimits; trusted_proxies: readonly string[] },
): void {
  const { db, limits } = options;
  const countByAddress = {
    sign_in: createAddressLimit(options.trusted_proxies),
    holder: createAddressLimit(options.trusted_proxies),
    slack: createAddressLimit(options.trusted_proxies),
  };
  /** Windows known to be used up: a caller that floods costs no statement until its window renews. */
  const exhausted = new ExpiringMap<RateWindow>(EXHAUSTED_MAX);
  app.decorateRequest('rateWindow', null);
  app.decorateRequest('allowance', null);

  app.addHook('onRequest', (request, reply, done) => {
    const category = rateCategory(request.method, request.url);
    const limit = limits[category];
    if (limit && (category === 'sign_in' || category === 'holder' || category === 'slack')) {
      const window = countByAddress[category](request);
      request.rateWindow = Promise.resolve(window);
      done(isOver(window, limit) ? tooManyOf(category, window) : undefined);
      return;
    }
    const tenantId = request.caller?.tenant_id;
    if (!limit || tenantId === undefined) {
      done();
      return;
    }
    const refuseEarly = (window: RateWindow) =>
      void sendError(request, reply, describeError(usedUp(window), request.id));
    const name = `${tenantId} ${category}`;
    const known = exhausted.get(name, performance.now());
    if (known) {
      request.rateWindow = Promise.resolve(known);
      refuseEarly(known);
      return;
    }
    const counted = countRequest(db.tenant(tenantId), category).then((window) => {
      if (isOver(window, limit)) {
        const now_ms = performance.now();
        const expires_ms = now_ms + secondsUntil(window.resets_at) * 1000;
        exhausted.set(name, window, { now_ms, expires_ms });
      }
      return window;
    });
    request.rateWindow = counted;
    if (request.method === 'GET' || request.method === 'HEAD') {
      // Waited for later; a failure must not count as unhandled until then.
      counted.catch(() => {});
      done();
      return;
    }
    if (isCountedBeside(request)) {
      request.allowance = counted.then((window) => {
        if (isOver(window, limit)) throw usedUp(window);
      });
      request.allowance.catch(() => {});
      done();
      return;
    }
    counted.then((window) => {
      if (isOver(window, limit)) refuseEarly(window);
      else done();
    }, done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const category = rateCategory(request.method, request.url);
    const limit = limits[category];
    if (!limit) {
      done(null, payload);
      return;
    }
    const finish = (window: RateWindow): void => {
      reply.headers(rateHeaders(category, limit.per_minute, window));
      done(null, isOver(window, limit) ? refuse(request, reply, window, payload) : payload);
    };
    // If counting itself failed the request has failed too, or can be answered: it is not the caller's fault.
    if (request.rateWindow) request.rateWindow.then(finish, () => finish(uncounted()));
    else finish(uncounted());
  });
}

/** Turns an answer that is ready into the one for a tenant that has used up its minute. */
function refuse(request: FastifyRequest, reply: FastifyReply, window: RateWindow, payload: unknown): unknown {
  const error = usedUp(window);
  reply.header('retry-after', String(error.retry_after));
  if (reply.statusCode === 429) return payload;
  const { type, body } = renderError(request, describeError(error, request.id));
  reply.code(429).type(type).removeHeader('content-length').removeHeader('content-encoding');
  return body;
}

function isOver(window: RateWindow, limit: RateLimit): boolean {
  return window.used > limit.per_minute + limit.burst;
}

function secondsUntil(instant: string): number {
  const seconds = Math.ceil((Date.parse(instant) - Date.now()) / 1000);
  // The instant is the database's, whose clock may differ from ours; no window is longer.
  return Math.min(WINDOW_MS / 1000, Math.max(1, seconds));
}

const TRIED = { sign_in: 'sign-ins were tried', holder: 'links were opened', slack: 'buttons were pressed' };

function tooManyOf(category: keyof typeof TRIED, { resets_at }: RateWindow): LapseError {
  const retry_after = secondsUntil(resets_at);
  return rateLimited(
    `Too many ${TRIED[category]} from your network within a minute. Wait ${retry_after} s, then try again.`,
    retry_after,
  );
}

function usedUp({ resets_at }: RateWindow): LapseError {
  const retry_after = secondsUntil(resets_at);
  return rateLimited(
    `The tenant has used its requests for this minute; try again in ${retry_after} s.`,
    retry_after,
  );
}

/** With a key the answer is looked up and kept, which is a change too. */
function isCountedBeside({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.isCountedBeside === true && headers['idempotency-key'] === undefined;
}

/** What every answer says, to a request that did not get as far as the hooks that say it. */
export function uncountedHeaders(
  limits: RateLimits,
  { method = 'GET', url = '/' }: { method?: string | undefined; url?: string | undefined },
  requestId: string,
): Record<string, string> {
  const category = rateCategory(method, url);
  const limit = limits[category];
  return {
    'x-request-id': requestId,
    ...(limit && rateHeaders(category, limit.per_minute, uncounted())),
  };
}

function uncounted(): RateWindow {
  return { used: 0, resets_at: new Date(Date.now() + WINDOW_MS).toISOString() };
}

function rateHeaders(category: string, perMinute: number, window: RateWindow): Record<string, string> {
  const remaining = Math.max(0, perMinute - window.used);
  return {
    'x-ratelimit-limit': String(perMinute),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.parse(window.resets_at) / 1000)),
    'ratelimit-policy': `"${category}";q=${perMinute};w=60`,
    ratelimit: `"${category}";r=${remaining};t=${secondsUntil(window.resets_at)}`,
  };
}
