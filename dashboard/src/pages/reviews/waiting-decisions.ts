import { createClient } from '@lapse/client';
import { notifications } from '@mantine/notifications';
import { createElement, useSyncExternalStore } from 'react';
import { queryClient } from '../../api/query-client.ts';
import { formatNumber } from '../../parts/format.ts';
import { decideStrings, undoStrings } from '../../strings/reviews.ts';
import { changeDraft, type Draft, draftOf, dropDraft } from './drafts.ts';
import { type DecisionAnswer, refusedNote } from './refused-note.ts';
import { LISTS, type Review, type ReviewPages, reviewQuery, type Verb } from './reviews.ts';
import { UndoQueue } from './undo-queue.ts';
import { ShowReview, UndoFailed, UndoToast } from './undo-toast.tsx';

export interface PendingDecision {
  review: Review;
  label: string;
  verb: Verb;
  body: { justification: string; next_review_at?: string; escalate_to_id?: string };
}

export const UNDO_MS = 8_000;
const TOAST = 'lapse-undo';
/** Of this tab: decisions that were not sent when the page was left. */
const UNSENT = 'lapse-unsent';

/** What is on its way arrives, also when the page is left meanwhile. */
const lasting = createClient({
  headers: { 'x-lapse-request': 'dashboard' },
  retries: 1,
  retry_wait_ms_max: 3_000,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});

export const sendDecision = (id: string, verb: Verb, body: PendingDecision['body'], key: string) =>
  // A mutation, so that a session that has ended is noticed.
  queryClient
    .getMutationCache()
    .build(queryClient, {
      mutationFn: () =>
        lasting.post('/v1/reviews/{id}/decide', {
          params: { id },
          body: { decision: verb, ...body },
          idempotency_key: key,
        }),
    })
    .execute(undefined);

/** Decisions that are held back for their 8 seconds, for all pages together. */
export const waitingDecisions = new UndoQueue<PendingDecision, DecisionAnswer>({
  wait_ms: UNDO_MS,
  idOf: ({ review }) => review.id,
  send: ({ review, verb, body }, key) => sendDecision(review.id, verb, body, key),
  newKey: () => crypto.randomUUID(),
  now: () => Date.now(),
  onSent: ({ review, label, verb }, answer) => {
    dropDraft(review.id);
    leaveLists(review.id, verb);
    const note = refusedNote(answer);
    if (note === null) return;
    notifications.show({
      color: 'yellow.8',
      position: 'top-center',
      autoClose: 30_000,
      title: undoStrings.refused(label),
      message: createElement(ShowReview, { id: review.id, text: note }),
    });
  },
  onFailed: ({ review, label }, error) => {
    changeDraft(review.id, { isOpen: true, error });
    void queryClient.invalidateQueries({ queryKey: ['reviews'] });
    notifications.show({
      color: 'red.8',
      position: 'top-center',
      autoClose: 20_000,
      title: undoStrings.failed(label),
      message: createElement(UndoFailed, { id: review.id, error }),
    });
  },
});

waitingDecisions.subscribe(() => {
  const isShown = waitingDecisions.entries().length > 0;
  if (!isShown) notifications.hide(TOAST);
});

// Leaving the page within the time to undo decides nothing: the browser asks first, and what waited is a draft again.
window.addEventListener('beforeunload', (event) => {
  if (waitingDecisions.entries().length > 0) event.preventDefault();
});
window.addEventListener('pagehide', () => {
  const ids = waitingDecisions.undoAll().map(({ review }) => review.id);
  for (const id of ids) changeDraft(id, { isOpen: true, error: null, isUnsent: true });
  keepUnsent(ids);
});

const unsent = restoreUnsent();
if (unsent[0] !== undefined) {
  notifications.show({
    color: 'yellow.8',
    position: 'top-center',
    autoClose: 20_000,
    title: undoStrings.unsent(unsent.length, formatNumber(unsent.length)),
    message: createElement(ShowReview, { id: unsent[0], text: undoStrings.unsentHint }),
  });
}

export const useWaitingDecisions = () =>
  useSyncExternalStore(waitingDecisions.subscribe, waitingDecisions.entries);

export function decide(decision: PendingDecision): void {
  if (!waitingDecisions.add(decision)) return;
  changeDraft(decision.review.id, { isOpen: false, error: null, isUnsent: false });
  notifications.show({
    id: TOAST,
    // The corners at the bottom are where the answers are.
    position: 'top-center',
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
    title: undoStrings.title,
    message: createElement(UndoToast),
    role: 'group',
    'aria-label': undoStrings.title,
  });
}

/** Takes a decision back; the form is open again with all that was typed. */
export function undoDecision(id?: string): PendingDecision | undefined {
  const undone = id === undefined ? waitingDecisions.undoLast() : waitingDecisions.undo(id);
  if (undone) changeDraft(undone.review.id, { isOpen: true, error: null });
  return undone;
}

export const verbOf = (verb: Verb): string => decideStrings[verb];

/** What was decided is gone from the lists of what waits before the server is asked again. */
export function leaveLists(id: string, verb: Verb): void {
  void queryClient.cancelQueries({ queryKey: LISTS });
  queryClient.setQueriesData<ReviewPages>({ queryKey: LISTS }, (data) => {
    if (!data?.pages.some(({ items }) => items.some((item) => item.id === id))) return data;
    return {
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        total: Math.max(0, page.total - 1),
        items: page.items.filter((item) => item.id !== id),
      })),
    };
  });
  for (const kind of ['reviews', 'overview', ...(verb === 'REVOKE' ? ['remediations'] : [])]) {
    void queryClient.invalidateQueries({ queryKey: [kind] });
  }
  void queryClient.invalidateQueries(reviewQuery(id));
}

/** Keeps these drafts for the page that comes after this one in the same tab. */
function keepUnsent(ids: readonly string[]): void {
  const drafts = ids.map((id) => [id, draftOf(id)]);
  if (drafts.length > 0) sessionStorage.setItem(UNSENT, JSON.stringify(drafts));
}

/** Opens what the page before did not send as drafts again; answers which reviews they are about. */
function restoreUnsent(): string[] {
  const text = sessionStorage.getItem(UNSENT);
  sessionStorage.removeItem(UNSENT);
  if (text === null) return [];
  const drafts = JSON.parse(text) as [string, Draft][];
  for (const [id, draft] of drafts) changeDraft(id, { ...draft, error: null });
  return drafts.map(([id]) => id);
}
