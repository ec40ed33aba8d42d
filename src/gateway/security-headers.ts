import type { FastifyInstance } from 'fastify';

/**
 * Scripts only from files we serve. Styles may be inline because the API viewers write them at run time; a style
 * cannot call the API. Nothing may frame us, and no other origin is ever asked for anything.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  // The reference viewer builds its search index in a worker made from its own script.
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** No Strict-Transport-Security: whoever ends TLS in front of Lapse knows the domain, Lapse does not. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  'origin-agent-cluster': '?1',
};

/** Answers of the API are about somebody's access: no cache may keep them. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
    done();
  });
}
