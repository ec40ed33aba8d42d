import { parseUrl } from '../parse-url.ts';
/** One customer organisation, as the registry knows it. */
export interface Tenant {
  /** Leads every key and index of the tenant's rows. */
  tenant_id: number;
  /** What tokens call the tenant. */
  tid: string;
  /** The issuer of this tenant's tokens; `null` means the configured one. */
  issuer: string | null;
}

export const TID_LENGTH_MAX = 200;
export const ORGANISATION_NAME_LENGTH_MAX = 200;

/**
 * Text that looks to a person like what it is to the machine, and that PostgreSQL stores unchanged: no control
 * or invisible characters, and no half surrogates (two different ones would be stored as the same replacement).
 */
export function isPlainText(value: unknown, lengthMax: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= lengthMax &&
    !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(value)
  );
}

const TENANT_PART = /\{(?:tenantid|tid)\}/g;

/**
 * The only issuer whose word counts for this tenant. `null` when there is none: a `tid` that would change the
 * path of the address it is put into (`..`, a slash) must not choose where keys come from.
 */
export function expectedIssuer(
  configuredIssuer: string,
  tenant: { tid: string; issuer: string | null },
): string | null {
  return tenant.issuer ?? withTenant(configuredIssuer, tenant.tid);
}

/** Addresses with `{tenantid}` or `{tid}` in them belong to providers that give every tenant its own. */
export function withTenant(address: string, tid: string): string | null {
  if (address.search(TENANT_PART) === -1) return address;
  if (!/^[\w-][\w.-]*$/.test(tid)) return null;
  return address.replace(TENANT_PART, () => tid);
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Keys that come over plain HTTP can be replaced on the way, except on this machine. */
export function isSafeAddress(address: unknown): address is string {
  const url = typeof address === 'string' ? parseUrl(address) : null;
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOST.test(url.hostname));
}

/** An issuer is compared letter by letter and extended by a path, so it is an address and nothing more. */
export function isIssuer(address: unknown): address is string {
  if (!isSafeAddress(address) || /[\s?#]/.test(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/** The organisation of the person at the keyboard, when nobody signs in and no tenant is named. */
export const LOCAL_TENANT = 'local';
