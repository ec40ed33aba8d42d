/** The one thing that time does next to a review. */
export const TIMERS = ['reminder', 'deadline', 'confirmation_end', 'ask_again'] as const;
export interface Timer {
  kind: (typeof TIMERS)[number];
  /** Of a reminder: how much of the time to the deadline has passed. */
  percent: number | null;
  at: number;
}

export const WORKFLOW_STEPS = [
  'opened',
  'reminded',
  'escalated',
  'reassigned',
  'joined_campaign',
  'decided',
  'withdrawn',
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

/** Reminders at their shares of the time, then the deadline; those of the past are not made up for. */
export function firstTimer(from: number, dueAt: number, percents: readonly number[]): Timer {
  return nextTimer({ started_at: from, due_at: dueAt, percents, after_percent: 0 });
}

export function nextTimer({
  started_at,
  due_at,
  percents,
  after_percent,
}: {
  started_at: number;
  due_at: number;
  percents: readonly number[];
  after_percent: number;
}): Timer {
  const percent = percents.find((each) => each > after_percent);
  if (percent === undefined) return { kind: 'deadline', percent: null, at: due_at };
  return { kind: 'reminder', percent, at: reminderAt(started_at, due_at, percent) };
}

export function reminderAt(startedAt: number, dueAt: number, percent: number): number {
  return Math.round(startedAt + ((dueAt - startedAt) * percent) / 100);
}

/** All that is still to come if nobody acts. */
export function timersToCome(
  timer: Timer,
  { started_at, due_at, percents }: { started_at: number; due_at: number; percents: readonly number[] },
): Timer[] {
  if (timer.kind !== 'reminder') return [timer];
  const next = nextTimer({ started_at, due_at, percents, after_percent: timer.percent ?? 0 });
  return [timer, ...timersToCome(next, { started_at, due_at, percents })];
}
