import { type Faults, flag, type Get, isLoopbackHost } from '../../platform/config/settings.ts';
import type { LocalHosts } from '../../platform/network/local-host.ts';

export interface AuthSettings {
  /** Everyone is an administrator. */
  readonly is_disabled: boolean;
  /** Names that are served meanwhile. */
  readonly local_hosts: LocalHosts | null;
  readonly warnings: readonly string[];
}

/** Off is for one's own machine: never in production, and beyond loopback only for who says so twice. */
export function authSettings(
  faults: Faults,
  get: Get,
  { host, isTutorial }: { host: string; isTutorial: boolean },
): AuthSettings {
  const is_disabled = flag(faults, 'AUTH_DISABLED', get('AUTH_DISABLED'), isTutorial);
  if (!is_disabled) return { is_disabled, local_hosts: null, warnings: [] };
  const allowsInsecure = flag(faults, 'ALLOW_INSECURE', get('ALLOW_INSECURE'), false);
  const warnings: string[] = [];
  if (get('OIDC_ISSUER') !== null)
    warnings.push(
      'Authentication is OFF although OIDC_ISSUER is set: everyone who reaches this address is an administrator. Set AUTH_DISABLED=false.',
    );
  if (get('NODE_ENV') === 'production')
    faults.add(
      'AUTH_DISABLED',
      'must not be true when NODE_ENV is production; configure OIDC_ISSUER instead',
    );
  else if (!isLoopbackHost(host)) {
    if (allowsInsecure)
      warnings.push(
        `Authentication is OFF and ${host} is not loopback (ALLOW_INSECURE=true): anyone who can reach this address is an administrator.`,
      );
    else
      faults.add(
        'AUTH_DISABLED',
        `must not be true when HOST (${host}) is not a loopback address; use HOST=127.0.0.1, or ALLOW_INSECURE=true outside production`,
      );
  }
  const local_hosts = { names: [host.toLowerCase()], allows_private: allowsInsecure };
  return { is_disabled, local_hosts, warnings };
}

export function tenantIds(faults: Faults, value: string | null): string[] {
  const ids = (value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  const bad = ids.find((id) => id.length > 200);
  if (bad)
    faults.add(
      'TENANTS',
      `has an id of ${bad.length} characters; expected comma-separated ids of at most 200`,
    );
  return [...new Set(ids)];
}
