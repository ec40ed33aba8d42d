import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LapseError } from '../domain/errors.ts';

const NDJSON_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];

/** JSON is read whole and must be UTF-8; NDJSON is handed on as the stream it is. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) {
      done(bodyFault('is not valid UTF-8'));
      return;
    }
    if (request.method === 'POST') request.rawBody = body as Buffer;
    parseJson(request, body.toString(), (error, value) => {
      if (error) done(bodyFault(`is not valid JSON: ${error.message}`));
      else done(null, value);
    });
  });
  app.addContentTypeParser(NDJSON_TYPES, (request, payload, done) => {
    if (request.routeOptions.config.streamsBody) done(null, payload);
    else done(new LapseError('unsupported_media_type', 'This path takes application/json.'));
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads NDJSON of any length. */
    streamsBody?: boolean;
  }
}

function bodyFault(msg: string): LapseError {
  return new LapseError('invalid_request', `body ${msg}`, [{ loc: ['body'], msg, type: 'json_invalid' }]);
}

/** The body of a route with `streamsBody`. */
export function bodyStream(request: FastifyRequest): AsyncIterable<Buffer> {
  const body = request.body as AsyncIterable<Buffer> | null | undefined;
  if (typeof body?.[Symbol.asyncIterator] === 'function') return body;
  throw new LapseError(
    'unsupported_media_type',
    'This path takes NDJSON: send Content-Type: application/x-ndjson.',
  );
}
