import type { Answer } from '@lapse/client';
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { reviewStrings } from '../../strings/reviews.ts';
import type { ListQuery } from './inbox/inbox-filters.ts';

/** It is a question from the past, and no review: see seeded.ts. */
type Seeded = { is_seeded?: true };
export type Review = Answer<'/v1/reviews/{id}', 'get'> & Seeded;
export type ReviewList = Answer<'/v1/reviews', 'get'>;
type Field = keyof ReviewList['items'][number];
/** A page of which each review has these fields. */
type PageWith<F extends Field> = Omit<ReviewList, 'items'> & { items: Pick<Review, F | 'id'>[] };

/** What a row of the inbox shows, and what the keys ask of the review that it is about. */
const ROW_FIELDS = [
  'principal_id',
  'principal_name',
  'asset_id',
  'asset_name',
  'platform',
  'current_score',
  'recommendation',
  'status',
  'due_at',
  'with_holder_until',
  'may_decide',
  'decide_refusal',
  'removals',
] as const;
export type ReviewPages = InfiniteData<PageWith<(typeof ROW_FIELDS)[number]>, string | null>;
export type ListedReview = ReviewPages['pages'][number]['items'][number] & Seeded;
export type Verb = 'CONFIRM' | 'REVOKE' | 'ESCALATE';

const PAGE_SIZE = 50;
const CURVE_DAYS = 180;
export const DAY_MS = 86_400_000;

export const isOpen = ({ status }: Pick<Review, 'status'>): boolean =>
  status === 'PENDING' || status === 'ESCALATED';

/** What it is called in sentences: who on what. */
export const labelOf = (
  review: Pick<Review, 'principal_name' | 'asset_name' | 'principal_id' | 'asset_id'>,
): string =>
  reviewStrings.title(review.principal_name ?? review.principal_id, review.asset_name ?? review.asset_id);

export const LISTS = ['reviews', 'list'] as const;

type ReviewsQuery = NonNullable<NonNullable<Parameters<typeof api.get<'/v1/reviews'>>[1]>['query']>;

/** Reviews with these fields alone: evidence is most of an answer, and of the work for it. */
export const listReviews = <F extends Field>(
  query: ReviewsQuery,
  fields: readonly F[],
  signal?: AbortSignal,
): Promise<PageWith<F>> =>
  api.get('/v1/reviews', {
    query: { ...query, fields: fields.join() },
    ...(signal ? { signal } : {}),
  }) as Promise<PageWith<F>>;

/** What a row of the inbox shows. */
export const loadReviews = (query: ReviewsQuery, signal: AbortSignal) =>
  listReviews(query, ROW_FIELDS, signal);

export const reviewsQuery = (query: ListQuery) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      loadReviews(
        { ...query, limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: (last) => last.next_cursor,
  });

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'review', id],
    queryFn: ({ signal }) => api.get('/v1/reviews/{id}', { params: { id }, signal }),
  });

export const remediationQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'removal', id],
    queryFn: ({ signal }) => api.get('/v1/reviews/{id}/removal', { params: { id }, signal }),
  });

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'workflow', id],
    queryFn: ({ signal }) => api.get('/v1/workflows/{id}', { params: { id }, signal }),
  });

/** The score of the pair, once a day, up to the instant of the evidence (to the hour, so that it is read once). */
export function curveQuery({ principal_id, asset_id }: Review, asOf: string) {
  const to = Math.ceil(Date.parse(asOf) / 3_600_000) * 3_600_000;
  const from = to - CURVE_DAYS * DAY_MS;
  return queryOptions({
    queryKey: ['scores', 'curve', principal_id, asset_id, to],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) =>
      api.get('/v1/scores/history', {
        query: {
          principal_id,
          asset_id,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          points: CURVE_DAYS + 1,
          limit: 1,
        },
        signal,
      }),
  });
}

export const policyQuery = queryOptions({
  queryKey: ['policy', 'current'],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => api.get('/v1/policy', { signal }),
});

export const campaignsQuery = queryOptions({
  queryKey: ['campaigns', 'names'],
  queryFn: ({ signal }) => api.get('/v1/campaigns', { query: { limit: 100 }, signal }),
});
