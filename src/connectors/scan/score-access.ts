import { DEFAULT_POLICY, type Policy } from '../../core/policy/policy.rules.ts';
import { type RiskLevel, riskLevel, shownScore } from '../../core/scores/decay.rules.ts';
import { scoreOfLapse } from '../../core/scores/half-life.rules.ts';
import { explainLapseDate, lapseDate, lapseOf } from '../../core/scores/lapse-date.rules.ts';
import { PEER_WINDOW_DAYS, type PeerUse } from '../../core/scores/peers.rules.ts';
import { NO_PURPOSE } from '../../core/scores/purpose.rules.ts';
import type { GrantFacts } from '../../core/scores/shifts.rules.ts';
import { type Outage, unobservedMs } from '../../core/scores/unobserved.rules.ts';
import { counted } from '../../platform/counted.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { HeldAccess, HeldGrant } from './held-access.ts';

/** What use can be known of, in milliseconds since 1970. */
export interface Watched {
  /** Since when silence means that there was no use; `null`: it never does. */
  since: number | null;
  gaps: readonly Outage[];
}

/** One grant as a scan tells it. */
export interface ScannedAccess {
  principal: string;
  principal_type: string;
  asset: string;
  asset_type: string;
  permission: string;
  via_group: string | null;
  /** Of a group's access: how many are in it, and how many of them were seen using it. */
  members: number | null;
  members_seen: number | null;
  revocable: boolean;
  not_revocable_because: string | null;
  /** `not_seen`: watched since `no_use_since`, and no use found. `not_known`: use would not have been seen. */
  use: 'seen' | 'not_seen' | 'not_known';
  last_used_at: string | null;
  /** With it the latest use lies between the two. */
  last_used_not_before: string | null;
  no_use_since: string | null;
  /** `null`: nothing is known that it could be computed from. */
  score: number | null;
  risk_level: RiskLevel | null;
  lapses_at: string | null;
  reasons: string[];
}

/** Scores what is held by the rules of the service and its default policy. The stalest that can be revoked comes first. */
export class ScoredAccess {
  readonly #access: HeldAccess;
  readonly #watched: Watched;
  readonly #now: number;
  readonly #policy: Policy = DEFAULT_POLICY;
  readonly #peers: ReadonlyMap<string, PeerUse>;
  readonly #order: HeldGrant[];

  constructor(access: HeldAccess, watched: Watched, now: number) {
    this.#access = access;
    this.#watched = watched;
    this.#now = now;
    this.#peers = isWatchedFor(watched, now, PEER_WINDOW_DAYS) ? countPeers(access, now) : new Map();
    const ranked = access.grants.map((grant) => ({
      grant,
      is_kept: whyKept(grant) !== null,
      score: this.#isScored(grant) ? this.#scoreOf(this.#factsOf(grant)) : -1,
    }));
    ranked.sort(
      (a, b) =>
        Number(a.is_kept) - Number(b.is_kept) ||
        compare(b.score, a.score) ||
        compare(a.grant.principal.name, b.grant.principal.name) ||
        compare(a.grant.asset.name, b.grant.asset.name) ||
        compare(a.grant.permission, b.grant.permission),
    );
    this.#order = ranked.map(({ grant }) => grant);
  }

  /** Explained one by one, as they are written. */
  *stalest(limit = Number.POSITIVE_INFINITY): Generator<ScannedAccess> {
    for (const grant of this.#order.slice(0, limit)) yield this.#tell(grant);
  }

  counts() {
    const uses = { seen: 0, not_seen: 0, not_known: 0 };
    let revocable = 0;
    let stale = 0;
    for (const grant of this.#order) {
      uses[this.#useOf(grant)] += 1;
      const isRevocable = whyKept(grant) === null;
      if (isRevocable) revocable += 1;
      if (!isRevocable || !this.#isScored(grant)) continue;
      if (lapseDate(this.#factsOf(grant), this.#policy) <= this.#now) stale += 1;
    }
    return { grants: this.#order.length, revocable, stale, ...uses };
  }

  #useOf(grant: HeldGrant): ScannedAccess['use'] {
    if (grant.use.last_used_at !== null) return 'seen';
    return this.#watched.since === null || this.#access.isOwn(grant) ? 'not_known' : 'not_seen';
  }

  /** Without any knowledge of use, only an account that cannot be used says something. */
  #isScored(grant: HeldGrant): boolean {
    return this.#useOf(grant) !== 'not_known' || grant.principal.disabled;
  }

  #factsOf(grant: HeldGrant): GrantFacts {
    const { principal, asset, use, normalised } = grant;
    const since = this.#useOf(grant) === 'not_known' ? null : this.#watched.since;
    // Of a grant without a date only the time that was watched counts.
    const granted_at = Math.min(grant.granted_at ?? since ?? this.#now, this.#now);
    const outages = [{ from: Number.NEGATIVE_INFINITY, until: since ?? this.#now }, ...this.#watched.gaps];
    return {
      ...use,
      granted_at,
      is_service: principal.type === 'service_account',
      classification: asset.classification,
      permission: normalised,
      peers: this.#peersOf(grant),
      anomaly_signals: 0,
      mfa_enabled: principal.mfa_enabled,
      last_login_at: principal.last_login_at,
      disabled: principal.disabled,
      unobserved_ms: unobservedMs(outages, use.last_used_at ?? granted_at),
      moved: null,
      learned: null,
      next_review_at: null,
      ...NO_PURPOSE,
    };
  }

  #scoreOf(facts: GrantFacts): number {
    return scoreOfLapse(lapseOf(facts, this.#policy), this.#now, this.#policy);
  }

  #peersOf(grant: HeldGrant): PeerUse {
    const all = this.#peers.get(placeOf(grant));
    if (!all || grant.principal.type === 'group') return { peers: 0, active: 0 };
    return { peers: all.peers - 1, active: all.active - (isActive(grant, this.#now) ? 1 : 0) };
  }

  #tell(grant: HeldGrant): ScannedAccess {
    const { principal, asset, use: seen, users, not_before } = grant;
    const use = this.#useOf(grant);
    const facts = this.#isScored(grant) ? this.#factsOf(grant) : null;
    const explained = facts && explainLapseDate(facts, this.#policy);
    const score = facts && this.#scoreOf(facts);
    const why = whyKept(grant);
    const isGroup = principal.type === 'group';
    return {
      principal: principal.name,
      principal_type: principal.type,
      asset: asset.name,
      asset_type: asset.type,
      permission: grant.permission,
      via_group: grant.via_group,
      members: isGroup ? this.#access.membersOf(principal.key) : null,
      members_seen: isGroup ? (users?.size ?? 0) : null,
      revocable: why === null,
      not_revocable_because: why,
      use,
      last_used_at: seen.last_used_at === null ? null : isoInstant(seen.last_used_at),
      last_used_not_before: not_before === null ? null : isoInstant(not_before),
      no_use_since: use === 'not_seen' ? this.#quietSince(grant) : null,
      score: score === null ? null : shownScore(score),
      risk_level: score === null ? null : riskLevel(score),
      lapses_at: explained && isoInstant(explained.lapses_at),
      reasons: this.#reasons(grant, use, explained?.parts ?? []),
    };
  }

  #quietSince({ granted_at }: HeldGrant): string {
    const since = this.#watched.since as number;
    return isoInstant(Math.max(granted_at ?? since, since));
  }

  /** The rules say "since it was granted", which a platform that keeps no dates cannot know. */
  #reasons(
    grant: HeldGrant,
    use: ScannedAccess['use'],
    parts: ReturnType<typeof explainLapseDate>['parts'],
  ): string[] {
    const reasons = parts.flatMap(({ kind, days, reason }) => {
      if (kind !== 'patience' || use === 'seen') return [reason];
      if (use === 'not_known') return [];
      return grant.granted_at === null
        ? [`No use was seen since the platform began to remember; ${counted(days, 'day')} are tolerated.`]
        : [reason];
    });
    if (use === 'not_known')
      reasons.unshift(this.#access.isOwn(grant) && this.#watched.since !== null ? OWN : UNKNOWN);
    return reasons;
  }
}

const UNKNOWN = 'Whether it is used is not known.';
const OWN = 'Whether it is used is not known, because what the account of this scan does is left out.';

export function whyKept({ principal, permission, revocable }: HeldGrant): string | null {
  if (permission === 'owner' && !revocable) return 'it is ownership';
  if (principal.kept_because !== null) return principal.kept_because;
  return revocable ? null : 'the platform does not allow it';
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

const isWatchedFor = ({ since }: Watched, now: number, days: number): boolean =>
  since !== null && since <= now - days * DAY_MS;

const isActive = ({ use }: HeldGrant, now: number): boolean =>
  use.last_used_at !== null && use.last_used_at >= now - PEER_WINDOW_DAYS * DAY_MS;

const placeOf = ({ asset, principal }: HeldGrant): string =>
  JSON.stringify([asset.key, principal.department ?? '', principal.type]);

/** All holders of an asset in a department and of a type; whoever holds several grants on it is one. */
function countPeers({ grants }: HeldAccess, now: number): Map<string, PeerUse> {
  const places = new Map<string, Map<string, boolean>>();
  for (const grant of grants) {
    if (grant.principal.type === 'group') continue;
    const place = placeOf(grant);
    const holders = places.get(place) ?? new Map<string, boolean>();
    const { key } = grant.principal;
    holders.set(key, holders.get(key) === true || isActive(grant, now));
    places.set(place, holders);
  }
  return new Map(
    [...places].map(([place, holders]) => {
      const active = [...holders.values()].filter(Boolean).length;
      return [place, { peers: holders.size, active }];
    }),
  );
}
