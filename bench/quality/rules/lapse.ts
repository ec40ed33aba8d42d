import { normalisePermission } from '../../../src/core/directory/permission.rules.ts';
import type { Policy } from '../../../src/core/policy/policy.rules.ts';
import { backoffDays } from '../../../src/core/reviews/decisions/decision.rules.ts';
import { crossesAt } from '../../../src/core/scores/decay.rules.ts';
import { neverUsed, recordUse } from '../../../src/core/scores/habit.rules.ts';
import { halfLifeDays, type Lapse, scoreOfLapse } from '../../../src/core/scores/half-life.rules.ts';
import { lapseOf } from '../../../src/core/scores/lapse-date.rules.ts';
import { peerShift } from '../../../src/core/scores/peers.rules.ts';
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
  /** Of the days of use those that count. */
  #seen: readonly number[];
  #moves: readonly number[];
  #logins: Int16Array | undefined;
  #policy: Policy;
  #facts: GrantFacts;
  #next = 0;
  #peerShift = 0;
  #askedFrom = 0;
  #lapse: Lapse = { lapses_at: 0, half_life_class: 0 };
  #confirmedTimes = 0;

  constructor(access: WatchedAccess, world: World, policy: Policy) {
    this.#access = access;
    this.#seen = policy.model_version === 1 ? access.seen : withoutInventories(access, world);
    this.#moves = world.moves.get(access.principal) ?? [];
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
      learned: null,
      next_review_at: null,
      purpose: access.principal.purpose,
      purpose_since: access.principal.purpose === null ? null : noonOf(access.granted),
      confirmed_at: null,
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
    return scoreOfLapse(this.#lapse, noonOf(day), this.#policy);
  }

  /** The first model's score says that the odds halve with every ten days, so it is taken at its word; the second's is fitted. */
  likelihoodAt(day: number): number | null {
    return this.#policy.model_version === 1 ? this.scoreAt(day) / 100 : null;
  }

  confirm(day: number): void {
    this.#facts.next_review_at = noonOf(day + backoffDays(this.#policy, this.#confirmedTimes));
    this.#facts.confirmed_at = noonOf(day);
    this.#confirmedTimes += 1;
  }

  #changed(day: number): boolean {
    const { peers, principal } = this.#access;
    const seen = this.#seen;
    let changed = false;
    while (this.#next < seen.length && (seen[this.#next] as number) <= day) {
      const use = recordUse(this.#facts, noonOf(seen[this.#next++] as number));
      this.#facts.last_used_at = use.last_used_at;
      this.#facts.active_days = use.active_days;
      this.#confirmedTimes = 0;
      // Use may narrow the habit, but keeps access fresh at least this long; the date is worked out then.
      this.#askedFrom = Math.min(this.#askedFrom, day + this.#freshDays());
    }
    const now = peers[Math.floor(day / 7)];
    if (now !== undefined && peerShift(now, this.#policy.shifts.peers) !== this.#peerShift) {
      this.#facts.peers = now;
      this.#peerShift = peerShift(now, this.#policy.shifts.peers);
      changed = true;
    }
    const move = this.#moves.findLast((at) => at <= day);
    if (move !== undefined && this.#facts.moved?.at !== noonOf(move)) {
      this.#facts.moved = { name: '', from: '', to: '', at: noonOf(move) };
      changed = true;
    }
    const disabled = isDisabled(principal, day);
    if (this.#facts.disabled !== disabled) {
      this.#facts.disabled = disabled;
      changed = true;
    }
    return changed;
  }

  /** After a use it is fresh at least this long, whatever shortens its patience. */
  #freshDays(): number {
    const { patience, rhythm, model_version } = this.#policy;
    return model_version === 1 ? patience.min_days : rhythm.service_base_days / 2;
  }

  #recompute(day: number): void {
    const { granted, signals, outages } = this.#access;
    const seen = this.#seen;
    const lastUse = seen[this.#next - 1];
    const since = lastUse ?? granted;
    this.#facts.last_login_at = this.#logins === undefined ? null : noonOf(this.#logins[day] as number);
    const window = (lastUse ?? day) - this.#policy.shifts.anomaly.window_days;
    this.#facts.anomaly_signals = signals.filter((at) => at > window && at <= day).length;
    this.#facts.unobserved_ms =
      outages
        .filter(({ to }) => to <= day)
        .reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0) * DAY_MS;
    const { review } = this.#policy;
    this.#lapse = lapseOf(this.#facts, this.#policy);
    const halfLife = halfLifeDays(this.#lapse.half_life_class, this.#policy);
    const asksAt = crossesAt(this.#lapse.lapses_at, review.threshold + review.hysteresis, halfLife);
    this.#askedFrom = Math.ceil((asksAt - noonOf(0)) / DAY_MS);
  }
}

/** Of nearly all assets: the share that makes an account one that takes inventory. */
const NEARLY_ALL = 0.8;

function withoutInventories({ seen, seenSelf, seenOf }: WatchedAccess, { reach }: World): readonly number[] {
  const others = [...seenOf].filter(([account]) => (reach.get(account) ?? 0) < NEARLY_ALL);
  if (others.length === seenOf.size) return seen;
  return [...new Set([...seenSelf, ...others.flatMap(([, days]) => days)])].sort((a, b) => a - b);
}
