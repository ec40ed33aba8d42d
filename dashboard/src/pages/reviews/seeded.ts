import type { Answer } from '@lapse/client';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { reasonOf } from '../../parts/forms/send-error.tsx';
import { seededStrings } from '../../strings/reviews.ts';
import { changeDraft, dropDraft } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import type { ListQuery } from './inbox/inbox-filters.ts';
import type { Review, Verb } from './reviews.ts';

type Question = NonNullable<Answer<'/v1/reviews/seeded', 'get'>['question']>;

const seededQuery = queryOptions({
  queryKey: ['reviews', 'seeded'],
  queryFn: ({ signal }) => api.get('/v1/reviews/seeded', { signal }),
});

/** The question from the past that whoever is signed in is asked, in the list of all that waits for them and in no narrower one. */
export function useSeeded(query: ListQuery): { seeded: Review | null; isLoading: boolean } {
  const { principal_id, name } = useSession();
  const isReviewer = useMay()('service.reviewer');
  const isOwn = isOwnList(query, principal_id);
  const { data, isLoading } = useQuery({ ...seededQuery, enabled: isReviewer && isOwn });
  const question = isReviewer && isOwn ? (data?.question ?? null) : null;
  const seeded = useMemo(
    () => question && asReview(question, { principal_id, name }),
    [question, principal_id, name],
  );
  return { seeded, isLoading };
}

function isOwnList({ status, assigned_to_id, sort: _, ...narrower }: ListQuery, me: string | null): boolean {
  return status === 'PENDING' && (assigned_to_id ?? null) === me && Object.keys(narrower).length === 0;
}

/** As the pages draw a review. What only a review has is left out, and what it has of its own is of then. */
function asReview(question: Question, me: { principal_id: string | null; name: string | null }): Review {
  const { origin, requested_by } = evidenceOf(question).asked_because;
  return {
    ...question,
    is_seeded: true,
    status: 'PENDING',
    origin,
    requested_by,
    assigned_to_id: me.principal_id,
    assigned_to_name: me.name,
    may_decide: true,
    decide_refusal: null,
    removals: null,
    workflow_id: null,
    campaign_id: null,
    previous_review_id: null,
    unanswered_before: 0,
    first_asked_at: null,
    priority: null,
    priority_parts: null,
    escalations: 0,
    weighed_at: null,
    with_holder_until: null,
    reviewer_asked_at: null,
    closed_at: null,
  };
}

/** Sent at once, since nothing comes of it that could be undone; then what is known is told. */
export function answerSeeded(id: string, decision: Verb, reason: string): void {
  changeDraft(id, { isOpen: false, error: null });
  void queryClient.cancelQueries(seededQuery);
  queryClient.setQueryData(seededQuery.queryKey, { question: null });
  const show = { position: 'top-center', autoClose: 30_000, withBorder: true } as const;
  void queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationFn: () =>
        api.post('/v1/reviews/seeded/{id}/answer', { params: { id }, body: { decision, reason } }),
    })
    .execute(undefined)
    .then(({ message }) => {
      dropDraft(id);
      notifications.show({ ...show, role: 'status', title: seededStrings.title, message });
    })
    .catch((error: unknown) => {
      changeDraft(id, { isOpen: true, error });
      notifications.show({ ...show, color: 'red.8', title: seededStrings.failed, message: reasonOf(error) });
    })
    .finally(() => void queryClient.invalidateQueries(seededQuery));
}
