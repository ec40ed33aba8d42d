import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';

/** Less fits into the first packet as it is. */
const WORTH_BYTES = 1_400;

/** At the levels at which a page of reviews takes about a millisecond, beside the thread that answers. */
const COMPRESSORS = {
  br: (bytes: Buffer, done: (error: Error | null, smaller: Buffer) => void) =>
    brotliCompress(
      bytes,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 3,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      },
      done,
    ),
  gzip: (bytes: Buffer, done: (error: Error | null, smaller: Buffer) => void) =>
    gzip(bytes, { level: 1 }, done),
};
const ENCODINGS = ['br', 'gzip'] as const;

/** Answers in JSON to those who can read them compressed. What is streamed, or compressed at build time, is sent as it is. */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = /^application\/([\w.-]+\+)?json\b/.test(String(reply.getHeader('content-type') ?? ''));
    if (!isJson || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return done();
    if (Buffer.byteLength(payload) < WORTH_BYTES) return done();
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...ENCODINGS]);
    const compress = ENCODINGS.find((each) => each === encoding);
    if (compress === undefined || reply.hasHeader('content-encoding')) return done();
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    COMPRESSORS[compress](bytes, (error, smaller) => {
      if (error) return done(error);
      reply.header('content-encoding', compress).removeHeader('content-length');
      done(null, smaller);
    });
  });
}
