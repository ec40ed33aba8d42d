import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { formatNumber } from '../../../parts/format.ts';
import { BulkBar } from '../../../parts/list-tools/bulk-bar.tsx';
import { rangeOf } from '../../../parts/list-tools/range-of.ts';
import { bulkStrings } from '../../../strings/reviews.ts';
import { isOpen, type ListedReview } from '../reviews.ts';

/** As many as fit into an address. */
const SELECTED_MAX = 100;

/** Which reviews are to be decided together. What of them may be is for the groups to say, which they are shown in. */
export function useBulk(reviews: readonly ListedReview[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const chosen = reviews.filter(({ id }) => ids.has(id));
  const refuse = (message: string) =>
    notifications.show({
      id: 'lapse-bulk',
      message,
      position: 'top-center',
      role: 'status',
      autoClose: 6_000,
    });
  return {
    checked: ids,
    ids: chosen.map(({ id }) => id),
    clear: () => setIds(new Set()),
    /** One of them, or with `isRange` all from the one before it that was selected or taken out. */
    toggle: (review: ListedReview, isRange = false) => {
      if (review.is_seeded) return;
      setLast(review.id);
      const between =
        isRange && last !== null
          ? rangeOf(reviews, last, review.id).filter((each) => isOpen(each) && !each.is_seeded)
          : [];
      if (between.length > 1) {
        const free = SELECTED_MAX - chosen.length;
        const added = between.filter(({ id }) => !ids.has(id));
        if (added.length > free) refuse(bulkStrings.tooMany(formatNumber(SELECTED_MAX)));
        setIds(new Set([...ids, ...added.slice(0, free).map(({ id }) => id)]));
        return;
      }
      const next = new Set(ids);
      if (next.delete(review.id)) setIds(next);
      else if (!isOpen(review)) refuse(bulkStrings.notOpen);
      else if (chosen.length >= SELECTED_MAX) refuse(bulkStrings.tooMany(formatNumber(SELECTED_MAX)));
      else setIds(next.add(review.id));
    },
  };
}

/** What may be done with those that are selected. */
export function InboxBulkBar(props: { bulk: ReturnType<typeof useBulk>; onStart: () => void }) {
  const { bulk, onStart } = props;
  return (
    <BulkBar label={bulkStrings.bar} selected={bulk.ids.length} onClear={bulk.clear} at="top">
      <Button size="xs" onClick={onStart}>
        {bulkStrings.bar}
      </Button>
    </BulkBar>
  );
}
