import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import { FILTER_NAMES, type FilterName, type InboxFilters, toListQuery } from './inbox-filters.ts';

/** Filters and the review that is looked at, as the address says, and how to change them. */
export function useInbox() {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const session = useSession();
  const given = FILTER_NAMES.flatMap((name) => (search[name] ? [[name, search[name]]] : []));
  const filters = Object.fromEntries(given) as InboxFilters;
  const key = JSON.stringify(filters);
  // Relative dates stand still while the filters do: otherwise the list would be read again with every tick.
  const query = useMemo(
    () => toListQuery(JSON.parse(key) as InboxFilters, session, Date.now()),
    [key, session],
  );
  const go = (next: Record<string, string | null | undefined>, replace: boolean) => {
    const kept = Object.entries(next).filter(([, value]) => value);
    void navigate({ to: '/reviews', search: Object.fromEntries(kept) as Record<string, string>, replace });
  };
  return {
    filters,
    query,
    packet_id: search.review ?? null,
    /** Another list has another first review. */
    change: (changes: Partial<Record<FilterName, string | null>>) => go({ ...filters, ...changes }, false),
    setFilters: (next: InboxFilters) => go(next, false),
    select: (review: string | null, { replace = true } = {}) => go({ ...filters, review }, replace),
  };
}

export type Inbox = ReturnType<typeof useInbox>;
