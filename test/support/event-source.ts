import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface Heard {
  kinds: string[];
  at: string;
}

/** A reader of a gateway's stream of changes, over a real socket. */
export interface EventReader {
  status: number;
  headers: Headers;
  /** All text so far. */
  text(): string;
  changes(): Heard[];
  /** Resolves as soon as it holds; throws after a while. */
  until(holds: (changes: Heard[]) => boolean): Promise<void>;
  ended: Promise<void>;
  close(): void;
}

const PATIENCE_MS = 8_000;

export async function listenForChanges(
  app: FastifyInstance,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const address = app.server.listening
    ? `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    : await app.listen({ host: '127.0.0.1', port: 0 });
  const closing = new AbortController();
  const response = await fetch(`${address}/v1/stream`, { headers, signal: closing.signal });
  let text = '';
  const ended = (async () => {
    try {
      for await (const part of response.body ?? []) text += Buffer.from(part as Uint8Array).toString();
    } catch {
      // Closed by one side or the other.
    }
  })();
  const changes = (): Heard[] =>
    [...text.matchAll(/^event: change\nid: \S+\ndata: (.*)\n$/gm)].map(([, data]) =>
      JSON.parse(data as string),
    );
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    changes,
    until: async (holds) => {
      const since = performance.now();
      while (!holds(changes())) {
        if (performance.now() - since > PATIENCE_MS) throw new Error(`not heard, only: ${text}`);
        await sleep(10);
      }
    },
    ended,
    close: () => closing.abort(),
  };
}

export const heard =
  (...kinds: string[]) =>
  (changes: Heard[]): boolean =>
    kinds.every((kind) => changes.some((change) => change.kinds.includes(kind)));
