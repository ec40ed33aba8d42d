import type { PrincipalType } from '../directory/directory.rules.ts';
import { normalisePermission, type Permission } from '../directory/permission.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';

/**
 * What answers teach about a kind of access: where it was revoked and missed, or was never used and turned out to be needed, more days are tolerated. They are in proportion to the share of such answers, and bounded.
 */

/** What is on one platform, allows the same, and is held by the same kind of principal. */
export interface Kind {
  platform: string;
  permission: Permission;
  principal_type: PrincipalType;
}

export interface Lesson {
  /** Answers that it is from. */
  cases: number;
  /** Of those: the access was needed. */
  needed: number;
  /** So much later is access of the kind asked about. */
  days: number;
}

export type LearnedKind = Kind & {
  /** What people have revoked. Needed: it was missed. */
  revoked: Lesson;
  /** What had never been used when people were asked about it; it teaches about such access alone. */
  never_used: Lesson;
};

/** All that is known of a tenant. */
export interface Learned {
  kinds: readonly LearnedKind[];
  /** As of the latest look at the answers; null: nobody has looked yet. */
  learned_at: string | null;
}

/** What has come of the answers about access of a platform with a permission as it calls it. */
export interface KindAnswers {
  platform: string;
  permission: string;
  principal_type: PrincipalType;
  revoked: number;
  revoked_needed: number;
  never_used: number;
  never_used_needed: number;
}

/** However often: a habit that has ended must not stay unnoticed for long. */
export const LEARNED_DAYS_MAX = 60;
/** Fewer may be chance. */
export const NEEDED_MIN = 3;
/** What it would be if everything were needed; the bound is reached where half is. */
const DAYS_OF_ALL = 120;
/** Counted as not needed besides, so that few answers move little. */
const DOUBTED_CASES = 5;

/** Days that are learned from so many cases. None with fewer than three; more with each that was needed, fewer with each other. */
export const daysLearned = (cases: number, needed: number): number =>
  needed < NEEDED_MIN
    ? 0
    : Math.min(LEARNED_DAYS_MAX, Math.floor((DAYS_OF_ALL * needed) / (cases + DOUBTED_CASES)));

/** Only the second model takes it, unless the policy says not to. */
export const isLearning = ({
  model_version,
  learning,
}: Pick<Policy, 'model_version' | 'learning'>): boolean => model_version === 2 && learning;

/** Answers in any order; kinds of which there is something to say, in one order. */
export function learnKinds(answers: readonly KindAnswers[]): LearnedKind[] {
  const sums = new Map<string, Omit<KindAnswers, 'permission'> & Kind>();
  for (const each of answers) {
    const permission = normalisePermission(each.permission);
    // Nobody could name what they have in common.
    if (permission === null) continue;
    const key = kindKey({ ...each, permission });
    const sum = sums.get(key);
    if (sum) {
      sum.revoked += each.revoked;
      sum.revoked_needed += each.revoked_needed;
      sum.never_used += each.never_used;
      sum.never_used_needed += each.never_used_needed;
    } else sums.set(key, { ...each, permission });
  }
  const kinds = [...sums.values()].map(({ platform, permission, principal_type, ...sum }) => ({
    platform,
    permission,
    principal_type,
    revoked: lessonOf(sum.revoked, sum.revoked_needed),
    never_used: lessonOf(sum.never_used, sum.never_used_needed),
  }));
  return kinds
    .filter(({ revoked, never_used }) => revoked.days > 0 || never_used.days > 0)
    .sort((a, b) => (kindKey(a) < kindKey(b) ? -1 : 1));
}

const lessonOf = (cases: number, needed: number): Lesson => ({
  cases,
  needed,
  days: daysLearned(cases, needed),
});

export const kindKey = ({ platform, permission, principal_type }: Kind): string =>
  `${platform}\u0000${permission}\u0000${principal_type}`;

/** Of a kind whose days have changed; zeros: nothing is learned of it. */
export type ChangedKind = Kind & {
  [K in 'revoked' | 'never_used']: { days_before: number; days_after: number };
};

/** Those for which other days are learned than before. */
export function changedKinds(before: readonly LearnedKind[], after: readonly LearnedKind[]): ChangedKind[] {
  const old = new Map(before.map((kind) => [kindKey(kind), kind]));
  const now = new Map(after.map((kind) => [kindKey(kind), kind]));
  return [...new Map([...old, ...now]).values()]
    .map(({ platform, permission, principal_type }) => {
      const kind = { platform, permission, principal_type };
      const [was, is] = [old.get(kindKey(kind)), now.get(kindKey(kind))];
      const changeOf = (which: 'revoked' | 'never_used') => ({
        days_before: was?.[which].days ?? 0,
        days_after: is?.[which].days ?? 0,
      });
      return { ...kind, revoked: changeOf('revoked'), never_used: changeOf('never_used') };
    })
    .filter(({ revoked, never_used }) =>
      [revoked, never_used].some(({ days_before, days_after }) => days_before !== days_after),
    );
}
