import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Review, reviewQuery, reviewsQuery } from './reviews.ts';
import type { Inbox } from './use-inbox.ts';
import { useWaitingDecisions } from './waiting-decisions.ts';

/** The reviews of the list without those just decided, and the one that is looked at, also when it has left the list. */
export function useReviews({ query, packet_id }: Inbox) {
  const list = useInfiniteQuery({ ...reviewsQuery(query), placeholderData: keepPreviousData });
  const waiting = useWaitingDecisions();
  const { data } = list;
  const reviews = useMemo(() => {
    const decided = new Set(waiting.map(({ item }) => item.review.id));
    const all = data?.pages.flatMap(({ items }) => items as Review[]) ?? [];
    return all.filter(({ id }) => !decided.has(id));
  }, [data, waiting]);
  const listed = reviews.find(({ id }) => id === packet_id);
  const single = useQuery({
    ...reviewQuery(packet_id ?? ''),
    enabled: packet_id !== null && listed === undefined && data !== undefined,
  });
  const hidden = (data?.pages.flatMap(({ items }) => items).length ?? 0) - reviews.length;
  const counted = list.isPlaceholderData ? undefined : data?.pages[0]?.total;
  return {
    list,
    reviews,
    /** Null until this list is there; what is shown meanwhile is the one before. */
    total: counted === undefined ? null : Math.max(0, counted - hidden),
    selected: listed ?? (packet_id === null ? undefined : single.data),
    single,
  };
}
