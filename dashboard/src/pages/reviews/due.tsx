import { IconAlarm } from '@tabler/icons-react';
import { useNow } from '../../parts/use-now.ts';
import { When } from '../../parts/when.tsx';
import { inboxStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import { isOpen, type Review } from './reviews.ts';

/** Until when an answer is asked for; what is overdue says so in words. */
export function Due({ review }: { review: Pick<Review, 'due_at' | 'status'> }) {
  const now = useNow();
  const isOverdue = isOpen(review) && Date.parse(review.due_at) < now;
  return (
    <span className={isOverdue ? classes.overdue : undefined}>
      {isOverdue ? <IconAlarm size={14} aria-hidden /> : null}
      {isOverdue ? inboxStrings.overdue : inboxStrings.due} <When at={review.due_at} />
    </span>
  );
}
