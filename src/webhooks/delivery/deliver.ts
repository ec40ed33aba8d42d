import { v7 as uuidv7 } from 'uuid';
import {
  type ClaimedDelivery,
  type ClaimedEndpoint,
  claimDeliveries,
  dueEndpoints,
  releaseDelivery,
} from '../work.sql.ts';
import { type DeliveryContext, leaseMs } from './delivery-context.ts';
import { Recorder } from './record-attempts.ts';
import { type AttemptResult, withoutAnswer } from './sender.ts';
import { Slots } from './slots.ts';

/**
 * Sends what is due, of all tenants. A turn of a tenant claims what there is room for and starts it without waiting: an
 * endpoint that hangs fills its own window and delays nobody. One that answers is given more as soon as half of its window
 * is free.
 */
export class Deliverer {
  readonly #context: DeliveryContext;
  readonly #slots = new Slots();
  readonly #recorder: Recorder;
  readonly #running = new Set<AbortController>();
  readonly #claiming = new Set<string>();
  #isSettling = false;

  constructor(context: DeliveryContext) {
    this.#context = context;
    this.#recorder = new Recorder(context);
  }

  /** Starts what is due of a tenant. Answers how much. */
  async startDue(tenantId: number, signal: AbortSignal): Promise<number> {
    const { db, now } = this.#context;
    const due = await dueEndpoints(db.tenant(tenantId), now());
    return signal.aborted ? 0 : this.#claim(tenantId, due);
  }

  /** Waits for what is under way; what takes longer is broken off, and is due again at once. */
  async drain(limitMs: number): Promise<void> {
    this.#isSettling = true;
    const timer = setTimeout(() => {
      for (const running of this.#running) running.abort();
    }, limitMs);
    while (this.#slots.inFlight + this.#claiming.size > 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    clearTimeout(timer);
    await this.#recorder.drain();
  }

  /** Takes what there is room for and starts it. Answers how many. */
  async #claim(tenantId: number, due: readonly { id: string; is_probe: boolean }[]): Promise<number> {
    const { db, now } = this.#context;
    const endpoints = due.flatMap(({ id, is_probe }) => {
      // Two claims at once would both count on the same room.
      const free = this.#claiming.has(id) ? 0 : this.#slots.free(id);
      return free === 0 ? [] : [{ id, is_probe, limit: is_probe ? 1 : free }];
    });
    if (endpoints.length === 0) return 0;
    for (const { id } of endpoints) this.#claiming.add(id);
    try {
      const lease = uuidv7();
      const claim = { now: now(), lease, lease_ms: leaseMs(this.#context), endpoints };
      const claimed = await claimDeliveries(db.alone(tenantId), claim);
      for (const { endpoint, deliveries } of claimed) {
        const limit = endpoints.find(({ id }) => id === endpoint.id)?.limit ?? 0;
        this.#slots.take(endpoint.id, deliveries.length, limit);
        for (const delivery of deliveries) void this.#attempt(endpoint, delivery, lease);
      }
      return claimed.length;
    } finally {
      for (const { id } of endpoints) this.#claiming.delete(id);
    }
  }

  /** An endpoint that has just answered and has more waiting need not be looked for. */
  #claimMore({ tenant_id, id }: ClaimedEndpoint): void {
    if (this.#isSettling || this.#claiming.has(id)) return;
    this.#claim(tenant_id, [{ id, is_probe: false }]).catch((error) =>
      this.#context.onError(error as Error, tenant_id),
    );
  }

  async #attempt(endpoint: ClaimedEndpoint, delivery: ClaimedDelivery, lease: string): Promise<void> {
    const { db, senders, now, timeout_ms, onError } = this.#context;
    const running = new AbortController();
    this.#running.add(running);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      running.abort();
    }, timeout_ms);
    const at = now();
    let result: AttemptResult | null = null;
    try {
      const send = senders[endpoint.kind];
      if (!send) throw new Error(`nothing sends to ${endpoint.kind}`);
      result = await send(endpoint, delivery, running.signal);
    } catch (error) {
      result = withoutAnswer('failure', (error as Error).message, now() - at);
    } finally {
      clearTimeout(timer);
      this.#running.delete(running);
    }
    if (running.signal.aborted && !isLate) {
      // We broke it off ourselves; the other side is not to blame.
      await releaseDelivery(db.alone(endpoint.tenant_id), lease, delivery).catch((error) =>
        onError(error as Error, endpoint.tenant_id),
      );
      this.#slots.give(endpoint.id, null);
      return;
    }
    if (isLate && result.outcome === 'failure')
      result = { ...result, error: `No answer within ${timeout_ms / 1_000} s.` };
    this.#recorder.add({ endpoint, delivery, lease, at, result });
    const sample = { is_success: result.outcome !== 'failure', latency_ms: result.latency_ms };
    if (this.#slots.give(endpoint.id, sample)) this.#claimMore(endpoint);
  }
}
