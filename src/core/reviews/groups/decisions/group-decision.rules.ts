import type { Caller } from '../../../../gateway/roles.rules.ts';
import { LapseError } from '../../../../platform/errors.ts';

/** Nothing is decided before this has passed, so that whoever sees what they have asked for can take it back. */
export const THINK_AGAIN_MS = 8_000;

export const GROUP_DECISION_STATUSES = ['held', 'deciding', 'decided', 'undoing', 'undone'] as const;
export type GroupDecisionStatus = (typeof GROUP_DECISION_STATUSES)[number];

/** What has become of a review of a group: it was decided or not, and undone or not. */
export const MEMBER_STATES = ['waiting', 'decided', 'left_out', 'called_off', 'undone', 'stands'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export interface GroupCourse {
  starts_at: string;
  /** Null: there is nothing more to do. */
  due_at: string | null;
  undo_asked_at: string | null;
}

export function statusOf(
  { starts_at, due_at, undo_asked_at }: GroupCourse,
  now: number,
): GroupDecisionStatus {
  if (undo_asked_at !== null) return due_at === null ? 'undone' : 'undoing';
  if (due_at === null) return 'decided';
  return now < Date.parse(starts_at) ? 'held' : 'deciding';
}

/** Of a caller, as much as is asked when somebody decides. */
export interface Decider extends Pick<Caller, 'subject' | 'label' | 'is_synthetic'> {
  roles: Caller['roles'] extends ReadonlySet<infer Role> ? Role[] : never;
  identifiers: string[];
  aliases: string[];
}

export const deciderOf = ({
  subject,
  label,
  roles,
  identifiers,
  aliases,
  is_synthetic,
}: Caller): Decider => ({
  subject,
  label,
  roles: [...roles],
  identifiers: [...identifiers],
  aliases: [...aliases],
  ...(is_synthetic ? { is_synthetic } : {}),
});

export const callerOfDecider = ({ roles, ...decider }: Decider, tenant_id: number): Caller => ({
  tenant_id,
  roles: new Set(roles),
  ...decider,
});

/** Why this caller may not undo what that one has decided; null: they may. */
export function undoRefusal(caller: Pick<Caller, 'subject' | 'roles'>, decider: Pick<Decider, 'subject'>) {
  if (caller.subject === decider.subject || caller.roles.has('service.admin')) return null;
  return 'Only whoever decided it, or an admin, may undo it.';
}

/** The reviews that are to be decided, each with the mark of what was seen of it. */
export function chooseReviews({
  seen,
  left_out,
  together,
}: {
  /** Marks by review, of what the card has shown. */
  seen: ReadonlyMap<string, string>;
  left_out: ReadonlySet<string>;
  /** The same of what may be decided together by now. */
  together: ReadonlyMap<string, string>;
}): { review_id: string; mark: string }[] {
  const wanted = [...seen].filter(([review_id]) => !left_out.has(review_id));
  const changed = wanted.filter(([review_id, mark]) => together.get(review_id) !== mark);
  if (changed.length > 0) {
    throw new LapseError(
      'conflict',
      `The group has changed since it was looked at: ${changed.length} of ${wanted.length} are decided or being decided, were used, or stand out by now. Look at it again.`,
    );
  }
  return wanted.map(([review_id, mark]) => ({ review_id, mark }));
}
