import { hash } from 'node:crypto';
import { openSecret, sealSecret } from '../../platform/database/sealed-secret.ts';
import { clearCookie, readCookies, writeCookie } from './cookies.ts';

/** What must be the same when the browser comes back from the provider. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  code_verifier: string;
  issuer: string;
  /** `null`: the token will tell. */
  tenant_id: number | null;
  return_to: string;
}

const PREFIX = '__Host-lapse-sign-in-';
const MINUTES_MAX = 10;
/** Tabs that sign in at the same time. More would fill the header of every request. */
const ATTEMPTS_MAX = 4;
const PURPOSE = 'sign-in attempt';

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * An attempt lives in a cookie of the browser that began it, sealed, so that any gateway can end it and nobody can hand
 * somebody else a sign-in to complete. Each has a cookie of its own: two tabs may sign in at once, in any order.
 */
export function createSignInAttempts(secretsKey: Buffer, now: () => number = Date.now) {
  return {
    /** The cookies to set: the attempt's, and those that end others when there are too many. */
    begin(header: string | undefined, attempt: SignInAttempt): string[] {
      const others = [...readCookies(header).keys()].filter((name) => name.startsWith(PREFIX));
      const sealed = sealSecret(
        secretsKey,
        PURPOSE,
        JSON.stringify({ ...attempt, expires_ms: now() + MINUTES_MAX * 60_000 }),
      );
      return [
        ...(others.length < ATTEMPTS_MAX ? [] : others.map(clearCookie)),
        writeCookie(nameOf(attempt.state), sealed, MINUTES_MAX * 60),
      ];
    },
    /** The attempt of this browser with this state. */
    find(header: string | undefined, state: string): SignInAttempt | null {
      const sealed = readCookies(header).get(nameOf(state));
      if (sealed === undefined) return null;
      try {
        const { expires_ms, ...attempt } = JSON.parse(
          openSecret(secretsKey, PURPOSE, sealed),
        ) as SignInAttempt & { expires_ms: number };
        return expires_ms > now() && attempt.state === state ? attempt : null;
      } catch {
        return null;
      }
    },
    end: (state: string) => clearCookie(nameOf(state)),
  };
}

const nameOf = (state: string): string => PREFIX + hash('sha256', state, 'hex').slice(0, 16);
