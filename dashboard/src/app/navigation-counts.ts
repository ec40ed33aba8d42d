import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { INSIDERS, useMay, useSession } from '../api/session.ts';
import { waitsForApproval } from '../pages/remediations/waits-for-approval.ts';
import { formatNumber } from '../parts/format.ts';
import { shellStrings } from '../strings/shell.ts';

const { counts: strings } = shellStrings;

/** Beside a page's name: a number, and what it is of for who cannot see where it stands. */
export interface NavigationCount {
  shown: string;
  said: string;
}

/** When the page has come: what it needs itself goes first. */
const LATER_MS = 8_000;
const PAGE = 100;

/**
 * What waits behind pages of the navigation, by their addresses: nothing where it is zero or not known. Three requests when
 * the dashboard is opened and one later, then again when the stream says that the kind has changed.
 */
export function useNavigationCounts(): Readonly<Record<string, NavigationCount | null>> {
  return {
    '/reviews': useToAnswer(),
    '/remediations': useWaitingRemediations(),
    '/connectors': useAlertedConnectors(),
  };
}

/** As the inbox counts them when it is opened: assigned to the caller, or everybody's for a reviewer who is no principal. */
function useToAnswer() {
  const isReviewer = useMay()('service.reviewer');
  const { principal_id } = useSession();
  const { data } = useQuery({
    queryKey: ['reviews', 'count', principal_id],
    enabled: isReviewer,
    queryFn: ({ signal }) => {
      const mine = principal_id === null ? {} : { assigned_to_id: principal_id };
      return api.get('/v1/reviews', {
        query: { status: 'PENDING', ...mine, limit: 1, fields: 'id' },
        signal,
      });
    },
  });
  return countOf(data?.total, false, strings.reviews);
}

/** Tasks of people, and for admins what waits for an approval: that list has no filter for those, so its first page is read. */
function useWaitingRemediations() {
  const may = useMay();
  const isLater = useIsLater(LATER_MS);
  const tasks = useQuery({
    queryKey: ['remediations', 'count', 'requested'],
    enabled: may('service.admin', 'service.reviewer'),
    queryFn: ({ signal }) =>
      api.get('/v1/remediations', { query: { status: 'requested', limit: 1 }, signal }),
  });
  const approvals = useQuery({
    queryKey: ['remediations', 'count', 'pending'],
    enabled: may('service.admin') && isLater,
    queryFn: async ({ signal }) => {
      const query = { status: 'pending', limit: PAGE } as const;
      const { items, next_cursor } = await api.get('/v1/remediations', { query, signal });
      return { waiting: items.filter(waitsForApproval).length, isMore: next_cursor !== null };
    },
  });
  if (tasks.data === undefined) return null;
  const { waiting = 0, isMore = false } = approvals.data ?? {};
  return countOf(tasks.data.total + waiting, isMore && waiting > 0, strings.remediations);
}

/** Events that are sent to the API have an alert like a connector's, but are none. */
const NO_CONNECTOR = 'api';

function useAlertedConnectors() {
  const { data } = useQuery({
    queryKey: ['alerts', 'firing'],
    enabled: useMay()(...INSIDERS),
    queryFn: ({ signal }) => api.get('/v1/alerts', { query: { state: 'firing', limit: PAGE }, signal }),
  });
  const named = data?.items.flatMap(({ labels, silenced }) => (silenced ? [] : (labels.connector ?? [])));
  const connectors = new Set(named?.filter((id) => id !== NO_CONNECTOR));
  return countOf(data && connectors.size, data?.next_cursor != null, strings.connectors);
}

function countOf(
  count: number | undefined,
  isMore: boolean,
  say: (text: string) => string,
): NavigationCount | null {
  if (!count) return null;
  const shown = `${formatNumber(count)}${isMore ? '+' : ''}`;
  return { shown, said: say(shown) };
}

function useIsLater(ms: number): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}
