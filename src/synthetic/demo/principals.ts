import type { IdentityLine, MembershipLine, PrincipalLine } from '../../core/directory/directory.rules.ts';
import { objectId } from '../random.ts';
import { DIRECT_ACCESS } from './access.ts';
import { ASSETS } from './assets.ts';
import { officeTime } from './calendar.ts';
import {
  type Account,
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
    ...common(now, person, person.login),
    type: 'user',
    platform: PLATFORMS.get(mainAsset ?? '') ?? null,
    mfa_enabled: person.mfa_enabled ?? true,
    last_login_at: lastLogin ?? null,
    disabled: person.disabled ?? false,
    protected: person.protected ?? false,
  };
}

function serviceAccount(now: Date, account: ServiceAccount, lastUse: string | undefined): PrincipalLine {
  return {
    ...common(now, account, account.name),
    type: 'service_account',
    platform: account.platform,
    last_login_at: lastUse ?? null,
  };
}

function groupPrincipal(now: Date, group: Group): PrincipalLine {
  return { ...common(now, group, group.name.toLowerCase().replaceAll(' ', '-')), type: 'group' };
}

function common(now: Date, { id, name, department, manager, created_days_ago }: Account, login: string) {
  return {
    kind: 'principal',
    id,
    display_name: name,
    source: 'azure_ad',
    email: `${login}@${DOMAIN}`,
    department,
    manager_id: manager ?? null,
    created_at: officeTime(now, created_days_ago, id),
  } as const;
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
    ...everyone.map(({ id }, index) => identity(id, 'azure_ad', objectId(7, index + 1))),
    ...PLATFORM_LOGINS.map(([principal, provider, login]) => identity(principal, provider, login)),
  ];
}

function identity(principal_id: string, provider: string, external_id: string): IdentityLine {
  return { kind: 'identity', principal_id, provider, external_id };
}
