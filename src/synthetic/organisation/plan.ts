import { DAY_MS } from '../../platform/iso-instant.ts';
import { groupMembers } from './membership.ts';

/** What a synthetic organisation is made from. The same options give the same organisation. */
export interface OrganisationOptions {
  /** From 0 to 2^32 - 1. */
  seed: number;
  principals: number;
  assets: number;
  grants: number;
  /** Whole days of use, the last one being the day before `now`. */
  days: number;
  now: Date;
}

export interface Department {
  name: string;
  first_user: number;
  users: number;
  first_team: number;
  teams: number;
}

/**
 * How many there are of everything, and who belongs where. Principals are numbered through: users by department,
 * then service accounts, then groups (teams of one department, then projects across all). Nothing here grows with
 * the number of grants; everything else is computed from an index when it is needed.
 */
export interface Plan extends OrganisationOptions {
  /** The end of the last day of use. */
  ends_at: number;
  /** The weekday of the first day of use; Monday is 0. */
  first_weekday: number;
  users: number;
  service_accounts: number;
  groups: number;
  teams: number;
  departments: readonly Department[];
  /** How many assets each group has access to. */
  group_assets: Uint32Array;
  /** Grants held by groups and inherited from them; the others are direct. */
  group_grants: number;
}

const DEPARTMENTS = [
  { name: 'Operations', weight: 20 },
  { name: 'Sales', weight: 16 },
  { name: 'Engineering', weight: 16 },
  { name: 'Customer Service', weight: 14 },
  { name: 'Finance', weight: 10 },
  { name: 'Marketing', weight: 8 },
  { name: 'Data & Analytics', weight: 6 },
  { name: 'People', weight: 5 },
  { name: 'Legal', weight: 3 },
  { name: 'Risk', weight: 2 },
] as const;

const GROUP_GRANTS_SHARE = 0.35;

export function planOrganisation(options: OrganisationOptions): Plan {
  const groups = Math.floor(options.principals * 0.06);
  const serviceAccounts = Math.floor(options.principals * 0.1);
  const users = options.principals - groups - serviceAccounts;
  const teams = Math.ceil(groups * 0.7);
  const endDay = Math.floor(options.now.getTime() / DAY_MS);
  const plan = {
    ...options,
    ends_at: endDay * DAY_MS,
    // 1970-01-01 was a Thursday.
    first_weekday: modulo(endDay - options.days + 3, 7),
    users,
    service_accounts: serviceAccounts,
    groups,
    teams,
    departments: departmentsOf(users, teams),
    group_assets: new Uint32Array(groups),
    group_grants: 0,
  };
  shareOutGroupGrants(plan);
  return plan;
}

/** The most grants that fit: a principal has one direct grant for an asset at most, and groups hold no direct ones. */
export function grantsMax(principals: number, assets: number): number {
  return (principals - Math.floor(principals * 0.06)) * assets;
}

function departmentsOf(users: number, teams: number): Department[] {
  const total = DEPARTMENTS.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  return DEPARTMENTS.map(({ name, weight }) => {
    const from = before / total;
    before += weight;
    const to = before / total;
    const first_user = Math.floor(users * from);
    const first_team = Math.floor(teams * from);
    return {
      name,
      first_user,
      users: Math.floor(users * to) - first_user,
      first_team,
      teams: Math.floor(teams * to) - first_team,
    };
  });
}

/** Every asset of a group costs one grant for the group and one for each member. */
function shareOutGroupGrants(plan: Plan): void {
  const budget = Math.floor(plan.grants * GROUP_GRANTS_SHARE);
  let allowance = 0;
  for (let group = 0; group < plan.groups; group++) {
    allowance += budget / plan.groups;
    const cost = 1 + groupSize(plan, group);
    const assets = Math.min(Math.floor(allowance / cost), plan.assets);
    allowance -= assets * cost;
    plan.group_assets[group] = assets;
    plan.group_grants += assets * cost;
  }
}

function groupSize(plan: Plan, group: number): number {
  let size = 0;
  for (const _ of groupMembers(plan, group)) size++;
  return size;
}

/** Never negative, unlike `%`. */
function modulo(number: number, divisor: number): number {
  return ((number % divisor) + divisor) % divisor;
}
