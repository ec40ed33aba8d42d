import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ChangeKind } from './changes.rules.ts';

/** What a channel tells: pages what has changed, workers what there is to do. */
export interface Channel<Kind extends string> {
  name: string;
  isKind: (word: unknown) => word is Kind;
}
/** Instead of a tenant: anything may have changed. */
export const ANYTHING = '*';

const RETRY_MS = [250, 500, 1_000, 2_000, 5_000];
/** A connection that died without a word is found out by asking. */
const CHECK_EVERY_MS = 15_000;
const CONNECT_MS_MAX = 5_000;

export interface ChangeListener<Kind extends string = ChangeKind> {
  onChange(tenantId: number, kinds: Kind[]): void;
  /** Changes may have been missed, of any tenant. */
  onGap(): void;
}

export interface ChangeFeed {
  /** Resolves once changes are heard, from which on none is missed without `onGap`. */
  readonly listening: Promise<void>;
  close(): Promise<void>;
}

/** What all processes tell, on one connection. It is made again for as long as it takes after it broke. */
export function openChangeFeed<Kind extends string>(
  settings: pg.ClientConfig,
  channel: Channel<Kind>,
  listener: ChangeListener<Kind>,
): ChangeFeed {
  const stopping = new AbortController();
  let isListening: () => void = () => {};
  const listening = new Promise<void>((resolve) => {
    isListening = resolve;
  });
  let client: pg.Client | null = null;
  let wasHeard = false;

  async function hold(): Promise<void> {
    const mine = new pg.Client({
      ...settings,
      query_timeout: CONNECT_MS_MAX,
      connectionTimeoutMillis: CONNECT_MS_MAX,
    });
    client = mine;
    const broken = new AbortController();
    const onEnd = (): void => broken.abort();
    mine.on('error', onEnd);
    mine.on('end', onEnd);
    mine.on('notification', ({ payload = '' }) => hear(payload, channel, listener));
    try {
      await mine.connect();
      await mine.query(`LISTEN ${channel.name}`);
      if (wasHeard) listener.onGap();
      wasHeard = true;
      isListening();
      const signal = AbortSignal.any([broken.signal, stopping.signal]);
      while (!signal.aborted) {
        await sleep(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
        if (!signal.aborted) await mine.query('SELECT 1');
      }
    } finally {
      // A connection that hangs does not say goodbye.
      void mine.end().catch(() => {});
      (mine as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const since = performance.now();
      await hold().catch(() => {});
      if (performance.now() - since > CHECK_EVERY_MS) failures = 0;
      const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)];
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }

  const done = keep();
  return {
    listening,
    close: async () => {
      stopping.abort();
      void client?.end().catch(() => {});
      await done;
    },
  };
}

function hear<Kind extends string>(
  payload: string,
  { isKind }: Channel<Kind>,
  listener: ChangeListener<Kind>,
): void {
  let message: unknown;
  try {
    message = JSON.parse(payload);
  } catch {
    return;
  }
  if (typeof message !== 'object' || message === null) return;
  for (const [tenantId, kinds] of Object.entries(message)) {
    if (tenantId === ANYTHING) listener.onGap();
    else if (Array.isArray(kinds)) listener.onChange(Number(tenantId), kinds.filter(isKind));
  }
}
