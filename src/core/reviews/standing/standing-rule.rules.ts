import { createHash } from 'node:crypto';
import type { Fault } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { normalisePermission, type Permission } from '../../directory/permission.rules.ts';

/** Rules that decide without a question. Instants are milliseconds since 1970. */

export const RULE_KINDS = ['leaver', 'never_used'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Why a rule is off. */
export const OFF_REASONS = ['new', 'changed', 'switched_off', 'expired'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

export const LEAVER_DAYS_MAX = 365;
/** What is used once a quarter must have had its chance. */
export const NEVER_USED_DAYS_MIN = 90;
export const NEVER_USED_DAYS_MAX = 730;
export const CAP_MAX = 1_000;
/** A leap year is a year too. */
const EXPIRES_MS_MAX = 366 * DAY_MS;
/** What a rule will decide sooner than this is not asked about; of what comes later somebody should hear before. */
export const HELD_DAYS = 30;
export const DRY_RUN_DAYS = 90;

export interface RuleSettings {
  name: string;
  kind: RuleKind;
  days: number;
  permissions: Permission[];
  cap_per_day: number;
  owner_id: string;
  expires_at: number;
}

/** Everything that is wrong with the settings, but for whether there is such an owner. */
export function settingsFaults(settings: RuleSettings, now: number): Fault[] {
  const { name, kind, days, permissions, expires_at } = settings;
  const faults: Fault[] = [];
  const fault = (field: string, msg: string, type: string) =>
    faults.push({ loc: ['body', field], msg, type });
  if (!/[^\s\p{C}]/u.test(name)) fault('name', 'expected a name that can be read', 'invalid');
  if (/[\p{Cc}"]/u.test(name))
    fault('name', 'expected a name without quotation marks and line breaks', 'invalid');
  const [least, most] = kind === 'leaver' ? [0, LEAVER_DAYS_MAX] : [NEVER_USED_DAYS_MIN, NEVER_USED_DAYS_MAX];
  if (days < least || days > most) {
    fault('days', `expected ${least} to ${most} days for a rule of the kind ${kind}`, 'out_of_range');
  }
  if (kind === 'leaver' && permissions.length > 0) {
    fault('permissions', 'expected none: a rule about leavers is about all permissions', 'not_allowed');
  }
  if (kind === 'never_used' && permissions.length === 0) {
    fault('permissions', 'expected at least one permission', 'invalid');
  }
  if (!(expires_at > now && expires_at <= now + EXPIRES_MS_MAX)) {
    fault('expires_at', 'expected an instant in the future, at most a year ahead', 'out_of_range');
  }
  return faults;
}

/** How decisions name it. */
export const ruleLabel = (name: string, owner: string): string => `the rule "${name}" of ${owner}`;

export function covers(
  { kind, permissions }: Pick<RuleSettings, 'kind' | 'permissions'>,
  permission: string,
): boolean {
  if (kind === 'leaver') return true;
  const word = normalisePermission(permission);
  return word !== null && permissions.includes(word);
}

/** Days are those of UTC: a tenant has no time zone. */
export const dayStart = (now: number): number => Math.floor(now / DAY_MS) * DAY_MS;
export const nextDay = (now: number): number => dayStart(now) + DAY_MS;

/** How many of those that are ready may be decided now. Never more than the cap in one day. */
export const roomToday = (cap: number, decidedToday: number): number => Math.max(0, cap - decidedToday);

export interface RuleDay {
  date: string;
  /** Became ready on that day. */
  ready: number;
  /** Would have been decided, with the cap. */
  decided: number;
}

/** What of those that became ready would have been decided on which day; the others wait for the next. */
export function cappedDays(
  readyOn: ReadonlyMap<string, number>,
  { cap, from, to }: { cap: number; from: number; to: number },
): { days: RuleDay[]; waiting: number } {
  const days: RuleDay[] = [];
  let waiting = 0;
  for (let day = dayStart(from); day < to; day += DAY_MS) {
    const date = isoInstant(day).slice(0, 10);
    const ready = readyOn.get(date) ?? 0;
    const decided = Math.min(cap, waiting + ready);
    waiting += ready - decided;
    days.push({ date, ready, decided });
  }
  return { days, waiting };
}

/** What a dry run saw: the settings, and what would be decided now. Other settings or another access: another mark. */
export function seenMark(rule: { id: string; version: number }, grantIds: readonly string[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([rule.id, rule.version, grantIds]));
  return hash.digest('base64url').slice(0, 32);
}

export function reasonOf(
  { kind, days }: Pick<RuleSettings, 'kind' | 'days'>,
  { since }: { since: string },
): string {
  const date = isoInstant(Date.parse(since)).slice(0, 10);
  return kind === 'leaver'
    ? `The account has been observed to be disabled since ${date}, ${days} days or more.`
    : `Never used since ${date}, ${days} days or more in which its use was watched.`;
}
