import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidRequest, LapseError } from '../platform/errors.ts';

const CSV_TYPE = 'text/csv';
const NDJSON_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'];

/** JSON is read whole and must be UTF-8; NDJSON and CSV are handed on as the streams they are. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.decorateRequest('rawBody', null);
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Identity providers send either to SCIM.
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Some name a type all the same when they delete.
      if (request.method === 'DELETE' && body.length === 0) {
        done(null);
        return;
      }
      if (!isUtf8(body as Buffer)) {
        done(bodyFault('is not valid UTF-8'));
        return;
      }
      if (request.method === 'POST') request.rawBody = body as Buffer;
      parseJson(request, body.toString(), (error, value) => {
        if (error) done(bodyFault(`is not valid JSON: ${error.message}`));
        else done(null, value);
      });
    },
  );
  app.addContentTypeParser([...NDJSON_TYPES, CSV_TYPE], (request, payload, done) => {
    if (request.routeOptions.config.streamsBody) done(null, payload);
    else done(new LapseError('unsupported_media_type', 'This path takes application/json.'));
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    discardRest(request.raw);
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads NDJSON or CSV of any length. */
    streamsBody?: boolean;
  }
}

function bodyFault(msg: string): LapseError {
  return invalidRequest([{ loc: ['body'], msg, type: 'json_invalid' }]);
}

/** A sender often sends all it has before it reads the answer. It may get rid of so much, in so much time. */
const DISCARDED_BYTES_MAX = 16_777_216;
const DISCARD_MS_MAX = 10_000;

/** An answer before the end of the body, as every refusal is: some of the rest is thrown away, then the connection ends. */
function discardRest(body: IncomingMessage): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = body.headers;
  if (body.readableEnded || body.destroyed || (encoding === undefined && !Number(length))) return;
  let discarded = 0;
  body.on('error', () => {});
  body.on('data', (piece: Buffer) => {
    discarded += piece.length;
    if (discarded > DISCARDED_BYTES_MAX) body.destroy();
  });
  body.resume();
  const timer = setTimeout(() => body.destroy(), DISCARD_MS_MAX).unref();
  body.once('close', () => clearTimeout(timer));
}

/** The body of a route with `streamsBody`. */
export function bodyStream(request: FastifyRequest): AsyncIterable<Buffer> {
  const body = request.body as Readable | null | undefined;
  // Whoever stops reading in the middle still has to answer, and destroying the stream would end the connection.
  if (typeof body?.iterator === 'function') return body.iterator({ destroyOnReturn: false });
  throw new LapseError(
    'unsupported_media_type',
    'This path takes NDJSON: send Content-Type: application/x-ndjson (text/csv for CSV).',
  );
}

/** Whether the body is CSV, and not NDJSON. */
export function isCsv(request: FastifyRequest): boolean {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== CSV_TYPE) return false;
  const charset = parameters.map((each) => /^\s*charset="?([^"]+?)"?\s*$/i.exec(each)?.[1]).find(Boolean);
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new LapseError(
      'unsupported_media_type',
      `CSV is read as UTF-8, not as ${charset}: save the file as UTF-8.`,
    );
  }
  return true;
}
