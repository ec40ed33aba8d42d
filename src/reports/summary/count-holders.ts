import { DAY_MS } from '../../domain/decay.ts';
import type { GrantRow } from '../../store/report-figures-grants.ts';

/** Principals that hold access at the end of the period. Groups are not counted: their members are. */
export interface HolderFigures {
  holders: number;
  /** Users of whom is known whether they sign in with a second factor, and those who do not. */
  mfa_known: number;
  mfa_missing: number;
  disabled: number;
  /** Users who have not signed in for as long as the policy calls dormant; only those whose last login is known. */
  login_known: number;
  dormant: number;
  /** Enabled users without any sign of life for 90 days: no login, no use; since their access was granted if ever. */
  inactive_90: number;
}

const INACTIVE_DAYS = 90;

/** Counts principals while their grants go by, those of one principal one after another. */
export class Holders {
  readonly #at: number;
  readonly #dormantDays: number;
  readonly #figures: HolderFigures = {
    holders: 0,
    mfa_known: 0,
    mfa_missing: 0,
    disabled: 0,
    login_known: 0,
    dormant: 0,
    inactive_90: 0,
  };
  #row: GrantRow | null = null;
  #lastSeen = 0;

  constructor(at: number, dormantDays: number) {
    this.#at = at;
    this.#dormantDays = dormantDays;
  }

  hold(row: GrantRow, lastUsedAt: number | null): void {
    if (row.principal_id !== this.#row?.principal_id) {
      this.#close();
      this.#row = row;
      this.#lastSeen = this.#loginOf(row) ?? 0;
    }
    this.#lastSeen = Math.max(this.#lastSeen, lastUsedAt ?? row.granted_at);
  }

  finish(): HolderFigures {
    this.#close();
    return this.#figures;
  }

  /** A login after the instant says nothing about the time before it. */
  #loginOf({ last_login_at }: GrantRow): number | null {
    return last_login_at !== null && last_login_at < this.#at ? last_login_at : null;
  }

  #close(): void {
    const row = this.#row;
    if (row === null || row.principal_type === 'group') return;
    const figures = this.#figures;
    figures.holders += 1;
    if (row.disabled) figures.disabled += 1;
    if (row.principal_type !== 'user') return;
    if (row.mfa_enabled !== null) figures.mfa_known += 1;
    if (row.mfa_enabled === false) figures.mfa_missing += 1;
    const login = this.#loginOf(row);
    if (row.last_login_at !== null) figures.login_known += 1;
    if (login !== null && login === row.last_login_at && this.#isOlder(login, this.#dormantDays))
      figures.dormant += 1;
    // Whoever has signed in since was not seen before the instant, but was certainly not gone.
    const later = row.last_login_at !== null && login === null;
    if (!row.disabled && !later && this.#isOlder(this.#lastSeen, INACTIVE_DAYS)) figures.inactive_90 += 1;
  }

  #isOlder(instant: number, days: number): boolean {
    return instant < this.#at - days * DAY_MS;
  }
}
