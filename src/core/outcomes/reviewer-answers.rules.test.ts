import { expect, test } from 'vitest';
import { answerShares } from './reviewer-answers.rules.ts';

test('shares are of what is known, and of enough', () => {
  const counts = {
    decisions: 200,
    confirmations: 150,
    quick: 20,
    revoked_since: 5,
    used_since: 35,
    not_used: 10,
  };
  expect(answerShares(counts)).toEqual({
    confirmation_share: 0.75,
    quick_share: 0.1,
    not_needed_share: 0.3,
  });
  expect(answerShares({ ...counts, used_since: 34 }).not_needed_share).toBeNull();
});
