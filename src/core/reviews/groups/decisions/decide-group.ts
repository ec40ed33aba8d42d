import type { Static } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../../audit/entries.sql.ts';
import type { CursorCodec } from '../../../../gateway/lists/cursor.ts';
import { refuse } from '../../../../gateway/lists/instants.ts';
import type { Caller } from '../../../../gateway/roles.rules.ts';
import { counted } from '../../../../platform/counted.ts';
import type { Querier } from '../../../../platform/database/database.ts';
import { type Fault, LapseError } from '../../../../platform/errors.ts';
import { isoInstant } from '../../../../platform/iso-instant.ts';
import { loadPolicy } from '../../../policy/policies.sql.ts';
import { confirmedUntil, isReason, readDecision, SPOKEN } from '../../decisions/decision.rules.ts';
import { splitGroup, type TogetherDecision } from '../decide-together.rules.ts';
import { listGroupMembers } from '../group-members.sql.ts';
import { judgeMembers } from '../judge-members.ts';
import { type GroupKey, keyScope, lookedAt, reasonsOf, sentenceOf, soleReason } from '../list-groups.ts';
import { markOf, readSeen } from '../seen.rules.ts';
import { chooseReviews, deciderOf, THINK_AGAIN_MS } from './group-decision.rules.ts';
import type { GroupDecisionBody } from './group-decision.schema.ts';
import { insertGroupDecision } from './group-decisions.sql.ts';

type Body = Static<typeof GroupDecisionBody>;

/** What of the request can be judged without the group. */
export function readGroupDecision(body: Body, { cursors, tenant_id, now }: Reading) {
  const faults: Fault[] = [];
  const fault = (field: string, msg: string, type: string) =>
    faults.push({ loc: ['body', field], msg, type });
  const key = cursors.read<GroupKey>(keyScope(tenant_id), body.key);
  if (key === null) fault('key', 'is not the key of a group; look at the groups again', 'bad_key');
  const seen = readSeen(body.seen);
  if (seen === null) fault('seen', 'is not what a group has shown; look at the groups again', 'bad_seen');
  const decision = readDecision(body.decision);
  if (decision === null || decision === 'ESCALATE') {
    fault('decision', 'expected confirm, approve or revoke, in either case', 'not_allowed');
  }
  if (!isReason(body.reason)) fault('reason', 'expected a reason in words', 'too_short');
  const { next_review_at } = body;
  if (next_review_at !== undefined) {
    const until = confirmedUntil(next_review_at, now, 0);
    if (until.fault) fault('next_review_at', until.fault.msg, until.fault.type);
    else if (decision === 'REVOKE') fault('next_review_at', 'is of confirmations only', 'not_together');
  }
  for (const [i, id] of (body.leave_out ?? []).entries()) {
    if (seen !== null && !seen.has(id)) {
      const msg = 'is not one of those that may be decided together';
      faults.push({ loc: ['body', 'leave_out', i], msg, type: 'not_allowed' });
    }
  }
  const left_out = new Set(body.leave_out);
  if (seen !== null && seen.size > 0 && seen.size === left_out.size && faults.length === 0) {
    fault('leave_out', 'leaves nothing to decide', 'not_allowed');
  }
  if (seen?.size === 0) fault('seen', 'has nothing that may be decided together', 'bad_seen');
  refuse(faults);
  return {
    key: key as GroupKey,
    seen: seen as NonNullable<typeof seen>,
    left_out,
    decision: decision as TogetherDecision,
    reason: body.reason,
    next_review_at: next_review_at ?? null,
  };
}

interface Reading {
  cursors: CursorCodec;
  tenant_id: number;
  now: number;
}

/**
 * Accepts one decision about what may be decided together of a group, as it was looked at: anything of it that has changed since
 * refuses all of it. Workers decide each of the reviews, after some time to think again. Answers its id.
 */
export async function decideGroup(
  tx: Querier,
  wanted: ReturnType<typeof readGroupDecision>,
  { caller, now }: { caller: Caller; now: number },
): Promise<string> {
  const { key, decision, reason, next_review_at } = wanted;
  const { by, filters, ...place } = key;
  const { policy } = await loadPolicy(tx);
  const dormant_days = policy.shifts.dormant.after_days;
  const rows = await listGroupMembers(tx, { by, filters, now, dormant_days }, { kind: 'one', place });
  const members = await judgeMembers(tx, rows, { caller, policy, now });
  const split = splitGroup(members, now);
  const together = new Map(split.together.map((each) => [each.review_id, markOf(lookedAt(each))]));
  const reviews = chooseReviews({ seen: wanted.seen, left_out: wanted.left_out, together });
  if (!split.decisions.includes(decision)) {
    const msg = `expected ${split.decisions.map((each) => SPOKEN[each]).join(' or ')}: the recommendation is ${split.recommendation}${split.recommendation === 'REVIEW' ? ', and a guard would refuse to remove most of them' : ''}; decide these reviews by themselves`;
    refuse([{ loc: ['body', 'decision'], msg, type: 'not_allowed' }]);
  }
  const id = uuidv7();
  const sentence = sentenceOf(by, members, split);
  const taken = await insertGroupDecision(tx, {
    id,
    sentence,
    grouping: by,
    group_reason: soleReason(reasonsOf(members)),
    decision,
    reason,
    next_review_at,
    decided_by: caller.label,
    decider: deciderOf(caller),
    created_at: isoInstant(now),
    starts_at: isoInstant(now + THINK_AGAIN_MS),
    reviews,
  });
  if (taken > 0) {
    throw new LapseError(
      'conflict',
      `Somebody else is deciding ${taken} of these ${reviews.length} reviews. Look at the group again.`,
    );
  }
  await appendAuditEntries(tx, [
    {
      event_type: 'review.group_decided',
      description: `It was decided to ${decision === 'REVOKE' ? 'revoke' : 'confirm'} the access of ${counted(reviews.length, 'review')} together.`,
      actor: caller.label,
      at: isoInstant(now),
      data: { group_decision_id: id, sentence, decision: SPOKEN[decision], reason, reviews: reviews.length },
    },
  ]);
  return id;
}
