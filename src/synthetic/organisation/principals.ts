import type { IdentityLine, MembershipLine, PrincipalLine } from '../../core/directory/directory.rules.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { below, mix, objectId } from '../random.ts';
import { recordId } from './ids.ts';
import { departmentOf, departmentOfUser, groupMembers, groupPrincipal } from './membership.ts';
import { personLogin, personName, serviceName } from './names.ts';
import type { Plan } from './plan.ts';
import { dayStart, departureDay } from './use-pattern.ts';

const DOMAIN = 'synthetic.example';
/** Everybody a manager leads directly. */
const SPAN_OF_CONTROL = 8;
/** Everyone is older than every grant: those are at most 1,500 days older than the period of use. */
const YOUNGEST_DAYS = 1_600;

export function* principalLines(plan: Plan): Generator<PrincipalLine> {
  for (let user = 0; user < plan.users; user++) yield userLine(plan, user);
  for (let account = 0; account < plan.service_accounts; account++) {
    const principal = plan.users + account;
    const name = serviceName(plan.seed, principal);
    yield { ...common(plan, principal, name), type: 'service_account', email: `${name}@${DOMAIN}` };
  }
  for (let group = 0; group < plan.groups; group++) {
    const principal = groupPrincipal(plan, group);
    const kind = group < plan.teams ? 'team' : 'project';
    const name = `${departmentOf(plan, principal).name} ${kind} ${group + 1}`;
    yield { ...common(plan, principal, name), type: 'group', email: `${kind}-${group + 1}@${DOMAIN}` };
  }
}

export function* membershipLines(plan: Plan): Generator<MembershipLine> {
  for (let group = 0; group < plan.groups; group++) {
    const group_id = recordId(plan.seed, 'principal', groupPrincipal(plan, group));
    for (const member of groupMembers(plan, group)) {
      yield { kind: 'membership', group_id, member_id: recordId(plan.seed, 'principal', member) };
    }
  }
}

/** Everyone is known to the directory; one in three also has a name of their own on PostgreSQL. */
export function* identityLines(plan: Plan): Generator<IdentityLine> {
  for (let principal = 0; principal < plan.principals; principal++) {
    const principal_id = recordId(plan.seed, 'principal', principal);
    yield {
      kind: 'identity',
      principal_id,
      provider: 'azure_ad',
      external_id: objectId(plan.seed, principal),
    };
    if (principal < plan.users && principal % 3 === 0) {
      yield { kind: 'identity', principal_id, provider: 'postgres', external_id: `u${principal}` };
    }
  }
}

function userLine(plan: Plan, user: number): PrincipalLine {
  const name = personName(plan.seed, user);
  const draw = mix(plan.seed ^ 0x75736572, user);
  const left = departureDay(plan, user);
  const hasLeft = left < plan.days;
  const lastLogin = hasLeft
    ? dayStart(plan, left) - below(DAY_MS, mix(draw, 1))
    : plan.ends_at - below(DAY_MS / 4, mix(draw, 1));
  return {
    ...common(plan, user, name),
    type: 'user',
    email: `${personLogin(name, user)}@${DOMAIN}`,
    manager_id: managerId(plan, user),
    mfa_enabled: draw % 12 !== 0,
    last_login_at: isoInstant(lastLogin),
    // Half of those who left are still enabled: that is what reviews are for.
    disabled: hasLeft && mix(draw, 2) % 2 === 0,
  };
}

function common(plan: Plan, principal: number, display_name: string): Omit<PrincipalLine, 'type'> {
  const ageDays = plan.days + YOUNGEST_DAYS + below(2_000, mix(plan.seed ^ 0x616765, principal));
  return {
    kind: 'principal',
    id: recordId(plan.seed, 'principal', principal),
    display_name,
    source: 'azure_ad',
    department: departmentOf(plan, principal).name,
    created_at: isoInstant(plan.ends_at - ageDays * DAY_MS),
  };
}

/** A tree in every department, its head reporting to the first user of all. A manager precedes the managed. */
function managerId(plan: Plan, user: number): string | null {
  if (user === 0) return null;
  const { first_user } = departmentOfUser(plan, user);
  const rank = user - first_user;
  const manager = rank === 0 ? 0 : first_user + Math.floor((rank - 1) / SPAN_OF_CONTROL);
  return recordId(plan.seed, 'principal', manager);
}
