import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A body of this size has come with its headers, or nearly; taking it in costs nothing and keeps the connection. */
const SMALL_BYTES = 65_536;
/** A refused sender often sends all it has before it reads why. It has this long for it, */
const PATIENCE_MS = 5_000;
/** and gets rid of one piece, 64 kB at most, as often as this. */
const PIECE_EVERY_MS = 20;
/** More such connections than this at a time are ended at once. */
const CONNECTIONS_MAX = 32;

/**
 * A request that is refused before its body was looked at. Node would take in what is left of it as fast as it comes, and
 * one who keeps sending megabytes after every refusal would hold up everybody else. So the rest is let in slowly, and the
 * connection ends with it.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  let open = 0;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isUnread(request.raw)) {
      reply.header('connection', 'close');
      const isOneTooMany = open >= CONNECTIONS_MAX;
      open += 1;
      request.raw.socket.once('close', () => {
        open -= 1;
      });
      // From here on the body has a reader, so Node does not read it to its end by itself.
      request.raw.read(0);
      if (!isOneTooMany) endSlowly(request.raw);
    }
    done(null, payload);
  });
}

function isUnread(raw: IncomingMessage): boolean {
  if (raw.complete || raw.destroyed || raw.readableFlowing !== null || raw.readableDidRead) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return encoding !== undefined || Number(length ?? 0) > SMALL_BYTES;
}

/** In place of ending the connection when the answer has left: the sender would be cut off before it has read that. */
function endSlowly(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    socket.end();
    const until = performance.now() + PATIENCE_MS;
    const timer = setInterval(() => {
      raw.read();
      if (raw.complete || performance.now() > until) socket.destroy();
    }, PIECE_EVERY_MS);
    socket.once('close', () => clearInterval(timer));
  };
}
