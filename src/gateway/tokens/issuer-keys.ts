import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose';
import { LapseError } from '../../platform/errors.ts';
import { discoverJwksUri, FETCH_MS_MAX, fetchBounded } from './issuer-metadata.ts';

const HOUR_MS = 3_600_000;
/** Older keys are fetched again, so that a withdrawn one stops being accepted. */
const KEYS_MS_MAX = 10 * 60_000;
/** While the provider cannot be reached its last keys serve on: refusing everybody would be the worse failure. */
const KEYS_MS_MAX_IN_OUTAGE = 24 * HOUR_MS;
const METADATA_MS_MAX = 24 * HOUR_MS;
/** Anyone can invent a key id; a fetch for each would turn Lapse against its own identity provider. */
const COOLDOWN_MS = 30_000;
const BACK_OFF_MS_MIN = 1_000;
const BACK_OFF_MS_MAX = 30_000;

export type IssuerKeys = ReturnType<typeof createIssuerKeys>;

export interface IssuerKeysOptions {
  issuer: string;
  /** `null`: found by discovery. */
  jwks_uri: string | null;
  now: () => Date;
  onError: (issuer: string, error: Error) => void;
}

/**
 * jose fetches and selects keys; when to fetch is decided here, because its own cooldown starts at successes
 * only (in an outage every request would fetch) and because it stops using keys that it cannot renew.
 */
export function createIssuerKeys({ issuer, jwks_uri, now, onError }: IssuerKeysOptions) {
  let keys: RemoteJWKSet | null = null;
  /** Where keys are fetched from; forgotten after a failure, because the address may have moved. */
  let source: { set: RemoteJWKSet; found_ms: number } | null = null;
  let fetchedMs = Number.NEGATIVE_INFINITY;
  let attemptedMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let pending: Promise<boolean> | null = null;

  const msSince = (instant: number) => now().getTime() - instant;

  async function load(): Promise<true> {
    if (source === null || isOutside(msSince(source.found_ms), METADATA_MS_MAX)) {
      const found_ms = now().getTime();
      source = { set: remoteKeys(jwks_uri ?? (await discoverJwksUri(issuer))), found_ms };
    }
    await source.set.reload();
    keys = source.set;
    fetchedMs = now().getTime();
    failures = 0;
    return true;
  }

  function fail(error: Error): false {
    source = null;
    failures += 1;
    onError(issuer, error);
    return false;
  }

  /** Fetches again unless that was tried just now; tells whether it did. Never throws. */
  function refresh(): Promise<boolean> {
    const wait = failures === 0 ? COOLDOWN_MS : backOffMs(failures);
    if (pending === null && isOutside(msSince(attemptedMs), wait)) {
      pending = load()
        .catch(fail)
        .finally(() => {
          attemptedMs = now().getTime();
          pending = null;
        });
    }
    return pending ?? Promise.resolve(false);
  }

  /** Throws `unavailable` when the issuer's keys have never been fetched, or too long ago. */
  async function current(): Promise<RemoteJWKSet> {
    if (isOutside(msSince(fetchedMs), KEYS_MS_MAX)) {
      const refreshed = refresh();
      // Keys that still serve do not wait for a provider known to be down; it may hang until the timeout.
      if (keys === null || failures === 0) await refreshed;
    }
    if (keys === null || msSince(fetchedMs) > KEYS_MS_MAX_IN_OUTAGE) {
      throw keysUnavailable();
    }
    return keys;
  }

  return {
    current,
    refresh,
    /** The last fetch failed: there may be keys that nobody here has seen. */
    isAway: () => failures > 0,
  };
}

export const keysUnavailable = (): LapseError =>
  new LapseError(
    'unavailable',
    'The keys of the identity provider cannot be fetched at the moment; try again shortly.',
  );

/** Also true for an instant in the future: after the clock was set back, waiting could take forever. */
function isOutside(elapsedMs: number, limitMs: number): boolean {
  return elapsedMs < 0 || elapsedMs >= limitMs;
}

function backOffMs(failures: number): number {
  return Math.min(BACK_OFF_MS_MAX, BACK_OFF_MS_MIN * 2 ** (failures - 1));
}

function remoteKeys(uri: string): RemoteJWKSet {
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: FETCH_MS_MAX,
    cooldownDuration: Number.POSITIVE_INFINITY,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchBounded,
  });
}
