import type { FastifyRequest } from 'fastify';
import { LapseError } from '../../platform/errors.ts';
import { AddressWindows } from './address-windows.rules.ts';
import { clientNetwork, createAddressFinder } from './client-address.rules.ts';
import type { RateWindow } from './rate-windows.sql.ts';

/**
 * Counts requests of people who have not signed in yet, by where they come from. Each gateway counts for itself: somebody who
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

export function tooManySignIns(retryAfter: number): LapseError {
  return new LapseError(
    'rate_limited',
    `Too many sign-ins were tried from your network within a minute. Wait ${retryAfter} s, then try again.`,
    undefined,
    { retry_after: retryAfter },
  );
}
