import type { FastifyRequest } from 'fastify';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { clientNetwork, createAddressFinder } from './client-address.rules.ts';
import type { RateWindow } from './rate-windows.sql.ts';

/**
 * Counts requests of people who have not signed in, by where they come from. Each gateway counts for itself: somebody who
 * has proved nothing must not make the database write.
 */
export function createAddressLimit(
  trustedProxies: readonly string[],
): (request: FastifyRequest) => RateWindow {
  const windows = new AddressWindows();
  const find = createAddressFinder(trustedProxies);
  return ({ ip, headers }) => {
    const network = clientNetwork(find(ip ?? '', headers['x-forwarded-for']?.toString()));
    const now = performance.now();
    const { used, resets_ms } = windows.count(network, now);
    return { used, resets_at: new Date(Date.now() + resets_ms - now).toISOString() };
  };
}

interface AddressWindow {
  used: number;
  resets_ms: number;
}

const WINDOW_MS = 60_000;
/** Some five megabytes. Beyond it the oldest are forgotten: whoever has that many addresses is not held by counting them. */
const ADDRESSES_MAX = 20_000;

/** Requests per minute of those whose tenant is not known, by where they come from. */
export class AddressWindows extends ExpiringMap<AddressWindow> {
  constructor(addressesMax = ADDRESSES_MAX) {
    super(addressesMax);
  }

  count(network: string, nowMs: number): Readonly<AddressWindow> {
    const known = this.get(network, nowMs);
    if (known) {
      known.used += 1;
      return known;
    }
    const window = { used: 1, resets_ms: nowMs + WINDOW_MS };
    this.set(network, window, { now_ms: nowMs, expires_ms: window.resets_ms });
    return window;
  }
}
