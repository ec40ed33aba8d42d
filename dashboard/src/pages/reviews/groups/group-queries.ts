import type { Answer } from '@lapse/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { GroupsQuery } from '../inbox/inbox-filters.ts';

export type GroupList = Answer<'/v1/reviews/groups', 'get'>;
export type ReviewGroup = GroupList['items'][number];
export type GroupDecision = Answer<'/v1/reviews/groups/decisions/{id}', 'get'>;
export type GroupVerb = GroupDecision['decision'];

const PAGE_SIZE = 20;
const DECISIONS_SHOWN = 5;
const LOOK_EVERY_MS = 1_000;

export const groupsQuery = (query: GroupsQuery) =>
  infiniteQueryOptions({
    queryKey: ['reviews', 'groups', query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.get('/v1/reviews/groups', {
        query: { ...query, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (last: GroupList) => last.next_cursor,
  });

export const isUnderWay = ({ status }: Pick<GroupDecision, 'status'>): boolean =>
  status === 'held' || status === 'deciding' || status === 'undoing';

export const groupDecisionsQuery = queryOptions({
  queryKey: ['reviews', 'group-decisions'],
  queryFn: ({ signal }) =>
    api.get('/v1/reviews/groups/decisions', { query: { limit: DECISIONS_SHOWN }, signal }),
  refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? LOOK_EVERY_MS : false),
});

export const sendGroupDecision = (
  { key, seen }: Pick<ReviewGroup, 'key' | 'seen'>,
  { decision, reason }: { decision: GroupVerb; reason: string },
  idempotency_key: string,
) =>
  api.post('/v1/reviews/groups/decide', {
    body: { key, seen, decision, reason },
    idempotency_key,
  });

export const sendUndo = (id: string) =>
  api.post('/v1/reviews/groups/decisions/{id}/undo', { params: { id } });
