import type { IdentityLine, MembershipLine, PrincipalLine } from '../../core/directory/directory.rules.ts';
import { objectId } from '../random.ts';
import { DIRECT_ACCESS } from './access.ts';
import { ASSETS } from './assets.ts';
import { officeTime } from './calendar.ts';
import {
  DOMAIN,
  GROUPS,
  type Group,
  PEOPLE,
  type Person,
  PLATFORM_LOGINS,
  SERVICE_ACCOUNTS,
  type ServiceAccount,
} from './people.ts';

const PLATFORMS = new Map(ASSETS.map((asset) => [asset.id, asset.platform]));

/** `lastUse` tells when a principal was last seen, by its id. */
export function principals(now: Date, lastUse: ReadonlyMap<string, string>): PrincipalLine[] {
  return [
    ...PEOPLE.map((person) => user(now, person, lastUse.get(person.id))),
    ...SERVICE_ACCOUNTS.map((account) => serviceAccount(now, account, lastUse.get(account.id))),
    ...GROUPS.map((group) => groupPrincipal(now, group)),
  ];
}

function user(now: Date, person: Person, lastUse: string | undefined): PrincipalLine {
  const mainAsset = DIRECT_ACCESS.find(([principal]) => principal === person.id)?.[1];
  const lastLogin =
    person.last_login_days_ago === undefined
      ? lastUse
      : officeTime(now, person.last_login_days_ago, `${person.id} login`);
  return {
    kind: 'principal',
    id: person.id,
    display_name: person.name,
    type: 'user',
    source: 'azure_ad',
    email: `${person.login}@${DOMAIN}`,
    department: person.department,
    platform: PLATFORMS.get(mainAsset ?? '') ?? null,
    manager_id: person.manager ?? null,
    mfa_enabled: person.mfa_enabled ?? true,
    last_login_at: lastLogin ?? null,
    disabled: person.disabled ?? false,
    protected: person.protected ?? false,
    created_at: officeTime(now, person.joined_days_ago, person.id),
  };
}

function serviceAccount(now: Date, account: ServiceAccount, lastUse: string | undefined): PrincipalLine {
  return {
    kind: 'principal',
    id: account.id,
    display_name: account.name,
    type: 'service_account',
    source: 'azure_ad',
    email: `${account.name}@${DOMAIN}`,
    department: account.department,
    platform: account.platform,
    manager_id: account.manager,
    last_login_at: lastUse ?? null,
    created_at: officeTime(now, account.created_days_ago, account.id),
  };
}

function groupPrincipal(now: Date, group: Group): PrincipalLine {
  return {
    kind: 'principal',
    id: group.id,
    display_name: group.name,
    type: 'group',
    source: 'azure_ad',
    email: `${group.name.toLowerCase().replaceAll(' ', '-')}@${DOMAIN}`,
    department: group.department,
    manager_id: group.manager,
    created_at: officeTime(now, group.created_days_ago, group.id),
  };
}

export function memberships(): MembershipLine[] {
  return GROUPS.flatMap((group) =>
    Object.keys(group.members).map(
      (member): MembershipLine => ({ kind: 'membership', group_id: group.id, member_id: member }),
    ),
  );
}

export function identities(): IdentityLine[] {
  const everyone = [...PEOPLE, ...SERVICE_ACCOUNTS, ...GROUPS];
  return [
    ...everyone.map(
      ({ id }, index): IdentityLine => ({
        kind: 'identity',
        principal_id: id,
        provider: 'azure_ad',
        external_id: objectId(7, index + 1),
      }),
    ),
    ...PLATFORM_LOGINS.map(
      ([principal_id, provider, external_id]): IdentityLine => ({
        kind: 'identity',
        principal_id,
        provider,
        external_id,
      }),
    ),
  ];
}
