import { hash } from 'node:crypto';
import type { Caller } from '../domain/roles.ts';

/** How long a withdrawn key or a changed tenant may go unnoticed for a token already seen. */
const ENTRY_MS_MAX = 30_000;
const ENTRIES_MAX = 10_000;

export interface TokenCache {
  get(token: string, now_ms: number): Caller | undefined;
  /** An entry never outlives the token. */
  set(token: string, caller: Caller, times: { now_ms: number; expires_ms: number }): void;
}

/**
 * Callers of tokens that were verified a moment ago. A client sends the same token many times, and a hash costs
 * a fraction of a signature. The token itself is not kept. Refused tokens are not kept either: an attacker has
 * an endless supply of them and would only push out the honest ones.
 */
export function createTokenCache(entriesMax = ENTRIES_MAX): TokenCache {
  const entries = new Map<string, { caller: Caller; added_ms: number; expires_ms: number }>();
  return {
    get(token, now_ms) {
      const key = hash('sha256', token, 'base64');
      const entry = entries.get(key);
      // A clock that was set back must not prolong an entry.
      if (entry && now_ms >= entry.added_ms && now_ms < entry.expires_ms) return entry.caller;
      if (entry) entries.delete(key);
      return undefined;
    },
    set(token, caller, { now_ms, expires_ms }) {
      const until = Math.min(expires_ms, now_ms + ENTRY_MS_MAX);
      if (until <= now_ms) return;
      // All live equally long, so the oldest is the one closest to its end.
      if (entries.size >= entriesMax) entries.delete(entries.keys().next().value as string);
      entries.set(hash('sha256', token, 'base64'), { caller, added_ms: now_ms, expires_ms: until });
    },
  };
}
