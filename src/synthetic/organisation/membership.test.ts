import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { departmentOf, groupMembers, groupPrincipal, groupsOf } from './membership.ts';
import { planOrganisation } from './plan.ts';

const anyPlan = fc
  .integer({ min: 1, max: 3000 })
  .map((principals) =>
    planOrganisation({ seed: 1, principals, assets: 10, grants: 0, days: 0, now: new Date(0) }),
  );

describe('membership', () => {
  it('is the same seen from the group and from the member', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const fromGroups = new Set<string>();
        for (let group = 0; group < plan.groups; group++) {
          for (const user of groupMembers(plan, group)) fromGroups.add(`${group} ${user}`);
        }
        const fromUsers = new Set<string>();
        for (let user = 0; user < plan.users; user++) {
          for (const group of groupsOf(plan, user)) fromUsers.add(`${group} ${user}`);
        }
        expect(fromUsers).toEqual(fromGroups);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps a team within one department', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        for (let team = 0; team < plan.teams; team++) {
          const own = departmentOf(plan, groupPrincipal(plan, team));
          for (const user of groupMembers(plan, team)) expect(departmentOf(plan, user)).toBe(own);
        }
      }),
      { numRuns: 20 },
    );
  });
});
