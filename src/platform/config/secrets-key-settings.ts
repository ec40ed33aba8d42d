import type { Faults } from './settings.ts';

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
