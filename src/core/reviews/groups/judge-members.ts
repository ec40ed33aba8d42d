import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { foreseeRefusals, refusedOf } from '../../../remediation/guards/foresee-refusals.ts';
import { normalisePermission } from '../../directory/permission.rules.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { scoreOfLapse } from '../../scores/half-life.rules.ts';
import { decideRefusals } from '../decisions/decide-refusals.ts';
import { recommend } from '../review.rules.ts';
import type { GroupMember } from './decide-together.rules.ts';
import type { MemberRow } from './group-members.sql.ts';

export type JudgedMember = GroupMember & { row: MemberRow };

/**
 * What the rule looks at, of any number of reviews as of now, with the recommendation that their evidence has: a few statements for
 * all of them.
 */
export async function judgeMembers(
  q: Querier,
  rows: readonly MemberRow[],
  { caller, policy, now }: { caller: Caller; policy: Policy; now: number },
): Promise<JudgedMember[]> {
  const refusals = await decideRefusals(
    q,
    rows.map(({ review_id: id, principal_id, assigned_to_id }) => ({ id, principal_id, assigned_to_id })),
    { caller, policy, now },
  );
  const scored = rows.map((row) => {
    const scores = row.lapses.map(([lapses_at, half_life_class]) =>
      scoreOfLapse({ lapses_at, half_life_class }, now, policy),
    );
    const score = Math.max(0, ...scores);
    const { is_fully_observed: fully_observed, has_purpose } = row;
    return {
      row,
      recommendation: recommend(score, { fully_observed, has_purpose, is_refused: false }),
      score,
    };
  });
  // What is recommended to be kept is not removed together with others.
  const removable = scored.filter(({ recommendation }) => recommendation !== 'CONFIRM');
  const guarded = await foreseeRefusals(
    q,
    [...new Set(removable.flatMap(({ row }) => row.access_grant_ids))],
    {
      policy,
      now,
    },
  );
  return scored.map(({ row, score }) => {
    const refused_by = refusedOf(row.access_grant_ids, guarded);
    const { is_fully_observed, has_purpose, is_partly_decided, holder_keeps, with_holder_until, anomalies } =
      row;
    return {
      row,
      review_id: row.review_id,
      recommendation: recommend(score, {
        fully_observed: is_fully_observed,
        has_purpose,
        is_refused: refused_by.length > 0,
      }),
      is_fully_observed,
      is_computed: row.lapses.length === row.access_grant_ids.length,
      has_purpose,
      anomalies,
      refused_by,
      is_partly_decided,
      holder_keeps,
      with_holder_until,
      decide_refusal: refusals.get(row.review_id) ?? null,
      permissions: row.permissions.map(normalisePermission),
      idle_since: Date.parse(row.last_used_at ?? row.granted_at),
    };
  });
}
