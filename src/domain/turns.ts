/**
 * Tenants share processors. As long as several of them ask, none may have its whole minute at once: its requests are let
 * through at a few times the pace of its quota, after a few that come together. Nothing is refused here, only later.
 */
export interface Quota {
  per_minute: number;
  burst: number;
}

/** A tenant that was heard of this long ago does not count any more. */
const ACTIVE_MS = 10_000;
/** Pace in parts of the quota's own: 300 a minute are let through at 10 a second. */
const PACE = 2;
/** As many as a page of the dashboard asks for at once. */
const TOGETHER = 8;
/** Those that come together begin this far apart, after the first few: between two of them others get their answers. */
const APART_MS = 15;
const AT_ONCE = 2;

export class Turns {
  readonly #heardAt = new Map<number, number>();
  /** When the next request of a tenant and category would be on time. */
  readonly #nextAt = new Map<string, number>();

  /** Has any other tenant asked for something lately? */
  isShared(tenantId: number, now: number): boolean {
    for (const [other, at] of this.#heardAt) {
      if (now - at > ACTIVE_MS) this.#heardAt.delete(other);
      else if (other !== tenantId) return true;
    }
    return false;
  }

  /** Counts a request, and answers how many milliseconds it waits for its turn. */
  take(tenantId: number, category: string, quota: Quota, now: number): number {
    this.#heardAt.set(tenantId, now);
    if (!this.isShared(tenantId, now)) return 0;
    const apart = 60_000 / (PACE * quota.per_minute);
    const paced = this.#next(`${tenantId} ${category}`, now, { apart, together: TOGETHER });
    if (paced > now) return paced - now;
    return Math.max(0, this.#next(String(tenantId), now, { apart: APART_MS, together: AT_ONCE }) - now);
  }

  /** One that was quiet may send some together; its past is worth no more than that. */
  #next(key: string, now: number, { apart, together }: { apart: number; together: number }): number {
    const at = Math.max(this.#nextAt.get(key) ?? 0, now - together * apart) + apart;
    this.#nextAt.set(key, at);
    return at;
  }
}
