import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const protect = helmet({
  /**
   * Scripts only from files we serve. Styles may be inline because the API viewers write them at run time; a style
   * cannot call the API. Nothing may frame us, and no other origin is ever asked for anything.
   */
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      // The reference viewer builds its search index in a worker made from its own script.
      'worker-src': ["'self'", 'blob:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // Whoever ends TLS in front of Lapse knows the domain, Lapse does not.
  strictTransportSecurity: false,
  // For browsers of long ago.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xXssProtection: false,
});

/** They are the same on every answer, so the library is asked once: some answers are given before any hook runs. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = headersOf(protect);

function headersOf(middleware: typeof protect): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** Answers of the API are about somebody's access: no cache may keep them. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
    done();
  });
}
