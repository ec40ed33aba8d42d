import { hash, timingSafeEqual } from 'node:crypto';

export const SECRET_BYTES = 32;
const TOKEN = /^lapse_scim_(\d{1,9})_([0-9a-f]{32})_([\w-]{43})$/;
/** PostgreSQL's integers end there. */
const TENANT_MAX = 2_147_483_647;

/** A token says whose it is and which one, so that it is found without looking through those of others. */
export function formatToken(of: { tenant_id: number; id: string; secret: Uint8Array }): string {
  const secret = Buffer.from(of.secret).toString('base64url');
  return `lapse_scim_${of.tenant_id}_${of.id.replaceAll('-', '')}_${secret}`;
}

export interface ScimToken {
  tenant_id: number;
  id: string;
  hash: Buffer;
}

/** Null: it is none of ours. */
export function parseToken(token: string): ScimToken | null {
  const [, tenant, digits, secret] = TOKEN.exec(token) ?? [];
  if (tenant === undefined || digits === undefined || secret === undefined) return null;
  const tenant_id = Number(tenant);
  if (tenant_id > TENANT_MAX) return null;
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { tenant_id, id, hash: hashOf(token) };
}

/** Of 256 random bits: nothing that slows guessing down is needed. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

export const isSameHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);
