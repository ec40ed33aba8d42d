import type { FastifyInstance } from 'fastify';
import { LapseError } from '../../platform/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which places of its tenant a request takes; `none`: it bounds its number itself. */
    places?: keyof typeof PLACES | 'none';
  }
}

/** How many requests of a tenant are in flight at a time. */
const PLACES = {
  /** More would only queue for the same processors and connections, before those of others: 32 took their p99 from 90 to 350 ms. */
  usual: 4,
  /** Single events mostly wait for the commit that they share: 4 at a time store a third of what 32 do. */
  events: 32,
  /** Bodies and downloads of any length may take hours, and mostly wait for the caller. */
  long: 16,
  /** A first provisioning of everybody takes hours, and must not stand before people. */
  scim: 2,
};
/** As many as the quotas of all categories allow in a minute: whoever keeps them is never refused here. */
const WAITING_MAX = 512;
const RETRY_AFTER_S = 1;

interface Places {
  inside: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

/** A tenant has so many requests of a kind in flight at this gateway, and so many more wait for one of them to end. */
export class TenantGate {
  readonly #places = new Map<string, Places>();
  readonly #inside_max: typeof PLACES;
  readonly #waiting_max: number;

  constructor({ inside_max = PLACES, waiting_max = WAITING_MAX } = {}) {
    this.#inside_max = inside_max;
    this.#waiting_max = waiting_max;
  }

  /** Calls `begin` when it is its turn. What this answers ends the turn, or the wait for it; null: the gate is full. */
  enter(tenantId: number, kind: keyof typeof PLACES, begin: () => void): (() => void) | null {
    const key = `${tenantId} ${kind}`;
    const inside_max = this.#inside_max[kind];
    const places = this.#places.get(key) ?? { inside: 0, waiting: new Set() };
    if (places.inside >= inside_max && places.waiting.size >= this.#waiting_max) return null;
    this.#places.set(key, places);
    const letIn = (): void => {
      for (const next of places.waiting) {
        if (places.inside >= inside_max) return;
        places.waiting.delete(next);
        places.inside += 1;
        next();
      }
    };
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      if (!places.waiting.delete(begin)) places.inside -= 1;
      letIn();
      if (places.inside === 0) this.#places.delete(key);
    };
    places.waiting.add(begin);
    letIn();
    return leave;
  }
}

/** Stands before the count of the rate limit: a request whose caller went away while it waited uses nothing of the quota. */
export function registerTenantGate(app: FastifyInstance, gate = new TenantGate()): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { caller, routeOptions } = request;
    const { places = 'usual' } = routeOptions.config;
    if (!caller || places === 'none') {
      done();
      return;
    }
    const leave = gate.enter(caller.tenant_id, places, () => {
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
