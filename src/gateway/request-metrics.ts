import type { FastifyInstance } from 'fastify';
import { STREAM_PATH } from './changes/stream.routes.ts';

/** What the gateway tells about its requests, and how it answers a scrape. */
export interface RequestMetrics {
  observeRequest(request: {
    method: string;
    route: string | undefined;
    status: number;
    seconds: number;
  }): void;
  /** Null: metrics are not to be had here, or not with this header. */
  answerScrape(authorization: string | undefined): Promise<{ type: string; text: string }> | null;
}

/**
 * `/metrics` is no route: it belongs to whoever runs the service and not to a tenant, so it has no access by roles and no
 * place in the description. Without the token it is a path like any other that does not exist.
 */
export function registerMetrics(app: FastifyInstance, metrics: RequestMetrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isAsked = request.method === 'GET' && request.url.split('?', 1)[0] === '/metrics';
    const answer = isAsked ? metrics.answerScrape(request.headers.authorization) : null;
    if (answer === null) done();
    else answer.then(({ type, text }) => reply.type(type).serializer(String).send(text), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    // How long somebody listened says nothing about how fast anything is.
    if (request.routeOptions.url === STREAM_PATH) return;
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
