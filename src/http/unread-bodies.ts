import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A body of this size has come with its headers, or nearly; taking it in costs nothing and keeps the connection. */
const SMALL_BYTES = 65_536;
/** A refused sender often sends all it has before it reads why. It has this long for it, */
const PATIENCE_MS = 10_000;
/** and one of them all, in turns, gets rid of one piece, 64 kB at most, as often as this. */
const PIECE_EVERY_MS = 50;
/** More such connections than this at a time are ended at once; so are those of one tenant that would leave none to others. */
const CONNECTIONS_MAX = 32;
const OF_ONE_TENANT_MAX = 8;

/**
 * A request that is refused before its body was looked at. Node would take in what is left of it as fast as it comes, and
 * one who keeps sending megabytes after every refusal would hold up everybody else. So the rest is let in slowly, and the
 * connection ends with it.
 */
export function registerUnreadBodies(app: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const endings = new SlowEndings(patienceMs);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isUnread(request.raw)) {
      reply.header('connection', 'close');
      // From here on the body has a reader, so Node does not read it to its end by itself.
      request.raw.read(0);
      endings.add(request.raw, request.caller?.tenant_id ?? null);
    }
    done(null, payload);
  });
  app.addHook('onClose', (_app, done) => {
    endings.stop();
    done();
  });
}

function isUnread(raw: IncomingMessage): boolean {
  if (raw.complete || raw.destroyed || raw.readableFlowing !== null || raw.readableDidRead) return false;
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  return encoding !== undefined || Number(length ?? 0) > SMALL_BYTES;
}

interface Ending {
  raw: IncomingMessage;
  until: number;
}

class SlowEndings {
  readonly #patienceMs: number;
  /** Of connections that have not ended, by tenant. */
  readonly #open = new Map<number | null, number>();
  #openCount = 0;
  /** In the order of their turns. */
  #endings: Ending[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  add(raw: IncomingMessage, tenantId: number | null): void {
    const { socket } = raw;
    const ofTenant = this.#open.get(tenantId) ?? 0;
    const mayStay = this.#openCount < CONNECTIONS_MAX && ofTenant < OF_ONE_TENANT_MAX;
    this.#open.set(tenantId, ofTenant + 1);
    this.#openCount += 1;
    socket.once('close', () => this.#forget(raw, tenantId));
    // In place of ending the connection when the answer has left: the sender would be cut off before it has read that.
    if (mayStay) {
      socket.destroySoon = () => {
        socket.end();
        this.#endings.push({ raw, until: performance.now() + this.#patienceMs });
        this.#timer ??= setInterval(() => this.#turn(), PIECE_EVERY_MS);
      };
    }
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #turn(): void {
    const next = this.#endings.shift();
    if (next) {
      next.raw.read();
      this.#endings.push(next);
    }
    const now = performance.now();
    for (const { raw, until } of this.#endings) if (raw.complete || now > until) raw.socket.destroy();
  }

  #forget(raw: IncomingMessage, tenantId: number | null): void {
    const left = (this.#open.get(tenantId) ?? 1) - 1;
    if (left > 0) this.#open.set(tenantId, left);
    else this.#open.delete(tenantId);
    this.#openCount -= 1;
    this.#endings = this.#endings.filter((ending) => ending.raw !== raw);
    if (this.#endings.length === 0) this.stop();
  }
}
