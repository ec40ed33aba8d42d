import { ExpiringMap } from '../expiring-map.ts';
import type { Tenant } from './tenant.rules.ts';

const KNOWN_MS_MAX = 60_000;
/** Short: somebody has just run `lapse tenant add` and tries it. */
const UNKNOWN_MS_MAX = 5_000;
const KNOWN_MAX = 10_000;
const UNKNOWN_MAX = 1_000;
const BATCH_MAX = 500;

type SelectTenants = (tids: readonly string[]) => Promise<Tenant[]>;

interface Waiting {
  tid: string;
  resolve(tenant: Tenant | null): void;
  reject(error: unknown): void;
}

/**
 * Anyone may send a token with an invented `tid`, so unknown ones are kept apart and cannot push out the known,
 * and misses share one statement at a time: a flood of them occupies one connection, not the whole pool.
 */
export class TenantCache {
  readonly #known = new ExpiringMap<Tenant>(KNOWN_MAX);
  readonly #unknown = new ExpiringMap<null>(UNKNOWN_MAX);
  readonly #select: SelectTenants;
  readonly #now: () => number;
  #waiting: Waiting[] = [];
  #isSelecting = false;

  constructor(select: SelectTenants, now: () => number = Date.now) {
    this.#select = select;
    this.#now = now;
  }

  async find(tid: string): Promise<Tenant | null> {
    const now = this.#now();
    const known = this.#known.get(tid, now);
    if (known !== undefined) return known;
    if (this.#unknown.get(tid, now) === null) return null;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tid, resolve, reject });
      if (!this.#isSelecting) void this.#selectWaiting();
    });
  }

  forget(tid: string): void {
    this.#known.delete(tid);
    this.#unknown.delete(tid);
  }

  async #selectWaiting(): Promise<void> {
    this.#isSelecting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_MAX);
      this.#waiting = this.#waiting.slice(BATCH_MAX);
      await this.#answer(batch);
    }
    this.#isSelecting = false;
  }

  async #answer(batch: readonly Waiting[]): Promise<void> {
    try {
      const tenants = await this.#select([...new Set(batch.map(({ tid }) => tid))]);
      const byTid = new Map(tenants.map((tenant) => [tenant.tid, tenant]));
      for (const { tid, resolve } of batch) resolve(this.#remember(tid, byTid.get(tid)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #remember(tid: string, tenant: Tenant | undefined): Tenant | null {
    const now_ms = this.#now();
    if (tenant) this.#known.set(tid, tenant, { now_ms, expires_ms: now_ms + KNOWN_MS_MAX });
    else this.#unknown.set(tid, null, { now_ms, expires_ms: now_ms + UNKNOWN_MS_MAX });
    return tenant ?? null;
  }
}
