import { mix } from '../random.ts';
import type { Department, Plan } from './plan.ts';

/** One user in four works in a project. */
const PROJECT_SPREAD = 4;

export function departmentOfUser(plan: Plan, user: number): Department {
  return plan.departments.find(({ first_user, users }) => user < first_user + users) as Department;
}

/** A service account or a project belongs to some department, too. */
export function departmentOf(plan: Plan, principal: number): Department {
  if (principal < plan.users) return departmentOfUser(plan, principal);
  const team = principal - plan.users - plan.service_accounts;
  const own = plan.departments.find(
    ({ first_team, teams }) => team >= first_team && team < first_team + teams,
  );
  return own ?? departmentOfUser(plan, mix(plan.seed, principal) % plan.users);
}

/** The users in a group: neighbours in a team, every so many-th user in a project. */
export function* groupMembers(plan: Plan, group: number): Generator<number> {
  if (group < plan.teams) {
    const { first_user, users, first_team, teams } = departmentOf(plan, groupPrincipal(plan, group));
    const from = first_user + Math.floor(((group - first_team) * users) / teams);
    const to = first_user + Math.floor(((group - first_team + 1) * users) / teams);
    for (let user = from; user < to; user++) yield user;
  } else {
    for (let user = group - plan.teams; user < plan.users; user += projectStride(plan)) yield user;
  }
}

/** The groups a user is in; the inverse of `groupMembers`. */
export function groupsOf(plan: Plan, user: number): number[] {
  const groups: number[] = [];
  const { first_user, users, first_team, teams } = departmentOfUser(plan, user);
  if (teams > 0) groups.push(first_team + Math.floor(((user - first_user + 1) * teams - 1) / users));
  const project = user % projectStride(plan);
  if (project < plan.groups - plan.teams) groups.push(plan.teams + project);
  return groups;
}

function projectStride(plan: Plan): number {
  return Math.max(1, (plan.groups - plan.teams) * PROJECT_SPREAD);
}

export function groupPrincipal(plan: Plan, group: number): number {
  return plan.users + plan.service_accounts + group;
}
