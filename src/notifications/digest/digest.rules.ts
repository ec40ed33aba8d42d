import { counted } from '../../platform/counted.ts';
import type { GatheredMessage, ReviewNotice } from '../notification.rules.ts';
import { remediationItem } from '../remediation-notice.rules.ts';
import { itemOf, LINKS_ARE_YOURS, type Notice, type NoticeItem } from '../text.rules.ts';

/** What is due within these days is due soon. */
export const DUE_SOON_DAYS = 3;

/** Of the reviews of a person, and of what was left to the digest. */
export interface DigestCounts {
  /** All that wait for the person. */
  waiting: number;
  /** Those that the digest is about. */
  told: number;
  new: number;
  due_soon: number;
  overdue: number;
  /** Told, and none of these: that they still wait, or that a holder has answered. */
  other: number;
}

export interface DigestReview {
  review_id: string;
  /** What was left to the digest about it; null: only time has passed. */
  occasion: ReviewNotice['occasion'] | null;
  is_overdue: boolean;
  is_due_soon: boolean;
}

export interface DigestMessage {
  counts: DigestCounts;
  reviews: readonly (ReviewNotice & Pick<DigestReview, 'is_overdue' | 'is_due_soon'>)[];
  removals: GatheredMessage['removals'];
  removals_total: number;
  public_url: string;
}

/** As which it is described among other messages. */
export const toldAs = ({ occasion }: DigestReview): ReviewNotice['occasion'] => occasion ?? 'reminder';

/** One message about a day: what is new, what is due soon and what is overdue. */
export function digestNotice(message: DigestMessage): Notice {
  const { counts, reviews, removals, removals_total, public_url } = message;
  const all = counts.told + removals_total;
  const shown = reviews.length + removals.length;
  return {
    title: `Your access reviews today: ${partsOf(message).join(', ')}`,
    paragraphs: [
      counts.waiting === 0
        ? 'No review waits for you.'
        : `${counted(counts.waiting, 'review')} of access ${counts.waiting === 1 ? 'waits' : 'wait'} for you.`,
      ...(all > shown ? [`The ${shown} most important are below; ${all - shown} more are in the list.`] : []),
      ...(reviews.some(({ decide_url }) => decide_url !== null) ? [LINKS_ARE_YOURS] : []),
    ],
    items: [
      ...removals.map((removal) => remediationItem(removal, true, public_url)),
      ...reviews.map((review) => digestItem(review, public_url)),
    ],
    links: [
      { label: 'All open reviews', url: `${public_url}/reviews` },
      { label: 'Change when you get this', url: `${public_url}/notifications` },
    ],
  };
}

/** Such as `3 new`, `1 due within 3 days`. */
function partsOf({ counts, removals_total }: DigestMessage): string[] {
  const other = counts.other + removals_total;
  return [
    ...(counts.overdue > 0 ? [`${counts.overdue} overdue`] : []),
    ...(counts.due_soon > 0 ? [`${counts.due_soon} due within ${DUE_SOON_DAYS} days`] : []),
    ...(counts.new > 0 ? [`${counts.new} new`] : []),
    ...(other > 0 ? [counted(other, 'other change')] : []),
  ];
}

function digestItem(review: DigestMessage['reviews'][number], publicUrl: string): NoticeItem {
  const item = itemOf(review, true, publicUrl);
  const why = review.is_overdue
    ? 'Overdue: it was not answered in time, and still waits for you.'
    : review.is_due_soon
      ? `Due within ${DUE_SOON_DAYS} days: it still waits for your answer.`
      : review.occasion === 'assigned'
        ? 'New: you are asked to decide.'
        : null;
  if (why === null) return item;
  // What others wrote is told beside it; of anything else the first line says what happened.
  const rest = review.occasion === 'mentioned' ? item.lines : item.lines.slice(1);
  return { ...item, lines: [why, ...rest] };
}
