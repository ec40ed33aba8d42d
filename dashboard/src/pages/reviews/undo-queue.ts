export interface Waiting<T> {
  item: T;
  /** Made once, so that an answer that got lost does not make it happen twice. */
  key: string;
  state: 'waiting' | 'sending';
  sends_at: number;
}

export interface UndoQueueOptions<T, A> {
  wait_ms: number;
  idOf: (item: T) => string;
  send: (item: T, key: string) => Promise<A>;
  newKey: () => string;
  now: () => number;
  onSent: (item: T, answer: A) => void;
  onFailed: (item: T, error: unknown) => void;
}

/** Holds what was decided back for some seconds, in which it can be undone; then sends it, each by itself. */
export class UndoQueue<T, A = unknown> {
  readonly #options: UndoQueueOptions<T, A>;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();
  #entries: readonly Waiting<T>[] = [];

  constructor(options: UndoQueueOptions<T, A>) {
    this.#options = options;
  }

  /** The same array until something changes. */
  readonly entries = (): readonly Waiting<T>[] => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  find(id: string): Waiting<T> | undefined {
    return this.#entries.find(({ item }) => this.#options.idOf(item) === id);
  }

  /** One answer at a time about the same thing: a second while the first waits is refused. */
  add(item: T): boolean {
    const { idOf, newKey, now, wait_ms } = this.#options;
    const id = idOf(item);
    if (this.find(id)) return false;
    this.#set([...this.#entries, { item, key: newKey(), state: 'waiting', sends_at: now() + wait_ms }]);
    this.#timers.set(
      id,
      setTimeout(() => void this.#send(id), wait_ms),
    );
    return true;
  }

  /** What was taken back; undefined when it is on its way or not there. */
  undo(id: string): T | undefined {
    const entry = this.find(id);
    if (entry?.state !== 'waiting') return undefined;
    this.#stopTimer(id);
    this.#remove(id);
    return entry.item;
  }

  undoLast(): T | undefined {
    const last = this.#entries.findLast(({ state }) => state === 'waiting');
    return last && this.undo(this.#options.idOf(last.item));
  }

  /** Takes back all that waits; what is on its way goes on. */
  undoAll(): T[] {
    const waiting = this.#entries.filter(({ state }) => state === 'waiting');
    return waiting.flatMap(({ item }) => this.undo(this.#options.idOf(item)) ?? []);
  }

  async #send(id: string): Promise<void> {
    this.#stopTimer(id);
    const entry = this.find(id);
    if (entry?.state !== 'waiting') return;
    this.#set(this.#entries.map((each) => (each === entry ? { ...each, state: 'sending' as const } : each)));
    const { send, onSent, onFailed } = this.#options;
    try {
      const answer = await send(entry.item, entry.key);
      onSent(entry.item, answer);
    } catch (error) {
      onFailed(entry.item, error);
    } finally {
      this.#remove(id);
    }
  }

  #stopTimer(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #remove(id: string): void {
    this.#set(this.#entries.filter(({ item }) => this.#options.idOf(item) !== id));
  }

  #set(entries: readonly Waiting<T>[]): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }
}
