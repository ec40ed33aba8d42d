import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { foreseeRefusals } from '../../../remediation/guards/foresee-refusals.ts';
import { startRemediations } from '../../../remediation/start-remediations.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import { pairKey } from '../evidence/pairs.sql.ts';
import { grantsOf, ReviewInHand, saveMoves } from '../move-reviews.ts';
import { openReviews } from '../open-reviews.ts';
import { isOpen } from '../states.rules.ts';
import { oldestWaitingEvent } from '../timers/silent-grants.sql.ts';
import { type AsOf, type Candidate, candidatesAmong, lookOn } from './candidates.sql.ts';
import { releaseQuestions } from './held-questions.sql.ts';
import { ruleEntry } from './rule-entries.ts';
import { dayStart, nextDay, reasonOf, roomToday, ruleLabel } from './standing-rule.rules.ts';
import {
  claimRule,
  decidedSince,
  type RuleRow,
  setLook,
  setOff,
  setPaused,
  toldOf,
} from './standing-rules.sql.ts';

/** Each of them is locked until the batch ends. */
export const DECIDED_AT_ONCE = 250;
/** Most of what a look comes across is nothing for the rule. */
const LOOKED_AT_ONCE = 2_000;
const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 15 * MINUTE_MS;
/** Events are applied within seconds; while they are not, nobody knows what was used. */
const EVENTS_WAIT_MS = 15 * MINUTE_MS;

/**
 * The next batch of a rule that is due. The rule is locked, so what it has decided today is counted exactly, and it decides with the
 * settings of one version; each decision commits with its remediation and its entry. Answers how many it has looked at.
 */
export async function decideByRule(
  tx: Querier,
  { now, limit = DECIDED_AT_ONCE }: { now: number; limit?: number },
): Promise<number> {
  const rule = await claimRule(tx, now);
  if (rule === null) return 0;
  if (!(await mayDecide(tx, rule, now))) return 1;
  const room = roomToday(rule.cap_per_day, await decidedSince(tx, rule.id, dayStart(now)));
  if (room === 0) {
    // The longest due come first again tomorrow.
    await lookAgain(tx, rule, nextDay(now));
    return 1;
  }
  const asOf = await knownUntil(tx, rule, now);
  if (asOf === null) {
    await setLook(tx, rule.id, { at: now + MINUTE_MS, position: positionOf(rule) });
    return 1;
  }
  const looked = await lookOn(tx, rule, asOf, LOOKED_AT_ONCE);
  const found = looked.filter(({ candidate }) => candidate !== null);
  const taken = found.slice(0, Math.min(room, limit));
  await decide(
    tx,
    rule,
    taken.map(({ candidate }) => candidate as Candidate),
    { asOf, now },
  );
  const last = taken.length < found.length ? taken.at(-1) : looked.at(-1);
  const isThrough = taken.length === found.length && looked.length < LOOKED_AT_ONCE;
  if (isThrough || last === undefined) await lookAgain(tx, rule, now + LOOK_EVERY_MS);
  else await setLook(tx, rule.id, { at: now, position: last.position });
  return Math.max(1, looked.length);
}

/** What of the first of them fails however often it is tried is passed over until the next look. */
export async function passOverFirst(tx: Querier, now: number): Promise<void> {
  const rule = await claimRule(tx, now);
  if (rule === null) return;
  const asOf = (await knownUntil(tx, rule, now)) ?? { as_of: now, until: now };
  const looked = await lookOn(tx, rule, asOf, LOOKED_AT_ONCE);
  const first = looked.find(({ candidate }) => candidate !== null);
  if (first === undefined) await lookAgain(tx, rule, now + LOOK_EVERY_MS);
  else await setLook(tx, rule.id, { at: now, position: first.position });
}

const lookAgain = (tx: Querier, rule: RuleRow, at: number) =>
  setLook(tx, rule.id, { at: Math.min(at, Date.parse(rule.expires_at)), position: null });

const positionOf = ({ looked_to, looked_to_principal_id, looked_to_grant_id }: RuleRow) =>
  looked_to === null
    ? null
    : { at: looked_to, principal_id: looked_to_principal_id, grant_id: looked_to_grant_id };

/** Ends what has expired; pauses what nobody answers for, until somebody does. */
async function mayDecide(tx: Querier, rule: RuleRow, now: number): Promise<boolean> {
  const told = toldOf(rule);
  const by = { actor: 'system', now };
  if (Date.parse(rule.expires_at) <= now) {
    await setOff(tx, rule.id, { because: 'expired', ...by });
    await releaseQuestions(tx, rule.id);
    const entry = ruleEntry(told, 'rule.expired', {
      said: 'has expired and decides nothing any more.',
      ...by,
    });
    await appendAuditEntries(tx, [entry]);
    return false;
  }
  if (rule.owner_is_gone) {
    if (rule.paused_because === null) {
      const because = `${rule.owner_name}, who answers for it, is disabled or gone.`;
      await setPaused(tx, rule.id, because);
      await releaseQuestions(tx, rule.id);
      const said = `is paused: ${because}`;
      await appendAuditEntries(tx, [ruleEntry(told, 'rule.paused', { said, ...by })]);
    }
    await lookAgain(tx, rule, now + LOOK_EVERY_MS);
    return false;
  }
  if (rule.paused_because !== null) {
    await setPaused(tx, rule.id, null);
    const said = `goes on: ${rule.owner_name} answers for it again.`;
    await appendAuditEntries(tx, [ruleEntry(told, 'rule.resumed', { said, ...by })]);
  }
  return true;
}

/** Silence is known up to the oldest event that is not applied yet; null: such events have waited for too long. */
async function knownUntil(tx: Querier, rule: RuleRow, now: number): Promise<AsOf | null> {
  if (rule.kind === 'leaver') return { as_of: now, until: now };
  const waiting = await oldestWaitingEvent(tx);
  if (waiting === null) return { as_of: now, until: now };
  const until = Math.min(now, Date.parse(waiting));
  return until < now - EVENTS_WAIT_MS ? null : { as_of: until, until };
}

async function decide(
  tx: Querier,
  rule: RuleRow,
  candidates: readonly Candidate[],
  { asOf, now }: { asOf: AsOf; now: number },
): Promise<void> {
  if (candidates.length === 0) return;
  const { policy } = await loadPolicy(tx);
  const ids = candidates.map(({ grant_id }) => grant_id);
  const refusals = await foreseeRefusals(tx, ids, { policy, now });
  const allowed = candidates.filter(({ grant_id }) => (refusals.get(grant_id) ?? []).length === 0);
  const asked = allowed.flatMap(({ open_review_id }) => open_review_id ?? []);
  const locked = await lockReviews(tx, [...new Set(asked)]);
  // Read after the lock: somebody may have decided, or had the holder asked, meanwhile.
  const still = await candidatesAmong(
    tx,
    rule,
    allowed.map(({ grant_id }) => grant_id),
    asOf,
  );
  const label = ruleLabel(rule.name, rule.owner);
  const opened = await openOwn(
    tx,
    still.filter(({ open_review_id }) => open_review_id === null),
    { rule, label, policy, now },
  );
  const reviews = [...locked, ...(await lockReviews(tx, opened))].filter(({ status }) => isOpen(status));
  const byPair = new Map<string, Candidate[]>();
  for (const each of still) byPair.set(pairKey(each), [...(byPair.get(pairKey(each)) ?? []), each]);
  const by = { actor: label, now };
  const told = toldOf(rule);
  const hands = reviews.flatMap((review) => {
    const mine = (byPair.get(pairKey(review)) ?? []).filter(
      ({ grant_id }) =>
        review.access_grant_ids.includes(grant_id) && !review.decided_grant_ids.includes(grant_id),
    );
    if (mine.length === 0) return [];
    const inHand = new ReviewInHand(review);
    const until = review.confirmed_until === null ? null : Date.parse(review.confirmed_until);
    for (const candidate of mine) {
      const reason = reasonOf(rule, candidate);
      const move = { kind: 'decide' as const, grant_ids: [candidate.grant_id], confirmed_until: until };
      const decided = inHand.decide(move, { decision: 'REVOKE', reason, rule: told }, by);
      inHand.note('decided', `${grantsOf(decided)} revoked: ${reason}`, by);
    }
    return [inHand];
  });
  await saveMoves(tx, hands, { policy, now });
  const grants = hands.flatMap(({ decisions }) =>
    decisions.map(({ id, grant_id, review_id, reason }) => ({
      grant_id,
      review_id,
      decision_id: id,
      reason,
    })),
  );
  if (grants.length > 0) await startRemediations(tx, { grants, requested_by: label, now });
}

/** Nobody is asked: the review is where decision, evidence and remediation stand, as of every other. */
async function openOwn(
  tx: Querier,
  candidates: readonly Candidate[],
  { rule, label, policy, now }: { rule: RuleRow; label: string; policy: Policy; now: number },
): Promise<string[]> {
  const pairs = new Map<string, { principal_id: string; asset_id: string; grant_ids: string[] }>();
  for (const { principal_id, asset_id, grant_id } of candidates) {
    const key = pairKey({ principal_id, asset_id });
    const grant_ids = [...(pairs.get(key)?.grant_ids ?? []), grant_id];
    pairs.set(key, { principal_id, asset_id, grant_ids });
  }
  const { opened } = await openReviews(tx, {
    pairs: [...pairs.values()],
    origin: 'rule',
    requested_by: label,
    rule_id: rule.id,
    policy,
    now,
  });
  return opened.map(({ id }) => id);
}
