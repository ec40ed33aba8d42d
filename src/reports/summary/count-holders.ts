import type { GrantRow, PrincipalTraits } from '../../core/overview/grant-figures.sql.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { HolderFigures } from './compliance-figures.rules.ts';

const INACTIVE_DAYS = 90;
const NOBODY: HolderFigures = {
  holders: 0,
  mfa_known: 0,
  mfa_missing: 0,
  disabled: 0,
  login_known: 0,
  dormant: 0,
  inactive_90: 0,
};

interface Holder {
  /** As it came; read once, when all grants have gone by. */
  traits: string;
  /** The latest sign of life in its grants. */
  seen_at: number;
}

/** Counts principals by the grants they hold. */
export class Holders {
  readonly #at: number;
  readonly #dormantDays: number;
  readonly #holders = new Map<string, Holder>();

  constructor(at: number, dormantDays: number) {
    this.#at = at;
    this.#dormantDays = dormantDays;
  }

  hold(
    { principal_id, principal, granted_at, seen_at: known_at }: GrantRow,
    lastUsedAt: number | null,
  ): void {
    const seen_at = lastUsedAt ?? Math.max(granted_at, known_at);
    const holder = this.#holders.get(principal_id);
    if (holder === undefined) this.#holders.set(principal_id, { traits: principal, seen_at });
    else if (holder.seen_at < seen_at) holder.seen_at = seen_at;
  }

  finish(): HolderFigures {
    const figures = { ...NOBODY };
    for (const holder of this.#holders.values()) this.#count(figures, holder);
    return figures;
  }

  #count(figures: HolderFigures, { traits, seen_at }: Holder): void {
    const { type, disabled, mfa_enabled, last_login_at } = JSON.parse(traits) as PrincipalTraits;
    if (type === 'group') return;
    figures.holders += 1;
    if (disabled) figures.disabled += 1;
    if (type !== 'user') return;
    if (mfa_enabled !== null) figures.mfa_known += 1;
    if (mfa_enabled === false) figures.mfa_missing += 1;
    if (last_login_at !== null) {
      figures.login_known += 1;
      if (this.#isOlder(last_login_at, this.#dormantDays)) figures.dormant += 1;
    }
    // A login after the instant hides the one before it, but whoever signs in later was not gone.
    const seen = Math.max(seen_at, last_login_at ?? 0);
    if (!disabled && this.#isOlder(seen, INACTIVE_DAYS)) figures.inactive_90 += 1;
  }

  #isOlder(instant: number, days: number): boolean {
    return instant < this.#at - days * DAY_MS;
  }
}
