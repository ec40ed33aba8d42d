import type { Answer } from '@lapse/client';
import { remediationStrings } from '../../strings/reviews.ts';

export type DecisionAnswer = Pick<Answer<'/v1/reviews/{id}/decide', 'post'>, 'removals'>;

/**
 * What the guards would say of the remediations that a decision has begun: each sentence once. What to do about
 * it is on the page of the review. Null: nothing stands against them.
 */
export function refusedNote({ removals }: DecisionAnswer): string | null {
  const sentences = new Set(removals.flatMap(({ refused_by }) => refused_by.map(({ message }) => message)));
  return sentences.size === 0 ? null : `${remediationStrings.willStop} ${[...sentences].join(' ')}`;
}
