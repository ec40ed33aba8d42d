import { counted } from '../../../platform/counted.ts';
import type { GrantStatus } from '../../directory/directory.rules.ts';
import type { ReviewStatus } from '../review.rules.ts';
import { isOpen } from '../states.rules.ts';

/** Asking the person who holds the access that a review is about. Instants are milliseconds since 1970. */

export const HOLDER_ANSWERS = ['keep', 'release'] as const;
export type HolderAnswer = (typeof HOLDER_ANSWERS)[number];

export const LINK_DAYS = 14;
export const REASON_LENGTH_MAX = 500;

/** What is asked, in the mail and on the page: as it was when it was asked. */
export interface SaidQuestion {
  asset_name: string;
  platform: string;
  /** As the platform calls them, each once. */
  permissions: string[];
  last_used_at: string | null;
  /** The earliest of the grants. */
  granted_at: string;
  coverage: 'full' | 'partial' | 'down';
  unobserved_days: number;
  asked_by_name: string;
}

export function questionInWords({ permissions, asset_name }: SaidQuestion): string {
  const all =
    permissions.length < 2 ? permissions : [permissions.slice(0, -1).join(', '), permissions.at(-1)];
  return `Do you still need ${all.join(' and ')} on ${asset_name}?`;
}

export function useInWords({ last_used_at, granted_at, coverage, unobserved_days }: SaidQuestion): string {
  const used =
    last_used_at === null
      ? `No use of it is known since you got it on ${dayInWords(granted_at)}.`
      : `You last used it on ${dayInWords(last_used_at)}.`;
  if (coverage === 'down') return `${used} Its use is not being recorded at the moment.`;
  return coverage === 'partial'
    ? `${used} Its use was not recorded for ${counted(unobserved_days, 'day')} since.`
    : used;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Such as 3 March 2026. */
export const dayInWords = (iso: string): string => DAY.format(new Date(iso));

/** Who gives up access, in the audit trail and lists. Callers may not be called that, see reserved-actors.rules.ts. */
export const holderActor = ({ id, display_name }: { id: string; display_name: string }): string =>
  `${display_name} (${id}), the holder`;

/** A question as far as it matters whether it still waits for its answer. */
export interface AskedQuestion {
  answer: HolderAnswer | null;
  expires_at: number;
  /** By mail or in Slack. */
  sent_at: number | null;
  failed_at: number | null;
}

/** Whether asking again would be asking twice. A mail that has failed reached nobody, though it may be tried again. */
export const isWaiting = ({ answer, expires_at, sent_at, failed_at }: AskedQuestion, now: number): boolean =>
  answer === null && now < expires_at && (sent_at !== null || failed_at === null);

/** A question as whoever opens its link finds it. */
export interface LinkedQuestion {
  answer: HolderAnswer | null;
  expires_at: number;
  /** It was not asked again since. */
  is_latest: boolean;
  review_status: ReviewStatus;
  grants: readonly { status: GrantStatus; is_decided: boolean }[];
}

/**
 * `dead`: unknown, expired or asked again, which nobody learns apart. `gone`, `going`: the access was removed meanwhile, or is being
 * removed. `closed`: it was decided otherwise.
 */
export type LinkState = 'open' | 'answered' | 'dead' | 'gone' | 'going' | 'closed';

export function linkState(question: LinkedQuestion | null, now: number): LinkState {
  if (question === null || now >= question.expires_at) return 'dead';
  if (question.answer !== null) return 'answered';
  if (!question.is_latest) return 'dead';
  const { grants } = question;
  if (grants.every(({ status }) => status === 'revoked')) return 'gone';
  if (grants.every(({ status }) => status !== 'active')) return 'going';
  const isAsked = grants.some(({ status, is_decided }) => status === 'active' && !is_decided);
  return isAsked && isOpen(question.review_status) ? 'open' : 'closed';
}
