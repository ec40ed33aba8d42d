import { ExpiringMap } from '../../platform/expiring-map.ts';

interface AddressWindow {
  used: number;
  resets_ms: number;
}

const WINDOW_MS = 60_000;
/** Some five megabytes. Beyond it the oldest are forgotten: whoever has that many addresses is not held by counting them. */
const ADDRESSES_MAX = 20_000;

/** Requests per minute of those whose tenant is not known, by where they come from. */
export class AddressWindows {
  readonly #windows: ExpiringMap<AddressWindow>;

  constructor(addressesMax = ADDRESSES_MAX) {
    this.#windows = new ExpiringMap(addressesMax);
  }

  get size(): number {
    return this.#windows.size;
  }

  count(network: string, nowMs: number): Readonly<AddressWindow> {
    const known = this.#windows.get(network, nowMs);
    if (known) {
      known.used += 1;
      return known;
    }
    const window = { used: 1, resets_ms: nowMs + WINDOW_MS };
    this.#windows.set(network, window, { now_ms: nowMs, expires_ms: window.resets_ms });
    return window;
  }
}
