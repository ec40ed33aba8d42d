import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeFeed } from '../../platform/changes/change-feed.sql.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../platform/changes/changes.rules.ts';
import type { Database } from '../../platform/database/database.ts';
import { LapseError, rateLimited } from '../../platform/errors.ts';
import { TenantChanges } from './tenant-changes.ts';

/** One more costs a socket and a few kilobytes; a script that opens them in a loop must come to an end. */
const STREAMS_PER_TENANT = 200;
const HEARTBEAT_MS = 15_000;
/** As long as a signed-out browser may still hear that something changed; whoever may listen comes back at once. */
const STREAM_MS_MAX = 900_000;
/** Some hundred messages that were not read. */
const UNREAD_BYTES_MAX = 32_768;
const RETRY_MS = 3_000;
const LISTEN_MS_MAX = 5_000;

interface Tenant {
  streams: Set<PassThrough>;
  changes: TenantChanges;
  /** Of this tenant only: an id must not tell how much others do. */
  messages: number;
}

interface ChangeStreamsOptions {
  db: Pick<Database, 'listen'>;
  /** How long a stream lasts at most. */
  stream_ms_max?: number | undefined;
  heartbeat_ms?: number | undefined;
}

/** Everybody who listens at this gateway, and the one connection on which it hears of changes. */
export class ChangeStreams {
  readonly #options: ChangeStreamsOptions;
  readonly #tenants = new Map<number, Tenant>();
  #feed: ChangeFeed | null = null;
  #isClosed = false;

  constructor(options: ChangeStreamsOptions) {
    this.#options = options;
  }

  /** Resolves once nothing can be missed any more. */
  async open(tenantId: number, expiresAt: number | undefined): Promise<Readable> {
    await this.#listen();
    if (this.#isClosed) throw new LapseError('unavailable', 'The service is stopping.');
    const tenant = this.#tenantOf(tenantId);
    if (tenant.streams.size >= STREAMS_PER_TENANT) {
      throw rateLimited('The tenant has too many streams open.', 30);
    }
    const stream = new PassThrough({ highWaterMark: UNREAD_BYTES_MAX });
    tenant.streams.add(stream);
    const heartbeat = setInterval(
      () => write(stream, ': still here\n\n'),
      this.#options.heartbeat_ms ?? HEARTBEAT_MS,
    ).unref();
    const lasts = Math.min(
      this.#options.stream_ms_max ?? STREAM_MS_MAX,
      (expiresAt ?? Infinity) - Date.now(),
    );
    const end = setTimeout(() => stream.end(), Math.max(0, lasts)).unref();
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(end);
      this.#leave(tenantId, stream);
    });
    write(stream, `retry: ${RETRY_MS}\n\n`);
    return stream;
  }

  /** Ends all streams at once; whoever listens finds another gateway. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { streams, changes } of this.#tenants.values()) {
      changes.stop();
      for (const stream of streams) stream.end();
    }
    await this.#feed?.close();
  }

  async #listen(): Promise<void> {
    this.#feed ??= this.#options.db.listen({
      onChange: (tenantId, kinds) => this.#tenants.get(tenantId)?.changes.add(kinds),
      onGap: () => {
        for (const { changes } of this.#tenants.values()) changes.add(CHANGE_KINDS);
      },
    });
    const waiting = new AbortController();
    const isLate = sleep(LISTEN_MS_MAX, true, { signal: waiting.signal }).catch(() => true);
    if (await Promise.race([this.#feed.listening.then(() => false), isLate])) {
      throw new LapseError('unavailable', 'Changes cannot be heard at the moment; try again shortly.');
    }
    waiting.abort();
  }

  #tenantOf(tenantId: number): Tenant {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const tenant: Tenant = {
      streams: new Set(),
      changes: new TenantChanges((kinds) => this.#tell(tenant, kinds)),
      messages: 0,
    };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }

  #tell(tenant: Tenant, kinds: ChangeKind[]): void {
    tenant.messages += 1;
    const at = new Date().toISOString();
    const text = `event: change\nid: ${tenant.messages}\ndata: ${JSON.stringify({ kinds, at })}\n\n`;
    for (const stream of tenant.streams) write(stream, text);
  }

  #leave(tenantId: number, stream: PassThrough): void {
    const tenant = this.#tenants.get(tenantId);
    tenant?.streams.delete(stream);
    if (tenant?.streams.size !== 0) return;
    tenant.changes.stop();
    this.#tenants.delete(tenantId);
  }
}

/** Who does not read is not waited for: it may come back and read everything again. */
function write(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return;
  if (stream.writableLength + stream.readableLength > UNREAD_BYTES_MAX) stream.destroy();
  else stream.write(text);
}
