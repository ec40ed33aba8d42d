import { LapseError } from '../../platform/errors.ts';
import { nextTimer, type Timer } from '../campaigns/workflow.rules.ts';
import type { ReviewStatus } from './review.rules.ts';

/** A review as far as its moves depend on it. Instants are milliseconds since 1970. */
export interface ReviewState {
  status: ReviewStatus;
  assigned_to_id: string | null;
  due_at: number;
  /** How often it was escalated, and who has had it before whoever has it now. */
  escalations: number;
  had_by: readonly string[];
  /** Whoever holds the access is asked first, and may answer until then; null: the reviewer is asked. */
  with_holder_until: number | null;
  /** Since when, where the holder was asked first. */
  reviewer_asked_at: number | null;
  access_grant_ids: readonly string[];
  /** Grants of the review that have their decision. */
  decided_grant_ids: readonly string[];
}

/**
 * Everything that can happen to a review. `decide` gives grants their decision: by a reviewer, or by the system when the
 * access is used again (`withdraw`) or is gone (`lose`).
 */
export type ReviewMove =
  | { kind: 'decide'; grant_ids: readonly string[]; confirmed_until: number | null }
  | { kind: 'withdraw' }
  | { kind: 'lose'; grant_ids: readonly string[] }
  /** `steps`: how often it may be escalated in all. */
  | { kind: 'escalate'; to: string; due_at: number; steps: number }
  | { kind: 'expire' }
  | { kind: 'remind'; percent: number }
  | { kind: 'reassign'; to: string }
  /** After the holder. */
  | { kind: 'ask_reviewer'; due_at: number };

/** Where each move leads; what is not here is refused. A decision that leaves grants undecided leads nowhere yet. */
export const ALLOWED_MOVES: Readonly<
  Record<ReviewMove['kind'], Partial<Record<ReviewStatus, ReviewStatus>>>
> = {
  decide: { PENDING: 'DECIDED', ESCALATED: 'DECIDED' },
  withdraw: { PENDING: 'DECIDED' },
  lose: { PENDING: 'DECIDED', ESCALATED: 'DECIDED' },
  // As often as the policy allows.
  escalate: { PENDING: 'ESCALATED', ESCALATED: 'ESCALATED' },
  expire: { PENDING: 'EXPIRED', ESCALATED: 'EXPIRED' },
  remind: { PENDING: 'PENDING', ESCALATED: 'ESCALATED' },
  reassign: { PENDING: 'PENDING', ESCALATED: 'ESCALATED' },
  ask_reviewer: { PENDING: 'PENDING' },
};

export const isOpen = (status: ReviewStatus): boolean => status === 'PENDING' || status === 'ESCALATED';

export interface Moved {
  state: ReviewState;
  /** Grants that got their decision by this move. */
  decided_now: string[];
  /** What time does next; undefined: as before. */
  timer: Timer | null | undefined;
}

export interface MoveContext {
  now: number;
  /** From when the time to the deadline counts. */
  started_at: number;
  reminder_percents: readonly number[];
}

/** The one function that changes a review's state. Throws `conflict` for a move that its state does not allow. */
export function moveReview(
  state: ReviewState,
  move: ReviewMove,
  { now, started_at, reminder_percents }: MoveContext,
): Moved {
  const next = requireAllowed(state.status, move.kind);
  switch (move.kind) {
    case 'remind': {
      const timer = nextTimer({ started_at, due_at: state.due_at, reminder_percents }, move.percent);
      return { state, decided_now: [], timer };
    }
    case 'reassign':
      return { state: { ...state, ...passedTo(move.to, state) }, decided_now: [], timer: undefined };
    case 'ask_reviewer':
    case 'escalate': {
      if (move.kind === 'escalate') requireEscalatable(state, move.steps);
      const { due_at } = move;
      const asked = { ...afterHolder(state, now), status: next, due_at };
      const timer = nextTimer({ started_at: now, due_at, reminder_percents });
      if (move.kind === 'ask_reviewer') return { state: asked, decided_now: [], timer };
      const passed = { ...asked, ...passedTo(move.to, state), escalations: state.escalations + 1 };
      return { state: passed, decided_now: [], timer };
    }
    case 'expire':
      return { state: { ...state, status: next, with_holder_until: null }, decided_now: [], timer: null };
    default:
      return decideGrants(state, next, move);
  }
}

/** Somebody else is asked now. */
const afterHolder = (state: ReviewState, now: number): ReviewState =>
  state.with_holder_until === null ? state : { ...state, with_holder_until: null, reviewer_asked_at: now };

/** To somebody, with whoever had it among those who have. */
function passedTo(
  to: string,
  { assigned_to_id: from, had_by }: ReviewState,
): Pick<ReviewState, 'assigned_to_id' | 'had_by'> {
  const isNew = from !== null && from !== to && !had_by.includes(from);
  return { assigned_to_id: to, had_by: isNew ? [...had_by, from] : had_by };
}

/** Throws `conflict` where a review cannot be escalated, or was as often as it may be. */
export function requireEscalatable(
  { status, escalations }: Pick<ReviewState, 'status' | 'escalations'>,
  steps: number,
): void {
  requireAllowed(status, 'escalate');
  if (status !== 'ESCALATED' || escalations < steps) return;
  const often =
    escalations > 1 ? `The review was escalated ${escalations} times, as often as the policy allows.` : null;
  throw new LapseError('conflict', often ?? refusal(status, 'escalate'));
}

/** Where the move leads. Throws `conflict` when the status does not allow it. */
export function requireAllowed(status: ReviewStatus, kind: ReviewMove['kind']): ReviewStatus {
  const next = ALLOWED_MOVES[kind][status];
  if (next === undefined) throw new LapseError('conflict', refusal(status, kind));
  return next;
}

function decideGrants(
  state: ReviewState,
  next: ReviewStatus,
  move: Extract<ReviewMove, { kind: 'decide' | 'withdraw' | 'lose' }>,
): Moved {
  const wanted = move.kind === 'withdraw' ? state.access_grant_ids : move.grant_ids;
  const decided = new Set(state.decided_grant_ids);
  const decided_now = wanted.filter((id) => state.access_grant_ids.includes(id) && !decided.has(id));
  const decided_grant_ids = [...state.decided_grant_ids, ...decided_now];
  const isDone = state.access_grant_ids.every((id) => decided_grant_ids.includes(id));
  if (!isDone) return { state: { ...state, decided_grant_ids }, decided_now, timer: undefined };
  const until = move.kind === 'decide' ? move.confirmed_until : null;
  return {
    state: { ...state, status: next, with_holder_until: null, decided_grant_ids },
    decided_now,
    timer: until === null ? null : { kind: 'confirmation_end', percent: null, at: until },
  };
}

const DONE: Partial<Record<ReviewStatus, string>> = {
  DECIDED: 'The review is decided already.',
  EXPIRED: 'The review has expired.',
  ESCALATED: 'The review is escalated already.',
};

function refusal(status: ReviewStatus, kind: ReviewMove['kind']): string {
  return DONE[status] ?? `A review that is ${status} cannot ${kind}.`;
}
