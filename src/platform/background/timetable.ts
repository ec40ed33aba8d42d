/** When each tenant is next to be looked at. By the time since start: a clock that is set back keeps nobody waiting. */
export class Timetable {
  readonly #next = new Map<number, number>();

  /** Those whose time has come, or who have none yet, and how long it is until that of another. */
  due(tenantIds: readonly number[]): { tenants: number[]; next_ms: number | null } {
    const now = performance.now();
    const waits = tenantIds.map((tenantId) => (this.#next.get(tenantId) ?? 0) - now);
    const later = waits.filter((wait) => wait > 0);
    return {
      tenants: tenantIds.filter((_, index) => (waits[index] as number) <= 0),
      next_ms: later.length > 0 ? Math.min(...later) : null,
    };
  }

  set(tenantId: number, inMs: number): void {
    this.#next.set(tenantId, performance.now() + inMs);
  }

  /** All are to be looked at now. */
  clear(): void {
    this.#next.clear();
  }
}
