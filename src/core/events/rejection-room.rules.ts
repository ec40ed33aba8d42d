/** Twice what a list holds may come at once; whatever comes for long comes at a pace that nobody notices. */
const AT_ONCE = 2_000;
const APART_MS = 10;

/**
 * How many refused events of a tenant are worth storing now. In a flood each would only live until the next ones push it
 * out, and what is deleted still lies in the table until it is vacuumed.
 */
export class RejectionRoom {
  /** When nothing is in the way of a full `AT_ONCE` any more, by tenant. */
  readonly #freeAt = new Map<number, number>();

  /** Of those that are wanted; none, in the worst case. */
  take(tenantId: number, wanted: number, nowMs: number): number {
    const freeAt = Math.max(this.#freeAt.get(tenantId) ?? nowMs, nowMs);
    const taken = Math.min(wanted, AT_ONCE - Math.ceil((freeAt - nowMs) / APART_MS));
    this.#freeAt.set(tenantId, freeAt + taken * APART_MS);
    return taken;
  }
}
