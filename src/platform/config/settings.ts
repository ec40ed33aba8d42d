import { parseUrl } from '../parse-url.ts';
/** One setting; empty is as good as missing. */
export type Get = (name: string) => string | null;

/** Raised once with every wrong setting in it, so that one restart is enough. */
export class Faults {
  readonly lines: string[] = [];

  add(name: string, message: string): null {
    this.lines.push(`${name}: ${message}`);
    return null;
  }
}

const LOOPBACK_HOSTS = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOSTS.test(host);

export function flag(faults: Faults, name: string, value: string | null, fallback: boolean): boolean {
  if (value === null) return fallback;
  if (/^(true|1|yes|on)$/i.test(value)) return true;
  if (/^(false|0|no|off)$/i.test(value)) return false;
  faults.add(name, `is "${value}"; expected true or false`);
  return fallback;
}

export function integer(
  faults: Faults,
  name: string,
  value: string | null,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  if (value === null) return fallback;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  faults.add(name, `is "${value}"; expected a whole number from ${min} to ${max}`);
  return fallback;
}

export function oneOf<T extends string>(
  faults: Faults,
  name: string,
  value: string,
  allowed: readonly T[],
): T {
  const found = allowed.find((candidate) => candidate === value.toLowerCase());
  if (found) return found;
  faults.add(name, `is "${value}"; expected one of ${allowed.join(', ')}`);
  return allowed[0] as T;
}

export function postgresUrl(faults: Faults, name: string, value: string | null): string | null {
  if (value === null) return null;
  const url = parseUrl(value);
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return value;
  return faults.add(
    name,
    'is not a PostgreSQL address; expected postgres://user:password@host:5432/database',
  );
}

export function httpUrl(faults: Faults, name: string, value: string | null): string | null {
  if (value === null) return null;
  const url = parseUrl(value);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return faults.add(name, `is "${value}"; expected an https:// address`);
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname.replace(/^\[|\]$/g, ''))) {
    return faults.add(name, `is "${value}"; http is accepted for loopback only, expected https://`);
  }
  return value;
}

export function secretsKey(faults: Faults, value: string | null, isExternalDatabase: boolean): Buffer | null {
  const expected = 'expected 32 bytes in base64 or hex, for example from: openssl rand -base64 32';
  if (value === null) {
    if (isExternalDatabase) faults.add('SECRETS_KEY', `is required with DATABASE_URL; ${expected}`);
    return null;
  }
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length === 32) return key;
  return faults.add('SECRETS_KEY', `has ${key.length} bytes; ${expected}`);
}

export const list = (value: string | null): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
