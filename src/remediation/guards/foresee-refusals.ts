import type { Policy } from '../../core/policy/policy.rules.ts';
import { pairKey } from '../../core/reviews/evidence/pairs.sql.ts';
import { lastFreshDates } from '../../core/scores/half-life.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { edgeKey, edgesInUse, type SharedEdge } from './access-in-use.sql.ts';
import { describeAllLosses } from './all-losses.ts';
import { endangeredByLosses, NOTHING_ENDANGERED } from './endangered.sql.ts';
import { countOtherAdmins, foreseenCircumstances, type GrantCircumstances } from './facts.sql.ts';
import { foreseeElsewhere } from './foresee-elsewhere.ts';
import { expectedLosses, FIRST_TIME, foreseenLosses, guardFacts } from './guard-facts.ts';
import { administers, GUARD_NAMES, type GuardName, judge } from './guards.rules.ts';

/** How many remediations there will have been by then is a matter of the moment; only a breaker that is open counts. */
const NO_COUNT = { grants: 0, removed: 0, adding: 0 };
/** Whether there is another administrator, not how many. */
const ENOUGH_ADMINS = 1;

/**
 * The guards that would refuse to remove each of these grants as things stand, by the id of the grant, for lists of reviews and
 * for making them: a few statements for all. They are the worker's rules; it alone decides, and asks the platform besides.
 */
export async function foreseeRefusals(
  q: Querier,
  grantIds: readonly string[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Map<string, GuardName[]>> {
  const grants = await foreseenCircumstances(q, grantIds);
  const elsewhere = await foreseeElsewhere(q, grants);
  const left = grants.flatMap((grant) => {
    const where = elsewhere.get(grant.grant_id);
    return where?.membership ? [foreseenLosses(grant, where)] : [];
  });
  const leaving = new Set(left.map(({ grant_id }) => grant_id));
  const edges = new Map(
    grants.flatMap((grant) => (leaving.has(grant.grant_id) ? [] : (edgeOf(grant) ?? []))),
  );
  const freshAfter = lastFreshDates(policy, now);
  const inUse = await edgesInUse(q, [...edges.values()], freshAfter);
  const leftInUse = await describeAllLosses(q, left, freshAfter);
  const endangered = await endangeredByLosses(q, left);
  const admins = await countOtherAdmins(
    q,
    grants.filter(({ permission }) => administers(permission)),
    ENOUGH_ADMINS,
  );
  return new Map(
    grants.map((grant) => {
      const edge = edges.get(grant.grant_id);
      const others = edge ? (inUse.get(edgeKey(edge)) ?? []).filter((id) => id !== grant.grant_id) : [];
      const facts = guardFacts(FIRST_TIME, {
        grant,
        also: leftInUse.get(grant.grant_id) ?? { total: others.length, in_use: others.length, items: [] },
        now,
        losses: expectedLosses(grant),
        endangered: endangered.get(grant.grant_id) ?? NOTHING_ENDANGERED,
        counts: { tenant: NO_COUNT, asset: NO_COUNT },
        other_admins: admins.get(pairKey(grant)) ?? 0,
      });
      const breaker = { ...facts.breaker, tenant: NO_COUNT, asset: NO_COUNT };
      const refused = judge({ ...facts, breaker }, policy).filter(({ passed }) => !passed);
      return [grant.grant_id, refused.map(({ guard }) => guard)] as const;
    }),
  );
}

/** Of all grants of a review: a revocation is of all of them. */
export function refusedOf(
  grantIds: readonly string[],
  refusals: ReadonlyMap<string, readonly GuardName[]>,
): GuardName[] {
  const refusing = new Set(grantIds.flatMap((id) => refusals.get(id) ?? []));
  return GUARD_NAMES.filter((guard) => refusing.has(guard));
}

function edgeOf(grant: GrantCircumstances): [[string, SharedEdge]] | null {
  const { membership, group_grant } = expectedLosses(grant);
  if (membership) {
    const { group_ids, member_id } = membership;
    return [[grant.grant_id, { kind: 'membership', group_id: group_ids[0] as string, member_id }]];
  }
  return group_grant ? [[grant.grant_id, { kind: 'group_grant', ...group_grant }]] : null;
}
