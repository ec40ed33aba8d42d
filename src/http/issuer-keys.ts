import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose';
import { LapseError } from '../domain/errors.ts';
import { discoverJwksUri, FETCH_MS_MAX, fetchBounded } from './issuer-metadata.ts';

const MINUTE_MS = 60_000;
/** After this the keys are fetched again, so that a withdrawn key stops being accepted. */
const KEYS_MS_MAX = 10 * MINUTE_MS;
/** While the provider cannot be reached its last keys serve on: refusing everybody would be the worse failure. */
const KEYS_MS_MAX_IN_OUTAGE = 24 * 60 * MINUTE_MS;
const METADATA_MS_MAX = 24 * 60 * MINUTE_MS;
/** Anyone can invent a key id; a fetch for each would make Lapse a weapon against its own identity provider. */
const COOLDOWN_MS = 30_000;
const BACK_OFF_MS_MIN = 1_000;
const BACK_OFF_MS_MAX = 30_000;

export interface IssuerKeys {
  /** Throws `unavailable` when the issuer's keys have never been fetched, or too long ago. */
  current(): Promise<RemoteJWKSet>;
  /** Fetches again unless that was tried just now; tells whether there is a new key set. Never throws. */
  refresh(): Promise<boolean>;
}

export interface IssuerKeysOptions {
  issuer: string;
  /** `null`: found by discovery. */
  jwks_uri: string | null;
  now: () => Date;
  onError: (issuer: string, error: Error) => void;
}

/**
 * jose fetches and selects keys; when to fetch is decided here, because its own cooldown counts successes only
 * (every request would fetch during an outage) and because it drops its keys when they cannot be renewed.
 */
export function createIssuerKeys({ issuer, jwks_uri, now, onError }: IssuerKeysOptions): IssuerKeys {
  let keys: RemoteJWKSet | null = null;
  let source: { uri: string; found_ms: number } | null = null;
  let fetchedMs = Number.NEGATIVE_INFINITY;
  let attemptedMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let pending: Promise<boolean> | null = null;

  async function load(): Promise<void> {
    const nowMs = now().getTime();
    if (source === null || isOver(nowMs - source.found_ms, METADATA_MS_MAX)) {
      const uri = jwks_uri ?? (await discoverJwksUri(issuer));
      if (uri !== source?.uri || keys === null) keys = withoutKeysYet(keys, uri);
      source = { uri, found_ms: nowMs };
    }
  }

  return { current: async () => keys as never, refresh: async () => false };
}
