import { hash } from 'node:crypto';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import type { Caller } from '../roles.rules.ts';

/** How long a withdrawn key or a changed tenant may go unnoticed for a token already seen. */
const ENTRY_MS_MAX = 30_000;
const ENTRIES_MAX = 10_000;

/**
 * Callers of tokens that were verified a moment ago. A client sends the same token many times, and a hash costs
 * a fraction of a signature. The token itself is not kept. Refused tokens are not kept either: an attacker has
 * an endless supply of them, which would only push out the honest ones.
 */
export class TokenCache {
  readonly #callers = new ExpiringMap<Caller>(ENTRIES_MAX);

  get(token: string, now: Date): Caller | undefined {
    return this.#callers.get(hash('sha256', token, 'base64'), now.getTime());
  }

  /** An entry never outlives the token. */
  set(token: string, caller: Caller, { now, expires_s }: { now: Date; expires_s: number }): void {
    const now_ms = now.getTime();
    const expires_ms = Math.min(expires_s * 1000, now_ms + ENTRY_MS_MAX);
    this.#callers.set(hash('sha256', token, 'base64'), caller, { now_ms, expires_ms });
  }
}
