import { DAY_MS } from '../../../platform/iso-instant.ts';
import { GUARD_WORDS, type GuardName } from '../../../remediation/guards/guards.rules.ts';
import type { Permission } from '../../directory/permission.rules.ts';
import { dayInWords } from '../holder/holder.rules.ts';
import type { Recommendation } from '../review.rules.ts';

/** What may be decided together, for whoever asks: admins read these sentences, and `splitGroup` is what they say. */
export const DECIDE_TOGETHER_RULE = [
  'Reviews are decided together only if they are about the same asset, or the same person.',
  'All of them have the same recommendation, and the decision does not go against it: what is recommended for revocation is not confirmed together, nor the other way round. Where the recommendation is to look, either may be decided; where a guard would refuse to remove most of them, they may be confirmed only.',
  'The use of all of them was watched without a gap, as far back as it counts.',
  'Nothing about any of them is unusual: no anomaly, no purpose, not left to its holder first, no word of them that they need it. Where it may be revoked: no guard that would refuse to remove it, and not used much more recently than the others. Where it may be confirmed: no stronger permission than most of the others have, and not used much longer ago.',
  'Whoever decides may decide each of them alone. Guards, limits, the undo window and the breaker apply to each of them alone.',
] as const;

/** As much of an open review as the rule looks at. Instants are milliseconds since 1970. */
export interface GroupMember {
  review_id: string;
  recommendation: Recommendation;
  /** Whether its use was watched without a gap. */
  is_fully_observed: boolean;
  /** Whether a score is known of each of its grants. */
  is_computed: boolean;
  has_purpose: boolean;
  anomalies: number;
  refused_by: readonly GuardName[];
  /** Of some of its grants it was decided by themselves. */
  is_partly_decided: boolean;
  /** Its holder was asked, and says that they need it. */
  holder_keeps: boolean;
  /** It is left to its holder, who may answer until then. */
  with_holder_until: string | null;
  /** Why the caller may not decide it; null: they may. */
  decide_refusal: string | null;
  permissions: readonly (Permission | null)[];
  /** The latest use, else when it was granted. */
  idle_since: number;
}

export const EXCEPTION_KINDS = [
  'may_not_decide',
  'partly_decided',
  'holder',
  'with_holder',
  'other_recommendation',
  'telemetry',
  'not_computed',
  'purpose',
  'anomaly',
  'guard',
  'higher_permission',
  'used_more_recently',
  'idle_longer',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];
export interface Exception {
  kind: ExceptionKind;
  /** In a sentence. */
  says: string;
}

export interface SplitGroup<Member> {
  /** What is recommended for most of them; of equals the one that asks for more care. */
  recommendation: Recommendation;
  /** What may be decided of those that may be decided together. */
  decisions: TogetherDecision[];
  together: Member[];
  exceptions: { member: Member; why: Exception[] }[];
}

export type TogetherDecision = 'CONFIRM' | 'REVOKE';

/** What may be decided of several at once. Where most of them could not be removed, nobody is offered to. */
const decisionsFor = (recommendation: Recommendation, isGuarded: boolean): TogetherDecision[] => {
  if (recommendation !== 'REVIEW') return [recommendation];
  return isGuarded ? ['CONFIRM'] : ['CONFIRM', 'REVOKE'];
};

/** What may be decided together, and what may not and why. Every member is in one of the two. */
export function splitGroup<Member extends GroupMember>(
  members: readonly Member[],
  now: number,
): SplitGroup<Member> {
  const recommendation = mostOf(
    members.map((member) => member.recommendation),
    CAREFUL_FIRST,
  );
  const alike = members.filter((member) => member.recommendation === recommendation);
  const guarded = alike.filter(({ refused_by }) => refused_by.length > 0).length;
  const decisions = decisionsFor(recommendation, guarded * 2 > alike.length);
  const usual = {
    recommendation,
    decisions,
    strength: mostOf(alike.map(strengthOf), STRENGTHS),
    idle_days: median(alike.map((member) => idleDays(member, now))),
    now,
  };
  const split: SplitGroup<Member> = { recommendation, decisions, together: [], exceptions: [] };
  for (const member of members) {
    const why = [...standsOutAlone(member, decisions), ...standsOutAmong(member, usual)];
    if (why.length === 0) split.together.push(member);
    else split.exceptions.push({ member, why });
  }
  return split;
}

interface Usual {
  recommendation: Recommendation;
  decisions: readonly TogetherDecision[];
  strength: number;
  idle_days: number;
  now: number;
}

/** What keeps a review from being decided so together with any others. */
export function standsOutAlone(member: GroupMember, decisions: readonly TogetherDecision[]): Exception[] {
  const found: Exception[] = [];
  const add = (kind: ExceptionKind, says: string) => found.push({ kind, says });
  if (member.decide_refusal !== null) add('may_not_decide', member.decide_refusal);
  if (member.is_partly_decided) add('partly_decided', 'Some of its grants are decided already.');
  if (member.holder_keeps) add('holder', 'Its holder says that they still need it, and why.');
  if (member.with_holder_until !== null) {
    const day = dayInWords(member.with_holder_until);
    add('with_holder', `Its holder was asked first, and may answer until ${day}.`);
  }
  if (!member.is_fully_observed) add('telemetry', 'Its use was not watched all the time.');
  if (!member.is_computed) add('not_computed', 'Its score is not computed yet.');
  if (member.has_purpose)
    add('purpose', 'It is kept for a case that may never come; not using it says nothing.');
  if (member.anomalies > 0) add('anomaly', 'Something unusual was seen around it.');
  if (member.refused_by.length > 0 && decisions.includes('REVOKE')) {
    const why = member.refused_by.map((guard) => GUARD_WORDS[guard]).join('; ');
    add('guard', `A guard would refuse to remove it: ${why}.`);
  }
  return found;
}

/** What makes it different from the others of its group. */
function standsOutAmong(member: GroupMember, usual: Usual): Exception[] {
  const found: Exception[] = [];
  const add = (kind: ExceptionKind, says: string) => found.push({ kind, says });
  if (member.recommendation !== usual.recommendation) {
    add(
      'other_recommendation',
      `The recommendation is ${WORDS[member.recommendation]}, of most of the others ${WORDS[usual.recommendation]}.`,
    );
  }
  const [mayConfirm, mayRevoke] = [usual.decisions.includes('CONFIRM'), usual.decisions.includes('REVOKE')];
  if (mayConfirm && strengthOf(member) > usual.strength)
    add('higher_permission', 'It allows more than most of the others.');
  const idle = idleDays(member, usual.now);
  if (mayRevoke && idle * 2 < usual.idle_days) {
    add('used_more_recently', `Its ${idle} days without use are less than half of what is usual here.`);
  }
  if (mayConfirm && idle > usual.idle_days * 2 + LONGER_DAYS) {
    add('idle_longer', `Its ${idle} days without use are more than twice what is usual here.`);
  }
  return found;
}

/** Twice a few days is still a few days. */
const LONGER_DAYS = 30;
const WORDS: Readonly<Record<Recommendation, string>> = {
  REVOKE: 'to revoke',
  REVIEW: 'to look',
  CONFIRM: 'to confirm',
};
const CAREFUL_FIRST: readonly Recommendation[] = ['REVIEW', 'CONFIRM', 'REVOKE'];

/** A permission that nobody knows may allow anything. */
const STRENGTHS = [0, 1, 2, 3, 4];
const STRENGTH_OF: Readonly<Record<Permission, number>> = {
  read: 0,
  write: 1,
  read_write: 1,
  admin: 2,
  owner: 3,
};
const UNKNOWN_STRENGTH = 4;

const strengthOf = ({ permissions }: GroupMember): number =>
  Math.max(0, ...permissions.map((word) => (word === null ? UNKNOWN_STRENGTH : STRENGTH_OF[word])));

export const idleDays = ({ idle_since }: Pick<GroupMember, 'idle_since'>, now: number): number =>
  Math.max(0, Math.floor((now - idle_since) / DAY_MS));

/** The one there is most of; of equals the one that comes first in `order`. */
function mostOf<T>(values: readonly T[], order: readonly T[]): T {
  const count = (value: T): number => values.filter((each) => each === value).length;
  return order.reduce((a, b) => (count(b) > count(a) ? b : a));
}

/** The lower one of two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
