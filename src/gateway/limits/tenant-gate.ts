import type { FastifyInstance } from 'fastify';
import { LapseError } from '../../platform/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Stays open for as long as somebody listens, and bounds its number itself. */
    isUngated?: boolean;
  }
}

/** More at a time would only queue for the same processors and connections, before those of other tenants. */
const INSIDE_MAX = 32;
/** As many as the quotas of all categories allow in a minute: whoever keeps them is never refused here. */
const WAITING_MAX = 512;
const RETRY_AFTER_S = 1;

interface Tenant {
  inside: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

/** A tenant has so many requests in flight at this gateway, and so many more wait for one of them to end. */
export class TenantGate {
  readonly #tenants = new Map<number, Tenant>();
  readonly #inside_max: number;
  readonly #waiting_max: number;

  constructor({ inside_max = INSIDE_MAX, waiting_max = WAITING_MAX } = {}) {
    this.#inside_max = inside_max;
    this.#waiting_max = waiting_max;
  }

  /** Calls `begin` when it is its turn. What this answers ends the turn, or the wait for it; null: the gate is full. */
  enter(tenantId: number, begin: () => void): (() => void) | null {
    const tenant = this.#tenants.get(tenantId) ?? { inside: 0, waiting: new Set() };
    if (tenant.inside >= this.#inside_max && tenant.waiting.size >= this.#waiting_max) return null;
    this.#tenants.set(tenantId, tenant);
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      if (!tenant.waiting.delete(begin)) tenant.inside -= 1;
      this.#letIn(tenant);
      if (tenant.inside === 0) this.#tenants.delete(tenantId);
    };
    tenant.waiting.add(begin);
    this.#letIn(tenant);
    return leave;
  }

  #letIn(tenant: Tenant): void {
    for (const begin of tenant.waiting) {
      if (tenant.inside >= this.#inside_max) return;
      tenant.waiting.delete(begin);
      tenant.inside += 1;
      begin();
    }
  }
}

/** Stands before the count of the rate limit: a request whose caller went away while it waited uses nothing of the quota. */
export function registerTenantGate(app: FastifyInstance, gate = new TenantGate()): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { caller, routeOptions } = request;
    if (!caller || routeOptions.config.isUngated) {
      done();
      return;
    }
    const leave = gate.enter(caller.tenant_id, () => {
      if (!request.raw.socket?.destroyed) done();
    });
    if (!leave) {
      // As if the minute were used up until then: nothing was counted, and its headers must not say that there is room.
      const resets_at = new Date(Date.now() + RETRY_AFTER_S * 1000).toISOString();
      request.rateWindow = Promise.resolve({ used: Number.POSITIVE_INFINITY, resets_at });
      const detail = `The tenant has too many requests under way; try again in ${RETRY_AFTER_S} s.`;
      done(new LapseError('rate_limited', detail, undefined, { retry_after: RETRY_AFTER_S }));
      return;
    }
    reply.raw.once('finish', leave).once('close', leave);
  });
}
