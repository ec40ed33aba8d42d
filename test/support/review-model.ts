import { DAY_MS } from '../../src/platform/iso-instant.ts';

/** What the reviews of one pair are by what was done to them; of all the code the part that can be read in one go. */

export const HOUR_MS = 3_600_000;
export const GRANTS = ['g-ann-wiki', 'g-ann-wiki-team'];
const SLA_MS = 24 * HOUR_MS;

export interface Model {
  now: number;
  /** The latest review of the pair; null before the first. */
  review: {
    status: 'PENDING' | 'ESCALATED' | 'DECIDED' | 'EXPIRED';
    assignee: string;
    /** What it asks about: all of the access, or what was left undecided when it was asked before. */
    grants: string[];
    created_at: number;
    due_at: number;
    decided: Map<string, string>;
    /** When reminders, the deadline or the end of a confirmation come. */
    timer: {
      kind: 'reminder' | 'deadline' | 'confirmation_end' | 'ask_again';
      percent: number;
      at: number;
    } | null;
    unanswered_before: number;
    started_at: number;
    confirmed_until: number | null;
    /** When each grant was confirmed by a reviewer. */
    confirmed_at: Map<string, number>;
  } | null;
  used_at: number;
  /** By reviewers. */
  confirmations: { grant_id: string; at: number; until: number }[];
  /** Ends of confirmations by reviews before the latest. */
  ends: { at: number; confirmed_at: Map<string, number> }[];
  /** Else it escalates. */
  asks_again: boolean;
  reviews: number;
  events: Record<string, number>;
}

export const isOpen = (model: Model): boolean =>
  model.review?.status === 'PENDING' || model.review?.status === 'ESCALATED';
export const count = (model: Model, type: string, times = 1): void => {
  model.events[type] = (model.events[type] ?? 0) + times;
};
export const open = (model: Model, assignee = 'olaf', grants = GRANTS): void => {
  const { now, review: last } = model;
  const isUnanswered = last?.status === 'EXPIRED' && model.used_at <= last.created_at;
  if (last?.timer?.kind === 'confirmation_end') {
    model.ends.push({ at: last.timer.at, confirmed_at: last.confirmed_at });
  }
  const timer = { kind: 'reminder' as const, percent: 50, at: now + SLA_MS / 2 };
  model.review = {
    status: 'PENDING',
    assignee,
    grants,
    unanswered_before: isUnanswered ? last.unanswered_before + 1 : 0,
    created_at: now,
    started_at: now,
    due_at: now + SLA_MS,
    decided: new Map(),
    timer,
    confirmed_until: null,
    confirmed_at: new Map(),
  };
  model.reviews += 1;
  count(model, 'review.created');
};

export const HOLDS_DAYS = [90, 180, 365] as const;

/** Without a use since; one answer about several grants holds as long for all. */
export const timesConfirmed = ({ confirmations, used_at }: Model, grants: string[]): 0 | 1 | 2 =>
  Math.min(
    2,
    ...grants.map((id) => confirmations.filter(({ grant_id, at }) => grant_id === id && at > used_at).length),
  ) as 0 | 1 | 2;

export function escalate(model: Model): void {
  const { review, now } = model;
  if (!review) return;
  review.status = 'ESCALATED';
  review.assignee = 'mia';
  review.started_at = now;
  review.due_at = now + SLA_MS;
  review.timer = { kind: 'reminder', percent: 50, at: now + SLA_MS / 2 };
  count(model, 'review.escalated');
}

/** Those of earlier reviews; that of the latest is its timer. */
export function endConfirmations(model: Model): void {
  for (;;) {
    const place = model.ends.findIndex(({ at }) => at <= model.now);
    const [end] = place === -1 ? [] : model.ends.splice(place, 1);
    if (!end) return;
    if (!isOpen(model) && isDueAgain(model, end.confirmed_at)) open(model);
  }
}

/** Not used since it was confirmed, nor confirmed again for longer. */
const isDueAgain = ({ used_at, confirmations, now }: Model, confirmed_at: Map<string, number>): boolean =>
  [...confirmed_at].some(
    ([id, at]) =>
      used_at <= at && !confirmations.some(({ grant_id, until }) => grant_id === id && until > now),
  );

export function fire(model: Model): void {
  const { review, now } = model;
  const timer = review?.timer;
  if (!review || !timer || timer.at > now) return;
  if (timer.kind === 'reminder') {
    count(model, 'review.reminded');
    review.timer =
      timer.percent === 50
        ? {
            kind: 'reminder',
            percent: 80,
            at: review.started_at + Math.round((review.due_at - review.started_at) * 0.8),
          }
        : { kind: 'deadline', percent: 0, at: review.due_at };
  } else if (timer.kind === 'deadline') {
    if (model.asks_again) expireAndAsk(model, review);
    // Whoever has the review already cannot be asked instead.
    else if (review.status === 'PENDING' && review.assignee !== 'mia') escalate(model);
    else {
      review.status = 'EXPIRED';
      review.timer = null;
      count(model, 'review.expired');
    }
  } else if (timer.kind === 'ask_again') {
    review.timer = null;
    // To the manager of whoever was asked; Mia has none, so the owner is asked again.
    const left = review.grants.filter((id) => !review.decided.has(id));
    if (model.used_at <= review.created_at) open(model, review.assignee === 'mia' ? 'olaf' : 'mia', left);
  } else {
    review.timer = null;
    if (isDueAgain(model, review.confirmed_at)) open(model);
  }
}

export const ASK_AGAIN = { ask_again_times: 2, ask_again_after_days: 2 };

function expireAndAsk(model: Model, review: NonNullable<Model['review']>): void {
  review.status = 'EXPIRED';
  count(model, 'review.expired');
  const isAsked = review.unanswered_before < ASK_AGAIN.ask_again_times && model.used_at <= review.created_at;
  const at = Math.max(model.now, review.created_at + ASK_AGAIN.ask_again_after_days * DAY_MS);
  review.timer = isAsked ? { kind: 'ask_again', percent: 0, at } : null;
  fire(model);
}
