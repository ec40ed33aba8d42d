/** The one thing that time does next to a review. */
export const TIMERS = ['reminder', 'deadline', 'confirmation_end', 'ask_again', 'ask_reviewer'] as const;
export interface Timer {
  kind: (typeof TIMERS)[number];
  /** Of a reminder: how much of the time to the deadline has passed. */
  percent: number | null;
  at: number;
}

export const WORKFLOW_STEPS = [
  'opened',
  'reviewer_asked',
  'reminded',
  'escalated',
  'reassigned',
  'joined_campaign',
  'decided',
  'withdrawn',
  'merged',
  'access_gone',
  'expired',
  'reopened',
  'asked_again',
  'not_asked_again',
  'confirmation_held',
] as const;

/** Something that has happened. */
export interface WorkflowStep {
  step: (typeof WORKFLOW_STEPS)[number];
  at: string;
  actor: string;
  detail: string;
}

/** The time that a review has; instants are milliseconds since 1970. */
interface Course {
  started_at: number;
  due_at: number;
  reminder_percents: readonly number[];
}

/** Reminders at their shares of the time, then the deadline; those of the past are not made up for. */
export function nextTimer({ started_at, due_at, reminder_percents }: Course, after_percent = 0): Timer {
  const percent = reminder_percents.find((each) => each > after_percent);
  if (percent === undefined) return { kind: 'deadline', percent: null, at: due_at };
  return { kind: 'reminder', percent, at: Math.round(started_at + ((due_at - started_at) * percent) / 100) };
}

/** All that is still to come if nobody acts. */
export function timersToCome(timer: Timer, course: Course): Timer[] {
  if (timer.kind !== 'reminder') return [timer];
  return [timer, ...timersToCome(nextTimer(course, timer.percent ?? 0), course)];
}
