import { normalisePermission } from '../../../src/core/directory/permission.rules.ts';
import type { Policy } from '../../../src/core/policy/policy.rules.ts';
import { crossesAt, scoreAt } from '../../../src/core/scores/decay.rules.ts';
import { neverUsed, recordUse } from '../../../src/core/scores/habit.rules.ts';
import { lapseDate } from '../../../src/core/scores/lapse-date.rules.ts';
import { peerShift } from '../../../src/core/scores/peers.rules.ts';
import { NO_PURPOSE } from '../../../src/core/scores/purpose.rules.ts';
import type { GrantFacts } from '../../../src/core/scores/shifts.rules.ts';
import { DAY_MS } from '../../../src/platform/iso-instant.ts';
import { noonOf } from '../calendar.ts';
import type { WatchedAccess, World } from '../world.ts';
import { isDisabled } from './fixed-window.ts';
import type { Rule, Watch } from './rule.ts';

/** The rules of the service, fed as the pipeline feeds them. */
export function lapse(name: string, policy: Policy): Rule {
  return { name, watch: (access, world) => new LapseWatch(access, world, policy) };
}

class LapseWatch implements Watch {
  #access: WatchedAccess;
  #logins: Int16Array | undefined;
  #policy: Policy;
  #facts: GrantFacts;
  #next = 0;
  #peerShift = 0;
  #askedFrom = 0;
  #lapsesAt = 0;

  constructor(access: WatchedAccess, world: World, policy: Policy) {
    this.#access = access;
    this.#logins = world.lastLogin.get(access.principal);
    this.#policy = policy;
    this.#facts = {
      ...neverUsed(),
      granted_at: noonOf(access.granted),
      is_service: access.principal.kind === 'machine',
      classification: access.asset.classification,
      permission: normalisePermission(access.permission),
      peers: { peers: 0, active: 0 },
      anomaly_signals: 0,
      mfa_enabled: access.principal.mfa,
      last_login_at: null,
      disabled: false,
      unobserved_ms: 0,
      moved: null,
      next_review_at: null,
      ...NO_PURPOSE,
    };
    this.#recompute(0);
  }

  isStale(day: number): boolean {
    // Logins and ended outages only ever move the date away, so they are looked at when it seems to have come.
    if (this.#changed(day) || day >= this.#askedFrom) this.#recompute(day);
    if (day < this.#askedFrom) return false;
    return !this.#access.outages.some(({ from, to }) => day >= from && day < to);
  }

  scoreAt(day: number): number {
    this.#changed(day);
    this.#recompute(day);
    return scoreAt(this.#lapsesAt, noonOf(day), this.#policy.half_life_days);
  }

  /** The score says that the odds halve with every half-life, so it is taken at its word. */
  likelihoodAt(day: number): number {
    return this.scoreAt(day) / 100;
  }

  confirm(day: number): void {
    this.#facts.next_review_at = noonOf(day + this.#policy.review.confirmation_days);
  }

  #changed(day: number): boolean {
    const { seen, peers, principal } = this.#access;
    let changed = false;
    while (this.#next < seen.length && (seen[this.#next] as number) <= day) {
      const use = recordUse(this.#facts, noonOf(seen[this.#next++] as number));
      this.#facts.last_used_at = use.last_used_at;
      this.#facts.active_days = use.active_days;
      // Use may narrow the habit, but keeps access fresh at least this long; the date is worked out then.
      this.#askedFrom = Math.min(this.#askedFrom, day + this.#policy.patience.min_days);
    }
    const now = peers[Math.floor(day / 7)];
    if (now !== undefined && peerShift(now, this.#policy.shifts.peers) !== this.#peerShift) {
      this.#facts.peers = now;
      this.#peerShift = peerShift(now, this.#policy.shifts.peers);
      changed = true;
    }
    const disabled = isDisabled(principal, day);
    if (this.#facts.disabled !== disabled) {
      this.#facts.disabled = disabled;
      changed = true;
    }
    return changed;
  }

  #recompute(day: number): void {
    const { seen, granted, signals, outages } = this.#access;
    const lastUse = seen[this.#next - 1];
    const since = lastUse ?? granted;
    this.#facts.last_login_at = this.#logins === undefined ? null : noonOf(this.#logins[day] as number);
    const window = (lastUse ?? day) - this.#policy.shifts.anomaly.window_days;
    this.#facts.anomaly_signals = signals.filter((at) => at > window && at <= day).length;
    this.#facts.unobserved_ms =
      outages
        .filter(({ to }) => to <= day)
        .reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0) * DAY_MS;
    const { review, half_life_days } = this.#policy;
    this.#lapsesAt = lapseDate(this.#facts, this.#policy);
    const asksAt = crossesAt(this.#lapsesAt, review.threshold + review.hysteresis, half_life_days);
    this.#askedFrom = Math.ceil((asksAt - noonOf(0)) / DAY_MS);
  }
}
