import { hash } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { openSecret, sealSecret } from '../platform/database/sealed-secret.ts';
import type { TokenTimes } from './sessions.sql.ts';

/** What starting, using and ending sessions needs. */
export interface SessionParts {
  db: Database;
  secrets_key: Buffer;
  now: () => number;
}

/** What the gateway keeps for a person, and no browser ever sees. */
export interface SessionTokens {
  /** Where the person has signed in. */
  issuer: string;
  /** The person, as the audit trail shows it; rows of the versions before had none. */
  label?: string;
  access_token: string;
  refresh_token: string | null;
}

/** What a provider hands out. */
export interface GivenTokens {
  access_token: string;
  refresh_token: string | null;
  expires_in_s: number;
}

/** A session by what its cookie says. */
export interface SessionName {
  tenant_id: number;
  id: string;
}

export const hashId = (id: string): Buffer => hash('sha256', id, 'buffer');

const purpose = (tenantId: number, idHash: Buffer): string =>
  `tenant ${tenantId} session ${idHash.toString('base64url')} tokens`;

export function sealTokens(key: Buffer, { tenant_id, id }: SessionName, tokens: SessionTokens): string {
  return sealSecret(key, purpose(tenant_id, hashId(id)), JSON.stringify(tokens));
}

export function openTokens(key: Buffer, { tenant_id, id }: SessionName, sealed: string): SessionTokens {
  return JSON.parse(openSecret(key, purpose(tenant_id, hashId(id)), sealed)) as SessionTokens;
}

const RENEW_BEFORE_S_MAX = 60;

/** Renewed in the last minute of its life, or in the last quarter if that is short. */
export function tokenTimes({ expires_in_s, refresh_token }: GivenTokens): TokenTimes {
  const before = Math.min(RENEW_BEFORE_S_MAX, expires_in_s / 4);
  return { expires_in_s, renew_in_s: refresh_token === null ? null : expires_in_s - before };
}
