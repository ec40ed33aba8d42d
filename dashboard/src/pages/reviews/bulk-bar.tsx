import { Button, Text } from '@mantine/core';
import { formatNumber } from '../../parts/format.ts';
import { bulkStrings } from '../../strings/reviews.ts';
import classes from './reviews.module.css';
import type { Review } from './reviews.ts';
import type { BulkVerb } from './safe-for-bulk.ts';
import type { Bulk } from './use-bulk.ts';

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
