import { hash } from 'node:crypto';
import { isReason } from '../decisions/decision.rules.ts';

export const COMMENT_LENGTH_MAX = 4_000;
export const MENTIONS_MAX = 20;
/** A review is a question, and not a forum; all of them are read with it. */
export const COMMENTS_MAX = 500;
export const NONCE_BYTES = 16;

/** Line ends and tabs are part of what people write. */
const CONTROL = /(?![\t\n])\p{Cc}/u;

/** What was written, without spaces around it; `fault`: what was expected instead. */
export function readComment(written: string): { text: string; fault?: never } | { fault: string } {
  const text = written.replaceAll(/\r\n?/g, '\n').trim();
  if (!isReason(text)) return { fault: `expected a text of 1 to ${COMMENT_LENGTH_MAX} characters` };
  if (CONTROL.test(text))
    return { fault: 'expected a text without control characters other than line ends and tabs' };
  return { text };
}

/** What the audit trail keeps of a text: it says that the text is this one, to whoever has both, and nothing to anybody else. */
export const textHash = (nonce: string, text: string): string => hash('sha256', `${nonce}${text}`, 'hex');
