import { mix, Random } from '../random.ts';
import { departmentOf, groupPrincipal } from './membership.ts';
import type { Plan } from './plan.ts';

/** A few assets are used by many, most by few. */
const POPULARITY_SKEW = 2.5;
const OWN_DEPARTMENT_SHARE = 0.75;
/** After so many draws that were taken already, any asset will do: popular ones are exhausted. */
const POPULAR_DRAWS_MAX = 6;

/** The assets a group has access to. */
export function groupAssets(plan: Plan, group: number): number[] {
  return distinctAssets(plan, groupPrincipal(plan, group), plan.group_assets[group] as number);
}

/**
 * The direct holdings of every user and service account, in order. Some have many and most have few, all different
 * assets, and together exactly the grants that are left over by the groups.
 */
export function* directHoldings(plan: Plan): Generator<{ principal: number; assets: number[] }> {
  const holders = plan.users + plan.service_accounts;
  let remaining = plan.grants - plan.group_grants;
  let weightLeft = 0;
  for (let principal = 0; principal < holders; principal++) weightLeft += appetite(plan, principal);

  for (let principal = 0; principal < holders; principal++) {
    const weight = appetite(plan, principal);
    const share = Math.round((remaining * weight) / weightLeft);
    // Those who follow can take so many; the rest must be taken here.
    const leastHere = remaining - (holders - principal - 1) * plan.assets;
    const count = Math.min(Math.max(share, leastHere), plan.assets, remaining);
    weightLeft -= weight;
    remaining -= count;
    yield { principal, assets: distinctAssets(plan, principal, count) };
  }
}

function appetite(plan: Plan, principal: number): number {
  return 0.2 + 2 * (mix(plan.seed ^ 0x68756e67, principal) / 0x1_0000_0000) ** 2;
}

function distinctAssets(plan: Plan, principal: number, count: number): number[] {
  const random = new Random(mix(plan.seed ^ 0x686f6c64, principal));
  if (count * 2 > plan.assets) {
    const first = Math.floor(random.next() * plan.assets);
    return Array.from({ length: count }, (_, index) => (first + index) % plan.assets);
  }
  const department = plan.departments.indexOf(departmentOf(plan, principal));
  const chosen = new Set<number>();
  while (chosen.size < count) {
    let asset = popularAsset(plan, department, random);
    for (let draw = 1; chosen.has(asset); draw++) {
      asset =
        draw < POPULAR_DRAWS_MAX
          ? popularAsset(plan, department, random)
          : Math.floor(random.next() * plan.assets);
    }
    chosen.add(asset);
  }
  return [...chosen];
}

function popularAsset(plan: Plan, department: number, random: Random): number {
  const owned = assetsOfDepartment(plan, department);
  const popularity = random.next() ** POPULARITY_SKEW;
  return owned > 0 && random.next() < OWN_DEPARTMENT_SHARE
    ? department + plan.departments.length * Math.floor(popularity * owned)
    : Math.floor(popularity * plan.assets);
}

/** Assets go round the departments: every tenth is of the same one. */
export function departmentOfAsset(plan: Plan, asset: number): number {
  return asset % plan.departments.length;
}

function assetsOfDepartment(plan: Plan, department: number): number {
  return Math.ceil((plan.assets - department) / plan.departments.length);
}
