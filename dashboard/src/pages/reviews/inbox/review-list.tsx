import { Button, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { formatNumber } from '../../../parts/format.ts';
import { Loading } from '../../../parts/query-state.tsx';
import { inboxStrings } from '../../../strings/reviews.ts';
import classes from '../reviews.module.css';
import { isOpen, type ListedReview } from '../reviews.ts';
import { type InboxSort, SORTS } from './inbox-filters.ts';
import { ReviewRow } from './review-row.tsx';

/** The reviews, with the next page as one scrolls to the end. */
export function ReviewList(props: {
  reviews: readonly ListedReview[];
  /** Null while it is not known. */
  total: number | null;
  sort: InboxSort;
  onSort: (sort: InboxSort) => void;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  /** Null where nothing may be decided. */
  bulk: { checked: ReadonlySet<string>; onCheck: (review: ListedReview, isRange: boolean) => void } | null;
  more: { hasMore: boolean; isLoading: boolean; load: () => void };
  /** That more is to come. */
  waiting: ReactNode;
  /** Above the rows, in sight while they scroll. */
  bar: ReactNode;
  /** Instead of rows: an error, or that there are none. */
  children?: ReactNode;
}) {
  const { reviews, total, sort, onSort, selectedId, onSelect, onOpen, bulk, more, waiting, bar, children } =
    props;
  const scroll = useRef<HTMLDivElement>(null);
  const { ref: end, entry } = useIntersection({ rootMargin: '400px' });
  const isNear = entry?.isIntersecting ?? false;
  const { hasMore, isLoading, load } = more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every page that ends in sight.
  useEffect(() => {
    if (isNear && hasMore && !isLoading) load();
  }, [isNear, hasMore, isLoading, reviews.length]);
  return (
    <section className={classes.pane} aria-label={inboxStrings.list}>
      <ListHead shown={reviews.length} total={total} sort={sort} onSort={onSort} />
      {waiting}
      {bar}
      <div className={classes.scroll} ref={scroll}>
        {children}
        <ul className={classes.list}>
          {reviews.map((review) => (
            <ReviewRow
              key={review.id}
              review={review}
              isSelected={review.id === selectedId}
              isOffered={bulk !== null && isOpen(review) && !review.is_seeded}
              isChecked={bulk?.checked.has(review.id) ?? false}
              onSelect={onSelect}
              onOpen={onOpen}
              onCheck={bulk?.onCheck ?? ignore}
            />
          ))}
        </ul>
        {hasMore ? (
          <div ref={end}>
            <Button variant="subtle" fullWidth loading={isLoading} onClick={load}>
              {inboxStrings.loadMore}
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

const ignore = () => {};

const ListHead = memo(function ListHead(props: {
  shown: number;
  total: number | null;
  sort: InboxSort;
  onSort: (sort: InboxSort) => void;
}) {
  const { shown, total, sort, onSort } = props;
  return (
    <div className={classes.paneHead}>
      <Text size="sm" className="numbers" role="status">
        {total === null
          ? null
          : total === 1
            ? inboxStrings.one
            : inboxStrings.shown(formatNumber(shown), formatNumber(Math.max(total, shown)))}
      </Text>
      <Select
        size="xs"
        w={176}
        aria-label={inboxStrings.sort}
        allowDeselect={false}
        withCheckIcon={false}
        value={sort}
        onChange={(value) => onSort(SORTS.find((sort) => sort === value) ?? 'due_at')}
        data={SORTS.map((value) => ({ value, label: inboxStrings.sorts[value] }))}
      />
    </div>
  );
});

export function ListSkeleton() {
  return (
    <Loading>
      <Stack gap="md" p="sm">
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike.
          <Stack key={index} gap={6}>
            <Skeleton height={18} width="70%" />
            <Skeleton height={14} width="50%" />
            <Skeleton height={12} width="90%" />
          </Stack>
        ))}
      </Stack>
    </Loading>
  );
}
