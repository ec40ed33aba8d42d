import { hash } from 'node:crypto';

export const SECRET_BYTES = 32;
/** In digits that no mail program takes for the end of a link. */
const TOKEN = /^([1-9]\d{0,9})-([0-9a-f]{64})$/;
/** PostgreSQL's integers end there. */
const TENANT_MAX = 2_147_483_647;

/** It says whose it is, so that it is found without looking through what others have. */
export const formatToken = (tenantId: number, secret: Uint8Array): string =>
  `${tenantId}-${Buffer.from(secret).toString('hex')}`;

export interface LinkToken {
  tenant_id: number;
  hash: Buffer;
}

/** Null: it is none of ours. */
export function parseToken(token: string): LinkToken | null {
  const [, tenant] = TOKEN.exec(token) ?? [];
  const tenant_id = Number(tenant);
  if (tenant === undefined || tenant_id > TENANT_MAX) return null;
  return { tenant_id, hash: hashOf(token) };
}

/** Of 256 random bits: nothing that slows guessing down is needed. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
