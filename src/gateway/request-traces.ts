import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../platform/tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Only while traces are made. */
    span?: Span;
  }
}

/** A span per request, named by its route: paths and queries hold what callers sent. */
export function registerTraces(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url;
    const parent = request.headers.traceparent;
    request.span = tracing.start(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent: typeof parent === 'string' ? parent : null,
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'lapse.request_id': request.id,
      },
    });
    done();
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (statusCode >= 500) request.span?.fail(error);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { span, caller } = request;
    if (!span) return;
    span.set({
      'http.response.status_code': reply.statusCode,
      ...(caller === undefined || caller === null ? {} : { 'lapse.tenant_id': caller.tenant_id }),
    });
    span.end();
  });
  // A caller who goes away gets no answer, and no `onResponse`.
  app.addHook('onRequestAbort', (request, done) => {
    request.span?.set({ 'error.type': 'aborted' });
    request.span?.end();
    done();
  });
}
