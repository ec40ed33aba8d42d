import {
  findCallerPrincipal,
  groupsOfCaller,
  principalsOfCaller,
} from '../../../gateway/caller-principal.sql.ts';
import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { assigneesSeenBy } from '../../campaigns/substitutes.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { decideRefusal } from './deciders.rules.ts';

/** Why a caller may not decide each of these reviews, in a sentence; those that it may decide are left out. */
export async function decideRefusals(
  q: Querier,
  reviews: readonly { id: string; principal_id: string; assigned_to_id: string | null }[],
  { caller, policy, now }: { caller: Caller; policy: Policy; now: number },
): Promise<Map<string, string>> {
  if (caller.is_synthetic || reviews.length === 0) return new Map();
  const is_reviewer = caller.roles.has('service.reviewer');
  const about = [...new Set(reviews.map((each) => each.principal_id))];
  const own = await principalsOfCaller(q, about, caller);
  const groups = await groupsOfCaller(q, about, caller);
  const me = await findCallerPrincipal(q, caller);
  const assigned = [...new Set(reviews.flatMap(({ assigned_to_id }) => assigned_to_id ?? []))];
  const assignees = await assigneesSeenBy(q, assigned, { principal_id: me?.id ?? null, at: isoInstant(now) });
  const { deciders, escalation_contact_id } = policy.review;
  return new Map(
    reviews.flatMap(({ id, principal_id, assigned_to_id }) => {
      const refusal = decideRefusal({
        is_reviewer,
        is_own: own.has(principal_id),
        is_member: groups.has(principal_id),
        is_contact: me !== null && me.id === escalation_contact_id,
        assignee: assigned_to_id === null ? null : (assignees.get(assigned_to_id) ?? null),
        deciders,
      });
      return refusal === null ? [] : [[id, refusal] as const];
    }),
  );
}
