import type { Policy } from '../policy/policy.rules.ts';
import { crossesAt, lapseDateOf } from './decay.rules.ts';
import { classesOf, halfLifeDays, type Lapse } from './half-life.rules.ts';

/**
 * Scores that something is remembered about: the thresholds whose crossing is announced, and the one above which a
 * review is asked for. What a row keeps is the highest mark it passed, in hundredths of a score: that means the same
 * under every policy, so a change of marks neither announces twice nor forgets what was announced.
 */
export interface Mark {
  /** The score in hundredths. */
  code: number;
  score: number;
  is_threshold: boolean;
  is_review: boolean;
}

/**
 * In place of a mark: the score was above one when it was first seen, and where it stands has not been told yet. It did not
 * cross what it was never seen below.
 */
export const UNTOLD = -1;

export const codeOf = (score: number): number => Math.round(score * 100);

/** The score that must be reached for a review to be made. */
export const reviewScore = ({ review }: Policy): number => review.threshold + review.hysteresis;

const remembered = new WeakMap<Policy, Record<'grant' | 'principal', Mark[]>>();

/** Ascending. Principals have no reviews, so theirs are the thresholds alone. */
export function marksOf(policy: Policy, of: 'grant' | 'principal'): readonly Mark[] {
  let marks = remembered.get(policy);
  if (!marks) {
    marks = { grant: listMarks(policy, 'grant'), principal: listMarks(policy, 'principal') };
    remembered.set(policy, marks);
  }
  return marks[of];
}

function listMarks(policy: Policy, of: 'grant' | 'principal'): Mark[] {
  const thresholds = policy.thresholds.map(codeOf);
  const review = of === 'grant' ? [codeOf(reviewScore(policy))] : [];
  return [...new Set([...thresholds, ...review])]
    .sort((a, b) => a - b)
    .map((code) => ({
      code,
      score: code / 100,
      is_threshold: thresholds.includes(code),
      is_review: review.includes(code),
    }));
}

/** The code of the highest mark that has been reached; 0 for none. */
export function markReached(
  policy: Policy,
  of: 'grant' | 'principal',
  { lapses_at, half_life_class, now }: Lapse & { now: number },
): number {
  const halfLife = halfLifeDays(half_life_class, policy);
  const isReached = ({ score }: Mark): boolean => crossesAt(lapses_at, score, halfLife) <= now;
  return marksOf(policy, of).filter(isReached).at(-1)?.code ?? 0;
}

/** Those above one code, up to and including another. */
export function marksBetween(marks: readonly Mark[], above: number, upTo: number): Mark[] {
  return marks.filter(({ code }) => code > above && code <= upTo);
}

/** Whether a score has gone past the mark above which a review is made, if none was since it last was low. */
export const isPastReview = ({ lapses_at, half_life_class }: Lapse, now: number, policy: Policy): boolean =>
  crossesAt(lapses_at, reviewScore(policy), halfLifeDays(half_life_class, policy)) <= now;

/** Whether a score has fallen far enough that a review may be opened again. */
export const isRearmed = (score: number, { review }: Policy): boolean =>
  score <= review.threshold - review.hysteresis;

/** What a row keeps after its score was computed: rising is left to the sweep, so it is never more than before. */
export function keptMark(announced: number | null, reached: number): number {
  if (announced === null || announced === UNTOLD) return reached > 0 ? UNTOLD : 0;
  return Math.min(announced, reached);
}

/** Scores of a class that were at one mark and lapse before an instant have passed the next one. */
export interface Passing {
  half_life_class: number;
  reached: number;
  lapsed_before: string;
}

/** For each mark, which scores have passed it and are still at the one before; and which were above one when first seen. */
export function passings(policy: Policy, of: 'grant' | 'principal', now: number): Passing[] {
  const marks = marksOf(policy, of);
  const [lowest] = marks;
  return classesOf(policy).flatMap((half_life_class) => {
    const lapsedBefore = ({ score }: Mark): string =>
      new Date(Math.floor(lapseDateOf(score, now, halfLifeDays(half_life_class, policy)))).toISOString();
    const passed = marks.map((mark, index) => ({
      half_life_class,
      reached: marks[index - 1]?.code ?? 0,
      lapsed_before: lapsedBefore(mark),
    }));
    return of === 'grant' && lowest
      ? [{ half_life_class, reached: UNTOLD, lapsed_before: lapsedBefore(lowest) }, ...passed]
      : passed;
  });
}
