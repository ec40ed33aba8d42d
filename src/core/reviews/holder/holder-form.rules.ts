import { findUnstorable } from '../../../platform/unstorable.ts';
import { isReason } from '../decisions/decision.rules.ts';
import { type HolderAnswer, REASON_LENGTH_MAX } from './holder.rules.ts';

/** What a form has said; `fault`: what is wrong with it, for a person to read. */
export type ReadForm =
  | { answer: HolderAnswer; reason: string; fault?: never }
  | { answer: HolderAnswer | null; reason: string; fault: string };

/** Fields that are missing, repeated or unknown decide nothing. */
export function readHolderForm(body: string): ReadForm {
  const fields = new URLSearchParams(body);
  const one = (name: string): string => {
    const values = fields.getAll(name);
    return values.length === 1 ? (values[0] as string) : '';
  };
  const answer = one('answer');
  const reason = one('reason').replaceAll(/\r\n?/g, '\n').trim();
  if (answer !== 'keep' && answer !== 'release')
    return { answer: null, reason, fault: 'Choose one of the two answers.' };
  const refuse = (fault: string): ReadForm => ({ answer, reason, fault });
  if ([...reason].length > REASON_LENGTH_MAX)
    return refuse(`Say it in at most ${REASON_LENGTH_MAX} characters.`);
  if (findUnstorable(reason, []).length > 0) return refuse('The reason has characters that cannot be kept.');
  if (answer === 'keep' && !isReason(reason)) return refuse('Say in a few words what you need it for.');
  if (answer === 'release' && one('sure') !== 'yes')
    return refuse('Tick the box to say that you want to give it up.');
  return { answer, reason: isReason(reason) ? reason : '' };
}
