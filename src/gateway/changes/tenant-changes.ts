import { type ChangeKind, TOLD_EVERY_MS } from '../../platform/changes/changes.rules.ts';

/** Gathers what changed of one tenant: a kind is told at once, and again only after its pause. */
export class TenantChanges {
  readonly #tell: (kinds: ChangeKind[]) => void;
  readonly #waiting = new Set<ChangeKind>();
  readonly #told = new Map<ChangeKind, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (kinds: ChangeKind[]) => void) {
    this.#tell = tell;
  }

  add(kinds: readonly ChangeKind[]): void {
    for (const kind of kinds) this.#waiting.add(kind);
    this.#flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting.clear();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    const due: ChangeKind[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const kind of this.#waiting) {
      const at = (this.#told.get(kind) ?? Number.NEGATIVE_INFINITY) + TOLD_EVERY_MS[kind];
      if (at <= now) due.push(kind);
      else next = Math.min(next, at);
    }
    for (const kind of due) {
      this.#waiting.delete(kind);
      this.#told.set(kind, now);
    }
    if (due.length > 0) this.#tell(due);
    // A millisecond more, because timers may be early by less.
    if (next < Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.#flush(), next - now + 1).unref();
    }
  }
}
