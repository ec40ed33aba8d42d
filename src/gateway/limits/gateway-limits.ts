import { type Faults, type Get, list } from '../../platform/config/settings.ts';
import { proxyFault } from './client-address.rules.ts';

export interface RateLimit {
  per_minute: number;
  burst: number;
}

export const RATE_CATEGORIES = [
  'reads',
  'writes',
  'reports',
  'bulk',
  'scim',
  'sign_in',
  'holder',
  'slack',
] as const;
export type RateCategory = (typeof RATE_CATEGORIES)[number];
/** Of a tenant; those who sign in or follow a link have none yet and count by address. `null` means the category is not limited. */
export type RateLimits = Readonly<Record<RateCategory, RateLimit | null>>;

export const DEFAULT_RATE_LIMITS: Record<RateCategory, string> = {
  reads: '300/50',
  writes: '100/20',
  reports: '10/2',
  bulk: '20/5',
  // What Entra ID asks of whoever it provisions to: 25 a second.
  scim: '1500/250',
  sign_in: '120/60',
  holder: '60/30',
  // All of Slack comes from few addresses.
  slack: '600/300',
};

export function rateLimits(faults: Faults, get: Get): RateLimits {
  const limits = {} as Record<RateCategory, RateLimit | null>;
  for (const category of RATE_CATEGORIES) {
    const name = `RATE_LIMIT_${category.toUpperCase()}`;
    const value = get(name) ?? DEFAULT_RATE_LIMITS[category];
    limits[category] = rateLimit(faults, name, value);
  }
  return limits;
}

function rateLimit(faults: Faults, name: string, value: string): RateLimit | null {
  if (value.toLowerCase() === 'off') return null;
  const match = /^(\d{1,9})(?:\/(\d{1,9}))?$/.exec(value);
  if (!match || Number(match[1]) < 1) {
    return faults.add(name, `is "${value}"; expected requests per minute and burst such as 300/50, or off`);
  }
  return { per_minute: Number(match[1]), burst: Number(match[2] ?? 0) };
}

export function trustedProxies(faults: Faults, value: string | null): readonly string[] {
  if (value === null || value.toLowerCase() === 'none') return [];
  const proxies = list(value);
  const fault = proxies.map(proxyFault).find((found) => found !== null);
  if (fault !== undefined) faults.add('TRUSTED_PROXIES', `is "${value}"; ${fault}`);
  return proxies;
}
