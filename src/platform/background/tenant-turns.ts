import type { Database } from '../database/database.ts';
import { retryAfterMs, type TenantWork } from './tenant-work.rules.ts';
import { clearWorkFailure, failingWork, recordWorkFailure } from './work-failures.sql.ts';

export interface TurnsContext {
  db: Pick<Database, 'registry' | 'alone'>;
  now: () => number;
  onError: (error: Error, tenantId: number) => void;
}

/** As long as a success of one process leaves the failure that another has recorded. */
const LOOK_EVERY_MS = 15_000;

/**
 * Turns of tenants at some kinds of work. A turn that fails is recorded for that tenant and kind, and is due again later and
 * later, up to a minute; nobody else notices.
 */
export class TenantTurns {
  readonly #context: TurnsContext;
  /** Instants of the time since start: a clock that is set back keeps nobody resting. */
  readonly #restUntil = new Map<string, number>();
  #failing: Promise<Set<string>> | null = null;
  #lookAt = 0;

  constructor(context: TurnsContext) {
    this.#context = context;
  }

  /** Whether the tenant rests after a failure. */
  isResting(work: TenantWork, tenantId: number): boolean {
    return (this.#restUntil.get(keyOf(work, tenantId)) ?? 0) > performance.now();
  }

  /** Until the tenant's next turn after a failure; null: it does not rest. */
  restMs(tenantId: number): number | null {
    const now = performance.now();
    const rests = [...this.#restUntil].flatMap(([key, until]) =>
      key.endsWith(` ${tenantId}`) && until > now ? [until - now] : [],
    );
    return rests.length > 0 ? Math.min(...rests) : null;
  }

  /** What the turn answers; null when it failed, or the tenant rests after a failure. Never throws. */
  async take<T>(
    work: TenantWork,
    tenantId: number,
    turn: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | null> {
    if (this.isResting(work, tenantId)) return null;
    try {
      const answer = await turn();
      await this.#succeeded(work, tenantId);
      return answer;
    } catch (error) {
      // What is broken off because the program stops has not failed.
      if (!signal?.aborted) await this.#failed(work, tenantId, error as Error);
      return null;
    }
  }

  async #failed(work: TenantWork, tenantId: number, error: Error): Promise<void> {
    const { db, now, onError } = this.#context;
    const key = keyOf(work, tenantId);
    // What cannot be recorded says nothing about the tenant: the database is away, and back in a moment.
    let attempts = 1;
    try {
      const at = new Date(now()).toISOString();
      attempts = await recordWorkFailure(db.alone(tenantId), { work, error: error.message, at });
      (await this.#failing)?.add(key);
    } catch {}
    this.#restUntil.set(key, performance.now() + retryAfterMs(attempts));
    onError(error, tenantId);
  }

  async #succeeded(work: TenantWork, tenantId: number): Promise<void> {
    const key = keyOf(work, tenantId);
    this.#restUntil.delete(key);
    const failing = await this.#recorded();
    if (!failing.has(key)) return;
    await clearWorkFailure(this.#context.db.alone(tenantId), work).catch(() => {});
    failing.delete(key);
  }

  /** What is recorded as failing, by any process. */
  #recorded(): Promise<Set<string>> {
    if (this.#failing === null || performance.now() >= this.#lookAt) {
      this.#lookAt = performance.now() + LOOK_EVERY_MS;
      this.#failing = failingWork(this.#context.db).then(
        (rows) => new Set(rows.map(({ work, tenant_id }) => keyOf(work, tenant_id))),
        () => new Set<string>(),
      );
    }
    return this.#failing;
  }
}

const keyOf = (work: TenantWork, tenantId: number): string => `${work} ${tenantId}`;
