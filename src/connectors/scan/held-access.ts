import { classifyAsset } from '../../core/directory/classification.rules.ts';
import type { Classification, PrincipalType } from '../../core/directory/directory.rules.ts';
import { normalisePermission, type Permission } from '../../core/directory/permission.rules.ts';
import { parseInstant } from '../../core/events/event-time.rules.ts';
import { neverUsed, type Use } from '../../core/scores/habit.rules.ts';
import type { RawAsset, RawGrant, RawMembership, RawPrincipal } from '../connector.ts';

export interface HeldPrincipal {
  key: string;
  name: string;
  type: PrincipalType;
  department: string | null;
  mfa_enabled: boolean | null;
  last_login_at: number | null;
  disabled: boolean;
  /** Why its access cannot be taken away; `null` when it can. */
  kept_because: string | null;
  is_superuser: boolean;
}

export interface HeldAsset {
  key: string;
  name: string;
  type: string;
  classification: Classification;
  container_key: string | null;
}

/** A grant with what has been seen of its use. */
export interface HeldGrant {
  principal: HeldPrincipal;
  asset: HeldAsset;
  via_group: string | null;
  permission: string;
  normalised: Permission | null;
  granted_at: number | null;
  revocable: boolean;
  use: Use;
  /** The earliest that the latest use can have been, when its time is not known. */
  not_before: number | null;
  /** Members of the group who were seen using it. */
  users: Set<string> | null;
}

/** Shared by all that was not used, because a use makes another object. */
const NEVER_USED = neverUsed();

/**
 * Who may reach what, in memory: a few hundred bytes for each grant, principal and asset, and nothing of the
 * platform's details.
 */
export class HeldAccess {
  readonly principals = new Map<string, HeldPrincipal>();
  readonly assets = new Map<string, HeldAsset>();
  readonly grants: HeldGrant[] = [];
  /** What names somebody or something that was not listed. */
  skipped = 0;
  memberships = 0;

  readonly #platform: string;
  readonly #isOwn: (principal: RawPrincipal) => boolean;
  readonly #groups = new Map<string, string[]>();
  readonly #members = new Map<string, string[]>();
  readonly #held = new Map<string, Map<string, HeldGrant[]>>();
  readonly #above = new Map<string, readonly string[]>();
  readonly #people = new Map<string, number>();
  /** The account of the scan, and the groups that it was put into. */
  readonly #accounts = new Set<string>();
  readonly #own = new Set<string>();

  constructor({ platform, isOwn }: { platform: string; isOwn: (principal: RawPrincipal) => boolean }) {
    this.#platform = platform;
    this.#isOwn = isOwn;
  }

  addPrincipal(raw: RawPrincipal): void {
    const { key, type, department, mfa_enabled, disabled, details } = raw;
    const is_superuser = details.is_superuser === true;
    if (this.#isOwn(raw)) {
      this.#accounts.add(key);
      this.#own.add(key);
    }
    this.principals.set(key, {
      key,
      name: raw.display_name,
      type,
      department,
      mfa_enabled,
      last_login_at: instantOf(raw.last_login_at),
      disabled,
      is_superuser,
      kept_because: !raw.protected ? null : this.#keptBecause(raw, is_superuser),
    });
  }

  #keptBecause({ key, details }: RawPrincipal, isSuperuser: boolean): string {
    if (isSuperuser) return 'a superuser reaches everything';
    if (details.everybody === true) return 'everybody has it';
    return this.isAccount(key) ? 'it is the account of this scan' : 'it is built in';
  }

  addMembership({ group_key, member_key, details }: RawMembership): void {
    this.memberships += 1;
    append(this.#groups, member_key, group_key);
    append(this.#members, group_key, member_key);
    if (details.implicit !== true && this.isAccount(member_key)) this.#own.add(group_key);
  }

  addAsset({ key, name, type, tags, container_key }: RawAsset): void {
    const { classification } = classifyAsset({ name, platform: this.#platform, tags, contains_pii: null });
    this.assets.set(key, { key, name, type, classification, container_key });
  }

  addGrant(raw: RawGrant): void {
    const principal = this.principals.get(raw.principal_key);
    const asset = this.assets.get(raw.asset_key);
    const group = raw.via_group_key === null ? null : this.principals.get(raw.via_group_key);
    if (!principal || !asset || group === undefined) {
      this.skipped += 1;
      return;
    }
    const grant: HeldGrant = {
      principal,
      asset,
      via_group: group?.name ?? null,
      permission: raw.permission,
      normalised: normalisePermission(raw.permission),
      granted_at: instantOf(raw.granted_at),
      revocable: raw.revocable,
      use: NEVER_USED,
      not_before: null,
      users: principal.type === 'group' ? new Set() : null,
    };
    this.grants.push(grant);
    const byAsset = this.#held.get(principal.key) ?? new Map<string, HeldGrant[]>();
    append(byAsset, asset.key, grant);
    this.#held.set(principal.key, byAsset);
  }

  /** The grants that a use by this principal goes through: its own and its groups', on the asset and what contains it. */
  grantsUsed(principalKey: string, assetKey: string): HeldGrant[] {
    const places: string[] = [];
    let place: string | null = assetKey;
    while (place !== null && !places.includes(place)) {
      places.push(place);
      place = this.assets.get(place)?.container_key ?? null;
    }
    return [principalKey, ...this.#groupsAbove(principalKey)].flatMap((holder) => {
      const byAsset = this.#held.get(holder);
      return byAsset ? places.flatMap((key) => byAsset.get(key) ?? []) : [];
    });
  }

  #groupsAbove(key: string): readonly string[] {
    const known = this.#above.get(key);
    if (known) return known;
    const found = reachable(key, this.#groups);
    this.#above.set(key, found);
    return found;
  }

  /** How many people and programs are in the group, also through other groups. */
  membersOf(group: string): number {
    const known = this.#people.get(group);
    if (known !== undefined) return known;
    const isPerson = (key: string) => (this.principals.get(key)?.type ?? 'group') !== 'group';
    const count = reachable(group, this.#members).filter(isPerson).length;
    this.#people.set(group, count);
    return count;
  }

  isAccount(key: string): boolean {
    return this.#accounts.has(key);
  }

  /** The scan leaves out what its own account does, so silence about it says nothing. */
  isOwn({ principal }: HeldGrant): boolean {
    return this.#own.has(principal.key);
  }
}

function reachable(from: string, edges: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([from]);
  for (const key of seen) for (const next of edges.get(key) ?? []) seen.add(next);
  seen.delete(from);
  return [...seen];
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const instantOf = (text: string | null): number | null => (text === null ? null : parseInstant(text));
