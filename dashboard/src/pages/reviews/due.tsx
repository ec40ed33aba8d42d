import { IconAlarm } from '@tabler/icons-react';
import { useNow } from '../../parts/use-now.ts';
import { When } from '../../parts/when.tsx';
import { inboxStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import { isOpen, type Review } from './reviews.ts';

/** Until when an answer is asked for; what is overdue says so in words, and what is left to its holder first until when. */
export function Due({ review }: { review: Pick<Review, 'due_at' | 'status' | 'with_holder_until'> }) {
  const now = useNow();
  if (review.with_holder_until !== null) {
    return (
      <span>
        {inboxStrings.withHolder} <When at={review.with_holder_until} />
      </span>
    );
  }
  const isOverdue = isOpen(review) && Date.parse(review.due_at) < now;
  return (
    <span className={isOverdue ? classes.overdue : undefined}>
      {isOverdue ? <IconAlarm size={14} aria-hidden /> : null}
      {isOverdue ? inboxStrings.overdue : inboxStrings.due} <When at={review.due_at} />
    </span>
  );
}
