import type { HolderAnswer } from '../core/reviews/holder/holder.rules.ts';

/** What people may be told, and the events that tell it. All but alerts are about reviews and what came of them. */
export const OCCASIONS = {
  assigned: ['review.created', 'review.reassigned', 'review.reviewer_asked'],
  reminder: ['review.reminded'],
  escalated: ['review.escalated'],
  overdue: ['review.expired'],
  holder_answered: ['review.holder_kept', 'review.holder_released'],
  mentioned: ['review.commented'],
  removal_requested: ['remediation.requested'],
  removal_blocked: ['remediation.blocked'],
  alert: ['alert.firing', 'alert.resolved'],
} as const;

export type Occasion = keyof typeof OCCASIONS;
export const OCCASION_NAMES = Object.keys(OCCASIONS) as Occasion[];

export const REMOVAL_OCCASIONS = ['removal_requested', 'removal_blocked'] as const satisfies Occasion[];
export type RemediationOccasion = (typeof REMOVAL_OCCASIONS)[number];

export const isRemediationOccasion = (occasion: Occasion): occasion is RemediationOccasion =>
  (REMOVAL_OCCASIONS as readonly Occasion[]).includes(occasion);

export const CHANNEL_KINDS = ['email', 'slack', 'teams'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

const OCCASION_OF: ReadonlyMap<string, Occasion> = new Map(
  OCCASION_NAMES.flatMap((occasion) => OCCASIONS[occasion].map((type) => [type, occasion] as const)),
);

export const occasionOf = (eventType: string): Occasion | null => OCCASION_OF.get(eventType) ?? null;

/** As the queue knows subscriptions, and back. */
export const eventTypesOf = (occasions: readonly Occasion[]): string[] =>
  occasions.flatMap((occasion) => [...OCCASIONS[occasion]]);

export const occasionsOf = (eventTypes: readonly string[]): Occasion[] =>
  OCCASION_NAMES.filter((occasion) => OCCASIONS[occasion].every((type) => eventTypes.includes(type)));

/** Types of deliveries to people. */
export const REVIEWS_MESSAGE = 'notification.reviews';
/** What a person has left to one message a day. */
export const DIGEST_MESSAGE = 'notification.digest';
/** A question to the person who holds the access. */
export const HOLDER_MESSAGE = 'notification.holder';
export const TEXT_MESSAGE = 'notification.message';
export const TEST_MESSAGE = 'notification.test';

/**
 * What happens to one recipient within this time is one message: a change of policy that puts ten thousand accesses in
 * review must not become ten thousand mails.
 */
export const GATHER_SECONDS = 60;
export const GATHER_SECONDS_MAX = 3_600;

/** A message that is written by the caller, such as "your report is ready". */
export interface TextMessage {
  subject: string;
  /** Plain text, one paragraph each. */
  paragraphs: readonly string[];
  link: { label: string; url: string } | null;
}

/** What waits in the queue to be mailed to a holder: the link is made when it is sent. */
export interface HolderMessage {
  holder_question_id: string;
  review_id: string;
}

export interface NoticedComment {
  author_name: string;
  mentioned_names: readonly string[];
  text: string;
}

/** One review, as a message tells it. */
export interface ReviewNotice {
  review_id: string;
  occasion: Exclude<Occasion, RemediationOccasion>;
  principal_name: string;
  asset_name: string;
  /** Such as `read` or `read and write`. */
  access: string;
  /** One sentence of evidence. */
  summary: string;
  risk_level: string;
  /** From 0 to 100, as of now. */
  score: number;
  recommendation: string;
  assigned_to_name: string | null;
  due_at: string;
  /** Where whoever is told may decide without signing in; null: nowhere. */
  decide_url: string | null;
  /** Whether they may decide in the message itself, by its buttons. */
  has_buttons: boolean;
  /** What the holder has said, where that is what is told. */
  holder: { answer: HolderAnswer; reason: string | null } | null;
  /** The comments that mention whoever is told, or anybody where a channel is; the newest last. */
  comments: readonly NoticedComment[];
  /** Whether it waits for a decision. */
  is_open: boolean;
  /** What the policy makes of no answer. */
  revoked_if_unanswered: boolean;
}

/** One remediation, as a message tells it. */
export interface RemediationNotice {
  remediation_id: string;
  occasion: RemediationOccasion;
  /** Whether the access is to be removed, or put back. */
  operation: 'revoke' | 'restore';
  principal_name: string;
  asset_name: string;
  /** Such as `read`. */
  permission: string;
  platform: string;
  /** The group to take the principal out of, when it has the access through one. */
  group_name: string | null;
  assigned_to_name: string | null;
  /** Who revoked the access, when and why. */
  decided_by_name: string;
  decided_at: string;
  reason: string;
  /** What stops it, and what can be done about it. */
  blocked_by: readonly { message: string; remedy: string | null }[];
}

/** What a person or a channel is told at once. */
export interface GatheredMessage {
  /** A person is told "you". */
  to_person: boolean;
  reviews: readonly ReviewNotice[];
  removals: readonly RemediationNotice[];
  /** Of all that is to be told; the notices may be the most urgent of them. */
  total: { reviews: number; removals: number };
  public_url: string;
}

/** More than these are counted, not told one by one. */
export const NOTICES_PER_MESSAGE = 10;
