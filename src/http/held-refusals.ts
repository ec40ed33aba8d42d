import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A client that repeats as fast as it is refused would cost as much as one that is served, and other tenants would wait
 * for it. The first refusal of a tenant leaves at once; the next ones follow one by one, this far apart.
 */
const APART_MS = 40;
/** Beyond this a refusal is not held any longer, but ends its connection: connections that wait cost memory. */
const WAIT_MS_MAX = 5_000;

export class HeldRefusals {
  readonly #nextAt = new Map<number, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Milliseconds that the next refusal of the tenant waits, or null when too many wait already. */
  take(tenantId: number): number | null {
    const now = this.#now();
    const at = Math.max(now, this.#nextAt.get(tenantId) ?? 0);
    if (at - now > WAIT_MS_MAX) return null;
    this.#nextAt.set(tenantId, at + APART_MS);
    return at - now;
  }

  /** Resolves to whether the connection may stay open. */
  async wait(tenantId: number): Promise<boolean> {
    const ms = this.take(tenantId);
    if (ms === null) return false;
    if (ms > 0) await sleep(ms);
    return true;
  }
}
