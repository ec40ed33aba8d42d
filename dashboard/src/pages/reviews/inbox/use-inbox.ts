import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useShortcuts } from '../../../parts/shortcuts.ts';
import { useMayDecide } from '../decision-panel.tsx';
import { openDraft } from '../drafts.ts';
import { type ListedReview, type Review, reviewQuery, reviewsQuery, type Verb } from '../reviews.ts';
import { useSeeded } from '../seeded.ts';
import { placeOf } from '../seeded-place.ts';
import { undoDecision, useWaitingDecisions } from '../waiting-decisions.ts';
import { FACET_FILTERS, type FacetName } from './facet-filters.ts';
import {
  FILTER_NAMES,
  type FilterName,
  groupingOf,
  type InboxFilters,
  toFacetsQuery,
  toGroupsQuery,
  toListQuery,
} from './inbox-filters.ts';

/** Filters, as the address says, and how to change them. The same object while they stand, whichever review is looked at. */
export function useInbox() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const session = useSession();
  const given = FILTER_NAMES.flatMap((name) => (isGiven(name, search[name]) ? [[name, search[name]]] : []));
  const key = JSON.stringify(Object.fromEntries(given));
  return useMemo(() => {
    const filters = JSON.parse(key) as InboxFilters;
    // Relative dates stand still while the filters do: otherwise the list would be read again with every tick.
    const query = toListQuery(filters, session, Date.now());
    const grouping = groupingOf(filters);
    const facets = toFacetsQuery(grouping === null ? query : toGroupsQuery(filters, grouping, session));
    const go = (next: Record<string, string | null | undefined>, replace: boolean) => {
      const kept = Object.entries(next).filter(([name, value]) => isGiven(name, value));
      void navigate({ to: '/reviews', search: Object.fromEntries(kept) as Record<string, string>, replace });
    };
    return {
      filters,
      query,
      facets,
      grouping,
      /** What of a facet is filtered by. */
      chosen: (facet: FacetName): string | undefined =>
        query[facet === 'assigned_to' ? 'assigned_to_id' : facet],
      hasFacet: FACET_FILTERS.some((name) => query[name] !== undefined),
      /** Another list has another first review. */
      change: (changes: Partial<Record<FilterName, string | null>>) => go({ ...filters, ...changes }, false),
      setFilters: (next: InboxFilters) => go(next, false),
      select: (review: string | null, { replace = true } = {}) => go({ ...filters, review }, replace),
    };
  }, [key, session, navigate]);
}

/** The router takes longer than a frame: the address follows when the review has been drawn. */
const DRAWN_MS = 50;

/** The review that is looked at, and how to look at another: it is shown at once, and stands in the address right after. */
export function useLookedAt({ select }: Inbox): [string | null, (id: string | null) => void] {
  const router = useRouter();
  const inAddress = useSearch({
    strict: false,
    select: ({ review }: { review?: string }) => review ?? null,
  });
  const [looked, setLooked] = useState({ id: inAddress, inAddress, select, isWritten: true });
  if (looked.inAddress !== inAddress || looked.select !== select) {
    // Somebody has followed a link or changed the list; unless they have gone on in the same list meanwhile.
    const hasGoneOn = !looked.isWritten && looked.select === select;
    setLooked({
      id: hasGoneOn ? looked.id : inAddress,
      inAddress,
      select,
      isWritten: !hasGoneOn,
    });
  }
  useEffect(() => {
    if (looked.isWritten) return;
    const timer = setTimeout(() => {
      setLooked((now) => ({ ...now, isWritten: true }));
      // Whoever has followed a link by then stays on their way.
      if (router.latestLocation.pathname === '/reviews') looked.select(looked.id);
    }, DRAWN_MS);
    return () => clearTimeout(timer);
  }, [looked, router]);
  const look = useCallback((id: string | null) => setLooked((now) => ({ ...now, id, isWritten: false })), []);
  return [looked.id, look];
}

/** An empty department is that of those without one. */
const isGiven = (name: string, value: string | null | undefined): boolean =>
  Boolean(value) || (name === 'department' && value === '');

export type Inbox = ReturnType<typeof useInbox>;

/** Whoever goes through them faster than this waits for the evidence. */
const AHEAD = 2;

/** The reviews of the list without those just decided, and the one that is looked at, also when it has left the list. */
export function useReviews({ query }: Inbox, packet_id: string | null) {
  const list = useInfiniteQuery({ ...reviewsQuery(query), placeholderData: keepPreviousData });
  const waiting = useWaitingDecisions();
  const { data } = list;
  const reviews = useMemo(() => {
    const decided = new Set(waiting.map(({ item }) => item.review.id));
    const all = data?.pages.flatMap(({ items }) => items) ?? [];
    return all.filter(({ id }) => !decided.has(id));
  }, [data, waiting]);
  const { seeded, isLoading } = useSeeded(query);
  const isSeeded = seeded !== null && packet_id === seeded.id;
  const single = useQuery({
    ...reviewQuery(packet_id ?? ''),
    enabled: packet_id !== null && !isLoading && !isSeeded,
  });
  const selected: Review | undefined = isSeeded ? seeded : packet_id === null ? undefined : single.data;
  const shown = useWithSeeded(reviews, data === undefined ? null : seeded);
  usePrefetched(shown, packet_id);
  const hidden = (data?.pages.flatMap(({ items }) => items).length ?? 0) - reviews.length;
  const counted = list.isPlaceholderData ? undefined : data?.pages[0]?.total;
  return {
    list,
    reviews: shown,
    /** Null until this list is there; what is shown meanwhile is the one before. */
    total: counted === undefined ? null : Math.max(0, counted - hidden) + (shown.length - reviews.length),
    /** What is known of the one that is looked at before all of it is. */
    listed: shown.find(({ id }) => id === packet_id),
    selected,
    single,
  };
}

/** A question from the past among the reviews. Where it once stood it stays. */
function useWithSeeded(reviews: readonly ListedReview[], seeded: Review | null): readonly ListedReview[] {
  const stood = useRef<{ id: string; before: string | null } | null>(null);
  return useMemo(() => {
    if (seeded === null) return reviews;
    const before = stood.current?.id === seeded.id ? stood.current.before : null;
    const place = placeOf(reviews, seeded, before);
    stood.current = { id: seeded.id, before: reviews[place]?.id ?? null };
    return reviews.toSpliced(place, 0, seeded);
  }, [reviews, seeded]);
}

/** What comes after the one that is looked at is there before it is asked for. */
function usePrefetched(reviews: readonly ListedReview[], packet_id: string | null): void {
  const client = useQueryClient();
  const place = reviews.findIndex(({ id }) => id === packet_id);
  const next =
    place === -1
      ? ''
      : reviews
          .slice(place + 1, place + 1 + AHEAD)
          .filter(({ is_seeded }) => !is_seeded)
          .map(({ id }) => id)
          .join();
  useEffect(() => {
    if (next !== '') for (const id of next.split(',')) void client.prefetchQuery(reviewQuery(id));
  }, [client, next]);
}

/** The keys of the inbox. Each does what a button or link does too. */
export function useInboxKeys(options: {
  reviews: readonly ListedReview[];
  packet_id: string | null;
  /** Of the one that is looked at, as soon as it is known. */
  selected: ListedReview | undefined;
  go: (id: string | null) => void;
  onReassign: (() => void) | null;
  onKeys: () => void;
  onSearch: () => void;
  onCheck: (review: ListedReview, isRange?: boolean) => void;
  onGroup: () => void;
}): void {
  const { reviews, packet_id, selected, go, onReassign, onKeys, onSearch, onCheck, onGroup } = options;
  const { may } = useMayDecide(selected);
  const navigate = useNavigate();
  const move = (by: number) => {
    const place = reviews.findIndex(({ id }) => id === packet_id);
    const next = reviews[place === -1 ? 0 : place + by];
    if (next) go(next.id);
  };
  const answer = (verb: Verb) => () => {
    if (may && selected) openDraft(selected.id, verb);
  };
  const open = () => {
    if (packet_id && !selected?.is_seeded) void navigate({ to: '/reviews/$id', params: { id: packet_id } });
  };
  const checkRange = () => selected && onCheck(selected, true);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    c: answer('CONFIRM'),
    r: answer('REVOKE'),
    e: answer('ESCALATE'),
    a: () => onReassign?.(),
    x: () => selected && onCheck(selected),
    X: checkRange,
    g: onGroup,
    u: () => {
      const undone = undoDecision();
      if (undone) go(undone.review.id);
    },
    '/': onSearch,
    '?': onKeys,
    Enter: open,
  });
}
