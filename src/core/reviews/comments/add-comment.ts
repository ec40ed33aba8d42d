import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { type Fault, invalidRequest, LapseError, required } from '../../../platform/errors.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import { type By, reviewEntry } from '../review-entries.ts';
import { COMMENTS_MAX, NONCE_BYTES, readComment, textHash } from './comment.rules.ts';
import { type Comment, countComments, getComments, insertComment, mentionable } from './comments.sql.ts';

export interface Commenting extends By {
  review_id: string;
  text: string;
  mentions: readonly string[];
}

/** The review is locked, so that comments have one order and no more than there may be. Its entry tells those who are mentioned. */
export async function addComment(
  tx: Querier,
  { review_id, text: written, mentions, ...by }: Commenting,
): Promise<Comment> {
  const review = required((await lockReviews(tx, [review_id]))[0], 'review');
  const read = readComment(written);
  const faults = await unmentionable(tx, mentions);
  if (read.fault !== undefined)
    faults.unshift({ loc: ['body', 'text'], msg: read.fault, type: 'not_a_text' });
  if (read.fault !== undefined || faults.length > 0) throw invalidRequest(faults);
  if ((await countComments(tx, review_id)) >= COMMENTS_MAX)
    throw new LapseError(
      'conflict',
      `A review has at most ${COMMENTS_MAX} comments, and this one has as many.`,
    );
  const { text } = read;
  const id = uuidv7();
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const created_at = isoInstant(by.now);
  await insertComment(tx, { id, review_id, author: by.actor, text, nonce, mentions, created_at });
  await appendAuditEntries(tx, [
    reviewEntry(review, by, 'review.commented', {
      comment_id: id,
      mentions,
      text_hash: textHash(nonce, text),
    }),
  ]);
  return required((await getComments(tx, [id]))[0], 'comment');
}

async function unmentionable(tx: Querier, mentions: readonly string[]): Promise<Fault[]> {
  const known = await mentionable(tx, mentions);
  return mentions.flatMap((id, i): Fault[] => {
    if (known.has(id)) return [];
    const msg = 'expected the id of a principal that is a user and enabled';
    return [{ loc: ['body', 'mentions', i], msg, type: 'not_a_person' }];
  });
}
