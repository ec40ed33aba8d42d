/** Who may decide a review, besides having the role: a choice of the policy. */
export const DECIDERS = ['assignee', 'assignee_and_substitutes', 'any_reviewer'] as const;
export type Deciders = (typeof DECIDERS)[number];

/** Whoever a review is assigned to, as somebody else sees it. */
export interface Assignee {
  name: string;
  is_me: boolean;
  /** The other is the manager of the assignee, or a substitute whose time it is. */
  is_substituted_by_me: boolean;
}

export interface DecideQuestion {
  is_reviewer: boolean;
  /** The review is about the caller. */
  is_own: boolean;
  /** The review is about a group that the caller is in, also through other groups. */
  is_member: boolean;
  /** The caller is the escalation contact of the policy. */
  is_contact: boolean;
  /** Null: nobody could be asked. */
  assignee: Assignee | null;
  deciders: Deciders;
}

/**
 * The sentence that says why not, or null. A review that nobody could be asked about may be decided by any reviewer,
 * unless the policy insists on an assignee: otherwise nothing could be decided before the directory names owners.
 */
export function decideRefusal(question: DecideQuestion): string | null {
  const { is_reviewer, is_own, is_member, is_contact, assignee, deciders } = question;
  if (!is_reviewer) return 'Deciding needs the role service.reviewer.';
  if (is_own) return 'Nobody may decide about their own access.';
  if (is_member && !assignee?.is_me) {
    return 'Members of a group decide about its access only where the review is assigned to them; an admin can assign it.';
  }
  if (deciders === 'any_reviewer' || assignee?.is_me) return null;
  if (deciders === 'assignee') {
    return assignee === null
      ? 'This review is assigned to nobody, and only its assignee may decide it; an admin can assign it.'
      : `This review is assigned to ${assignee.name}, and only its assignee may decide it; an admin can reassign it.`;
  }
  if (assignee === null || assignee.is_substituted_by_me || is_contact) return null;
  return `This review is assigned to ${assignee.name}: the assignee, their manager, their substitutes and the escalation contact may decide it; an admin can reassign it.`;
}
