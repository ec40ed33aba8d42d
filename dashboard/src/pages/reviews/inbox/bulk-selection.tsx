import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { formatNumber } from '../../../parts/format.ts';
import { bulkStrings } from '../../../strings/reviews.ts';
import classes from '../reviews.module.css';
import type { Review } from '../reviews.ts';
import { type BulkVerb, safeForBulk } from './safe-for-bulk.ts';

/** Which reviews are to be decided together. What is not safe for it cannot be chosen, and says why. */
export function useBulk(reviews: readonly Review[], ownPrincipalId: string | null) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = reviews.filter(({ id }) => ids.has(id));
  const verbOf = (review: Review): BulkVerb | null => safeForBulk(review, ownPrincipalId).verb;
  return {
    checked: ids,
    byVerb: {
      CONFIRM: chosen.filter((review) => verbOf(review) === 'CONFIRM'),
      REVOKE: chosen.filter((review) => verbOf(review) === 'REVOKE'),
    },
    count: chosen.length,
    clear: () => setIds(new Set()),
    toggle: (review: Review) => {
      const { verb, why } = safeForBulk(review, ownPrincipalId);
      if (verb === null) {
        notifications.show({
          id: 'lapse-bulk',
          message: why,
          position: 'top-center',
          role: 'status',
          autoClose: 6_000,
        });
        return;
      }
      const next = new Set(ids);
      if (!next.delete(review.id)) next.add(review.id);
      setIds(next);
    },
  };
}

type Bulk = ReturnType<typeof useBulk>;

/** What may be done with those that are selected; nothing while none is. */
export function BulkBar(props: { bulk: Bulk; onStart: (verb: BulkVerb, reviews: Review[]) => void }) {
  const { bulk, onStart } = props;
  if (bulk.count === 0) return null;
  return (
    <section className={classes.bulk} aria-label={bulkStrings.bar}>
      <Text size="sm" role="status">
        {bulkStrings.selected(formatNumber(bulk.count))}
      </Text>
      {(['CONFIRM', 'REVOKE'] as const).map((verb) => {
        const reviews = bulk.byVerb[verb];
        return reviews.length === 0 ? null : (
          <Button key={verb} size="xs" onClick={() => onStart(verb, reviews)}>
            {bulkStrings.act[verb](formatNumber(reviews.length))}
          </Button>
        );
      })}
      <Button size="xs" variant="subtle" onClick={bulk.clear}>
        {bulkStrings.clear}
      </Button>
    </section>
  );
}
