import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL takes 8,000 bytes in a message; all kinds of a tenant take less than 200. */
const TENANTS_PER_MESSAGE = 32;
const AFTER_FAILURE_MS = 2_000;
/** A server that does not answer must not keep a process from ending. */
const CLOSE_MS_MAX = 1_000;

/**
 * Tells all processes what has changed: the first at once, what follows gathered for a while, one statement for all
 * tenants. Not in the transaction of the change, which would make all commits of the server wait for each other; the
 * measurement is in docs/decisions/0071-live-changes.md.
 */
export function createAnnouncer<Kind extends string>(
  send: (messages: string[]) => Promise<unknown>,
  everyMs: number,
) {
  const waiting = new Map<number, Set<Kind>>();
  let turn: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function gather(tenantId: number, kinds: Iterable<Kind>): void {
    const known = waiting.get(tenantId) ?? new Set();
    for (const kind of kinds) known.add(kind);
    waiting.set(tenantId, known);
  }

  /** To be called after the commit of what has changed. */
  function add(tenantId: number, kinds: Iterable<Kind>): void {
    gather(tenantId, kinds);
    if (turn === null && timer === undefined && !isClosed) flush();
  }

  function flush(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    turn = sendAll().then((isSent) => {
      turn = null;
      if (!isClosed) timer = setTimeout(flush, isSent ? everyMs : AFTER_FAILURE_MS).unref();
    });
  }

  async function sendAll(): Promise<boolean> {
    const taken = [...waiting];
    waiting.clear();
    try {
      await send(messagesOf(taken));
      return true;
    } catch {
      // The database is away: it is told when it is back.
      for (const [tenantId, kinds] of taken) gather(tenantId, kinds);
      return false;
    }
  }

  return {
    add,
    /** Sends what is left. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      const last = (async () => {
        await turn;
        if (waiting.size > 0) await sendAll();
      })();
      await Promise.race([last, sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

/** Kinds by tenant: numbers and words, nothing of what has changed. */
function messagesOf(changes: [number, Set<string>][]): string[] {
  return Array.from({ length: Math.ceil(changes.length / TENANTS_PER_MESSAGE) }, (_, part) => {
    const from = part * TENANTS_PER_MESSAGE;
    const tenants = changes.slice(from, from + TENANTS_PER_MESSAGE);
    return JSON.stringify(Object.fromEntries(tenants.map(([id, kinds]) => [id, [...kinds]])));
  });
}
