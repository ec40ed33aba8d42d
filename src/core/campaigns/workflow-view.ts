import { isoInstant } from '../../platform/iso-instant.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { type Timer, timersToCome } from './workflow.rules.ts';
import type { WorkflowRow } from './workflows.sql.ts';

const NO_ANSWER: Record<Policy['review']['when_overdue'], (row: WorkflowRow) => string> = {
  escalate: (row) =>
    row.review_status === 'PENDING' ? 'Escalation, or the end of the review.' : 'The end of the review.',
  expire: () => 'The end of the review.',
  ask_again: () => 'The end of the review; a new one is opened.',
  revoke: () => 'Without an answer the access is revoked, unless it was used meanwhile.',
};

const WORDS: Record<Timer['kind'], (timer: Timer, row: WorkflowRow, policy: Policy) => string> = {
  reminder: (timer) => `A reminder when ${timer.percent} % of the time have passed.`,
  deadline: (_timer, row, { review }) => NO_ANSWER[review.when_overdue](row),
  confirmation_end: () => 'Without any use by then the review is opened again.',
  ask_again: () => 'Nobody answered; the review is opened again.',
  ask_reviewer: (_timer, row) =>
    `${row.assigned_to_id ?? 'Nobody'} is asked, unless the holder has answered before; the time to answer begins then.`,
};

/** What has happened, and what comes next and when. */
export function workflowView(row: WorkflowRow, policy: Policy) {
  const { id, review_id, review_status, assigned_to_id, started_at, due_at } = row;
  const timers =
    row.timer === null || row.timer_at === null
      ? []
      : timersToCome(
          { kind: row.timer, percent: row.timer_percent, at: Date.parse(row.timer_at) },
          {
            started_at: Date.parse(started_at),
            due_at: Date.parse(due_at),
            reminder_percents: row.reminder_percents,
          },
        );
  const isWaiting = row.timer === 'confirmation_end' || row.timer === 'ask_again';
  const open = isWaiting ? ('waiting' as const) : ('running' as const);
  return {
    id,
    review_id,
    status: timers.length === 0 ? ('completed' as const) : open,
    review_status,
    assigned_to_id,
    started_at,
    due_at,
    steps: [
      ...row.steps.map((step) => ({ ...step, status: 'done' as const })),
      ...timers.map((timer, index) => ({
        step: timer.kind,
        status: index === 0 ? ('next' as const) : ('planned' as const),
        at: isoInstant(timer.at),
        actor: 'system',
        detail: WORDS[timer.kind](timer, row, policy),
      })),
    ],
  };
}
