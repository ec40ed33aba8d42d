/** A map that forgets: each entry at its own time, and the oldest when there are too many. */
export class ExpiringMap<T> {
  readonly #entries = new Map<string, { value: T; added_ms: number; expires_ms: number }>();
  readonly #entriesMax: number;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string, nowMs: number): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A clock that was set back must not prolong an entry.
    if (nowMs >= entry.added_ms && nowMs < entry.expires_ms) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, value: T, { now_ms, expires_ms }: { now_ms: number; expires_ms: number }): void {
    // Taken out first, so that the order of the map is the order of age.
    this.#entries.delete(key);
    if (expires_ms <= now_ms) return;
    if (this.#entries.size >= this.#entriesMax) {
      this.#entries.delete(this.#entries.keys().next().value as string);
    }
    this.#entries.set(key, { value, added_ms: now_ms, expires_ms });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
