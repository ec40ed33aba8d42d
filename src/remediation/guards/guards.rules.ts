import { normalisePermission } from '../../core/directory/permission.rules.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { counted } from '../../platform/counted.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';

/** What may keep a remediation from being carried out. Each is a rule of its own; all are always asked. */

export const GUARD_NAMES = [
  'protected_principal',
  'protected_asset',
  'last_admin',
  'grant_age',
  'telemetry',
  'other_access',
  'breaker',
] as const;
export type GuardName = (typeof GUARD_NAMES)[number];

/** Why each refuses, in a few words. */
export const GUARD_WORDS: Readonly<Record<GuardName, string>> = {
  protected_principal: 'the account is protected',
  protected_asset: 'the asset is protected',
  last_admin: 'nobody else could administer the asset',
  grant_age: 'it was granted a short time ago',
  telemetry: 'its use is not watched at the moment',
  other_access: 'other access would be lost with it',
  breaker: 'the breaker has tripped',
};

export interface GuardVerdict {
  guard: GuardName;
  passed: boolean;
  message: string;
  /** What a person can do about it. */
  remedy: string | null;
}

/** How many grants there were, how many of them were removed lately, and how many this remediation adds. */
export interface RemediationCount {
  grants: number;
  removed: number;
  adding: number;
}

export interface GuardFacts {
  now: number;
  principal: { name: string; protected: boolean };
  asset: { name: string; protected: boolean };
  grant: { permission: string; granted_at: number };
  /** Others who could still administer the asset. */
  other_admins: number;
  telemetry: {
    platform: string;
    /** Since when the platform is not watched. */
    gap_since: number | null;
    /** Null: fed by whoever calls the API. */
    connector: { name: string; last_use_read_at: number | null } | null;
  };
  /** Grants that would be lost with this one. */
  also_removes: { total: number; fresh: number; examples: string[] };
  /** Among these, by name: an asset that is protected, and one that nobody else could administer. */
  endangered: { protected_asset: string | null; last_admin_of: string | null };
  accept_other_losses: boolean;
  breaker: { open: string | null; tenant: RemediationCount; asset: RemediationCount };
}

type Guard = (facts: GuardFacts, policy: Policy) => GuardVerdict;

const HOUR_MS = 3_600_000;

const protectedPrincipal: Guard = ({ principal }) =>
  verdict('protected_principal', !principal.protected, {
    fine: 'The principal is not protected.',
    stop: `${principal.name} is protected, such as a break-glass account.`,
    remedy: 'Remove the access by hand, or lift the protection with an import and retry.',
  });

const protectedAsset: Guard = ({ asset, endangered: { protected_asset } }) =>
  verdict('protected_asset', !asset.protected && protected_asset === null, {
    fine: 'The asset is not protected.',
    stop: asset.protected
      ? `${asset.name} is protected.`
      : `Access to ${protected_asset} is lost with it, which is protected.`,
    remedy: 'Remove the access by hand, or lift the protection with an import and retry.',
  });

const lastAdmin: Guard = ({ grant, asset, other_admins, endangered: { last_admin_of } }) => {
  const isAdmin = administers(grant.permission);
  const isLast = isAdmin && other_admins === 0;
  return verdict('last_admin', !isLast && last_admin_of === null, {
    fine: isAdmin
      ? `${other_admins === 1 ? 'One other principal' : `${other_admins} other principals`} can administer the asset.`
      : 'The grant does not administer.',
    stop: `Nobody else could administer ${isLast ? asset.name : last_admin_of}.`,
    remedy: 'Give another active principal admin or owner access, then retry.',
  });
};

const grantAge: Guard = ({ grant, now }, { remediation }) => {
  const days = (now - grant.granted_at) / DAY_MS;
  return verdict('grant_age', days >= remediation.min_grant_age_days, {
    fine: `The grant is ${counted(Math.floor(days), 'day')} old.`,
    stop: `The grant is younger than ${counted(remediation.min_grant_age_days, 'day')}: too young to be judged by its use.`,
    remedy: 'Retry when it is old enough, or change min_grant_age_days of the policy.',
  });
};

const telemetry: Guard = ({ telemetry: { platform, gap_since, connector }, now }, { remediation }) => {
  const staleBefore = now - remediation.telemetry_stale_hours * HOUR_MS;
  const lastRead = connector?.last_use_read_at ?? null;
  const isStale = connector !== null && (lastRead === null || lastRead < staleBefore);
  return verdict('telemetry', gap_since === null && !isStale, {
    fine: `No gap is known in what was reported about ${platform}.`,
    stop:
      gap_since !== null
        ? `The use of ${platform} has not been recorded since ${isoInstant(gap_since)}: silence is no evidence.`
        : `${connector?.name} has not read any use ${lastRead === null ? 'yet' : `since ${isoInstant(lastRead)}`}.`,
    remedy: 'Fix the connector, wait for its next sync, then retry.',
  });
};

const otherAccess: Guard = ({ also_removes, accept_other_losses }) => {
  const { total, fresh, examples } = also_removes;
  const also = `also removes ${counted(total, 'other grant')}`;
  return verdict('other_access', fresh === 0 || accept_other_losses, {
    fine: total === 0 ? 'Nothing else is lost.' : `It ${also}, ${fresh} of them still in use.`,
    stop: `It ${also}, ${fresh} of them still in use: ${examples.join(', ')}.`,
    remedy:
      'Give the access that is in use directly, or take the grant from the group instead; or retry with accept_other_losses.',
  });
};

const breaker: Guard = ({ breaker: { open, tenant, asset } }, policy) => {
  const why = open ?? breakerReason({ tenant, asset }, policy)?.reason ?? null;
  return verdict('breaker', why === null, {
    fine: `${tenant.removed} of ${tenant.grants} grants were removed in 24 hours.`,
    stop: why ?? '',
    remedy: 'Have an admin look at what is being removed and release the breaker; then retry.',
  });
};

const GUARDS: Readonly<Record<GuardName, Guard>> = {
  protected_principal: protectedPrincipal,
  protected_asset: protectedAsset,
  last_admin: lastAdmin,
  grant_age: grantAge,
  telemetry,
  other_access: otherAccess,
  breaker,
};

export function judge(facts: GuardFacts, policy: Policy): GuardVerdict[] {
  return GUARD_NAMES.map((name) => GUARDS[name](facts, policy));
}

export type GuardRefusal = Omit<GuardVerdict, 'passed'>;

/** Those that stop a remediation, with why and what to do about it. */
export const refusalsOf = (verdicts: readonly GuardVerdict[]): GuardRefusal[] =>
  verdicts.filter(({ passed }) => !passed).map(({ guard, message, remedy }) => ({ guard, message, remedy }));

export function administers(permission: string): boolean {
  return ['admin', 'owner'].includes(normalisePermission(permission) ?? '');
}

export type BreakerScope = 'tenant' | 'asset';

/** Whether one more remediation would be too many: a share and a number, both exceeded. */
export function breakerReason(
  { tenant, asset }: { tenant: RemediationCount; asset: RemediationCount },
  { remediation }: Policy,
): { scope: BreakerScope; reason: string } | null {
  const { tenant_percent, tenant_grants, asset_percent, asset_grants } = remediation.breaker;
  if (isTooMany(tenant, tenant_percent, tenant_grants)) {
    return { scope: 'tenant', reason: tooMany(tenant, tenant_percent, 'the grants of the organisation') };
  }
  if (isTooMany(asset, asset_percent, asset_grants)) {
    return { scope: 'asset', reason: tooMany(asset, asset_percent, 'the grants of the asset') };
  }
  return null;
}

function isTooMany({ grants, removed, adding }: RemediationCount, percent: number, number: number): boolean {
  const removing = removed + adding;
  return removing > number && removing * 100 > grants * percent;
}

function tooMany({ grants, removed, adding }: RemediationCount, percent: number, what: string): string {
  return `${removed + adding} of ${grants} would be removed within 24 hours, more than ${percent} % of ${what}.`;
}

function verdict(
  guard: GuardName,
  passed: boolean,
  { fine, stop, remedy }: { fine: string; stop: string; remedy: string },
): GuardVerdict {
  return passed ? { guard, passed, message: fine, remedy: null } : { guard, passed, message: stop, remedy };
}
