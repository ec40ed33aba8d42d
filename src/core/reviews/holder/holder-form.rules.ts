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
  const reason = readReason(one('reason'));
  if (answer !== 'keep' && answer !== 'release')
    return { answer: null, reason, fault: 'Choose one of the two answers.' };
  const fault =
    answerFault(answer, reason) ??
    (answer === 'release' && one('sure') !== 'yes'
      ? 'Tick the box to say that you want to give it up.'
      : null);
  return fault === null ? { answer, reason: isReason(reason) ? reason : '' } : { answer, reason, fault };
}

export const readReason = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim();

/** Null: it can be recorded. To give up takes no reason. */
export function answerFault(answer: HolderAnswer, reason: string): string | null {
  if ([...reason].length > REASON_LENGTH_MAX) return `Say it in at most ${REASON_LENGTH_MAX} characters.`;
  if (findUnstorable(reason, []).length > 0) return 'The reason has characters that cannot be kept.';
  return answer === 'keep' && !isReason(reason) ? 'Say in a few words what you need it for.' : null;
}
