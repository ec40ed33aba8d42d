import type { Static } from 'typebox';
import type { CursorCodec, CursorScope } from '../../../gateway/lists/cursor.ts';
import { requireOneStart } from '../../../gateway/lists/list.ts';
import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { groupedBy } from '../../../platform/grouped-by.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { RECOMMENDATIONS, REVIEW_RISKS } from '../review.rules.ts';
import {
  DECIDE_TOGETHER_RULE,
  EXCEPTION_KINDS,
  idleDays,
  type SplitGroup,
  splitGroup,
} from './decide-together.rules.ts';
import type { GroupQuery } from './group.schema.ts';
import {
  type GroupFilters,
  type GroupPlace,
  type GroupPosition,
  listGroupMembers,
} from './group-members.sql.ts';
import { type JudgedMember, judgeMembers } from './judge-members.ts';
import { GROUP_REASONS, type Grouping, type GroupReason, groupSentence } from './review-group.rules.ts';
import { writeSeen } from './seen.rules.ts';

export interface GroupMeans {
  q: Querier;
  cursors: CursorCodec;
  policy: Policy;
  now: number;
  caller: Caller;
}

/** What the key of a group names. Signed, so that it is of this tenant, and one that was answered. */
export interface GroupKey extends GroupPlace {
  by: Grouping;
  filters: GroupFilters;
}
export const keyScope = (tenant_id: number): CursorScope => ({
  tenant_id,
  list: 'review group by recommendation',
  filters: {},
});

const EXCEPTIONS_SHOWN = 20;
const IDLE_FROM = [0, 30, 90, 180, 365];

export async function answerGroups(means: GroupMeans, query: Static<typeof GroupQuery>) {
  requireOneStart(query);
  const { q, cursors, policy, now } = means;
  const { by, limit, cursor, offset = 0, review_ids, ...others } = query;
  const filters = review_ids === undefined ? others : { ...others, review_ids: review_ids.split(',') };
  const scope = { tenant_id: q.tenant_id, list: 'review groups', filters: { by, ...filters } };
  const after = cursor === undefined ? null : cursors.decode<GroupPosition>(scope, cursor);
  const dormant_days = policy.shifts.dormant.after_days;
  const rows = await listGroupMembers(
    q,
    { by, filters, now, dormant_days },
    { kind: 'page', limit, offset, after },
  );
  const groups = [...groupedBy(rows, placeOf).values()];
  const shown = groups.slice(0, limit).flat();
  const judged = groupedBy(await judgeMembers(q, shown, means), ({ row }) => placeOf(row));
  const last = groups[limit - 1]?.[0];
  return {
    items: [...judged.values()].map((members) => describeGroup({ by, filters }, members, means)),
    next_cursor: groups.length > limit && last ? cursors.encode(scope, positionOf(last)) : null,
    total: rows[0]?.total ?? 0,
    limit,
    offset,
    rule: [...DECIDE_TOGETHER_RULE],
  };
}

const placeOf = ({ of_reason, recommended, subject_id, within_id }: GroupPlace): string =>
  [of_reason, recommended, subject_id, within_id].join('\u0000');

const positionOf = ({
  members,
  of_reason,
  recommended,
  subject_id,
  within_id,
}: GroupPosition): GroupPosition => ({
  members,
  of_reason,
  recommended,
  subject_id,
  within_id,
});

function describeGroup(
  { by, filters }: Pick<GroupKey, 'by' | 'filters'>,
  members: readonly JudgedMember[],
  { q, cursors, now }: GroupMeans,
) {
  const split = splitGroup(members, now);
  const { row } = members[0] as JudgedMember;
  const { of_reason, recommended, subject_id, within_id } = row;
  const key: GroupKey = { by, filters, of_reason, recommended, subject_id, within_id };
  const reasons = reasonsOf(members);
  const within = (wanted: Grouping) =>
    by === wanted ? { id: within_id, name: row.within_name } : { id: null, name: null };
  const [group, campaign] = [within('group'), within('campaign')];
  const isOfPerson = by === 'principal';
  const count = (holds: (member: JudgedMember) => boolean): number => members.filter(holds).length;
  return {
    key: cursors.encode(keyScope(q.tenant_id), key),
    by,
    reason: soleReason(reasons),
    sentence: sentenceOf(by, members, split),
    asset_id: isOfPerson ? null : row.asset_id,
    asset_name: isOfPerson ? null : row.asset_name,
    principal_id: isOfPerson ? row.principal_id : null,
    principal_name: isOfPerson ? row.principal_name : null,
    group_id: group.id,
    group_name: group.name,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    members: row.members,
    looked_at: members.length,
    recommendation: split.recommendation,
    decisions: split.decisions,
    together: split.together.length,
    exceptions_total: split.exceptions.length,
    exception_kinds: EXCEPTION_KINDS.map((kind) => ({
      kind,
      members: split.exceptions.filter(({ why }) => why.some((each) => each.kind === kind)).length,
    })).filter((each) => each.members > 0),
    exceptions: split.exceptions.slice(0, EXCEPTIONS_SHOWN).map(({ member, why }) => ({
      ...shownOf(member, now),
      why,
    })),
    by_reason: reasons,
    by_recommendation: countsOf(RECOMMENDATIONS, (name) => count((member) => member.recommendation === name)),
    by_risk: countsOf(REVIEW_RISKS, (name) => count((member) => member.row.risk_level === name)),
    by_idle_days: IDLE_FROM.map((from, i) => {
      const to = IDLE_FROM[i + 1] ?? null;
      const isWithin = (days: number) => days >= from && (to === null || days < to);
      return { from, to, members: count((member) => isWithin(idleDays(member, now))) };
    }),
    first_due_at: members.map((member) => member.row.due_at).sort()[0] as string,
    seen: writeSeen(split.together.map(lookedAt)),
  };
}

/** How many of them are asked about for which reason. */
export const reasonsOf = (members: readonly JudgedMember[]): { reason: GroupReason; members: number }[] =>
  GROUP_REASONS.map((reason) => ({
    reason,
    members: members.filter(({ row }) => row.reason === reason).length,
  })).filter((each) => each.members > 0);

/** The reason of all of them; null: there are several. */
export const soleReason = (reasons: readonly { reason: GroupReason }[]): GroupReason | null =>
  reasons.length === 1 ? (reasons[0]?.reason ?? null) : null;

/** As much of a member as a mark is made of. */
export const lookedAt = ({ row, recommendation }: JudgedMember) => ({ ...row, recommendation });

export function sentenceOf(
  by: Grouping,
  members: readonly JudgedMember[],
  { exceptions }: SplitGroup<JudgedMember>,
): string {
  const { row } = members[0] as JudgedMember;
  const isOf = (grouping: Grouping) => (by === grouping ? row.within_name : null);
  const types = new Set(members.map((member) => member.row.principal_type));
  const permissions = new Set(members.flatMap((member) => member.row.permissions));
  return groupSentence(
    {
      by,
      type: types.size === 1 ? row.principal_type : null,
      reasons: reasonsOf(members),
      asset: row.asset_name,
      principal: row.principal_name,
      via_group: isOf('group'),
      campaign: isOf('campaign'),
    },
    permissions.size === 1 ? (row.permissions[0] as string) : null,
    { members: row.members, exceptions: exceptions.length },
  );
}

function shownOf({ row, recommendation, ...member }: JudgedMember, now: number) {
  const { review_id, principal_id, principal_name, principal_type, asset_id, asset_name } = row;
  const { risk_level, last_used_at } = row;
  return {
    review_id,
    principal_id,
    principal_name,
    principal_type,
    asset_id,
    asset_name,
    recommendation,
    risk_level,
    idle_days: idleDays(member, now),
    last_used_at,
  };
}

const countsOf = <Name extends string>(names: readonly Name[], of: (name: Name) => number) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, number>;
