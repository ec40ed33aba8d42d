import { nextWindow, WINDOW_MIN, type WindowSample } from '../window.rules.ts';

/** Of all endpoints together; each holds a payload and a connection. */
const IN_FLIGHT_MAX = 512;

/** An endpoint with nothing under way. */
const AT_REST = {
  in_flight: 0,
  window: WINDOW_MIN,
  /** The last claim took all it might: more may wait. */
  may_have_more: false,
};

/** How many deliveries are under way, and how many more may be. One endpoint that hangs fills its own window only. */
export class Slots {
  readonly #endpoints = new Map<string, typeof AT_REST>();
  #inFlight = 0;

  get inFlight(): number {
    return this.#inFlight;
  }

  /**
   * Zero while more than half of the window is under way: few claims of many, instead of many of few. A tenth of all is
   * kept for endpoints that have nothing under way.
   */
  free(endpointId: string): number {
    const { in_flight, window } = this.#endpoints.get(endpointId) ?? AT_REST;
    const total = (in_flight === 0 ? IN_FLIGHT_MAX : IN_FLIGHT_MAX * 0.9) - this.#inFlight;
    const own = window - in_flight;
    return own >= window / 2 ? Math.max(0, Math.floor(Math.min(own, total))) : 0;
  }

  take(endpointId: string, count: number, wanted: number): void {
    const endpoint = this.#endpoints.get(endpointId) ?? { ...AT_REST };
    endpoint.in_flight += count;
    endpoint.may_have_more = count === wanted;
    this.#inFlight += count;
    if (endpoint.in_flight > 0) this.#endpoints.set(endpointId, endpoint);
  }

  /** Answers whether it is worth looking for more. A sample is left out when the attempt says nothing about the other side. */
  give(endpointId: string, sample: WindowSample | null): boolean {
    const endpoint = this.#endpoints.get(endpointId);
    if (!endpoint) return false;
    endpoint.in_flight -= 1;
    this.#inFlight -= 1;
    if (sample) endpoint.window = nextWindow(endpoint.window, sample);
    const isWorthIt = endpoint.may_have_more && this.free(endpointId) > 0;
    // One that rests begins again; nothing is remembered of the many that are idle.
    if (endpoint.in_flight === 0 && !endpoint.may_have_more) this.#endpoints.delete(endpointId);
    return isWorthIt;
  }
}
