/** How somebody has answered questions from the past whose answer was known. */
export interface SeededCounts {
  answered: number;
  right: number;
  wrong: number;
  /** Answered with "I do not know": neither right nor wrong. */
  not_known: number;
}

/** Of fewer that were right or wrong, no share is given: one answer would move it by more than ten points. */
export const SEEDED_CASES_MIN = 10;

/** Null: too few to say. */
export const rightShare = ({ right, wrong }: Pick<SeededCounts, 'right' | 'wrong'>): number | null =>
  right + wrong < SEEDED_CASES_MIN ? null : right / (right + wrong);
