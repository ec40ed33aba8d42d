import { counted } from '../platform/counted.ts';
import type {
  GatheredMessage,
  Occasion,
  RemediationOccasion,
  ReviewNotice,
  TextMessage,
} from './notification.rules.ts';
import { remediationItem, remediationTitle } from './remediation-notice.rules.ts';
import { instant, NAME_LENGTH_MAX, name, plain, SUMMARY_LENGTH_MAX } from './send/plain.rules.ts';

/** A message without a medium yet. Every text in it is plain, on one line. */
export interface Notice {
  title: string;
  paragraphs: readonly string[];
  items: readonly NoticeItem[];
  links: readonly NoticeLink[];
  /** The question that a holder answers by buttons, in a medium that has some. */
  asks_holder?: string;
}

export interface NoticeLink {
  label: string;
  url: string;
}

export interface NoticeItem {
  heading: string;
  lines: readonly string[];
  links: readonly NoticeLink[];
  /** The review that buttons decide, in a medium that has some. */
  decides?: string;
}

export function gatheredNotice(message: GatheredMessage): Notice {
  const { to_person, reviews, removals, total, public_url } = message;
  const all = total.reviews + total.removals;
  const shown = reviews.length + removals.length;
  const links = [
    { rest: total.removals > removals.length, label: 'All remediations', path: '/remediations' },
    { rest: total.reviews > reviews.length, label: 'All open reviews', path: '/reviews' },
  ].filter(({ rest }) => rest);
  return {
    title: titleOf(message),
    paragraphs: [
      ...(all === 1
        ? []
        : [`${sumOf(total)} ${to_person ? 'are yours or have changed.' : 'were assigned or have changed.'}`]),
      ...(all > shown
        ? [
            `The ${shown} most urgent are below; ${all - shown} more are in the ${links.length > 1 ? 'lists' : 'list'}.`,
          ]
        : []),
      ...(reviews.some(({ decide_url }) => decide_url !== null) ? [LINKS_ARE_YOURS] : []),
    ],
    items: [
      ...removals.map((removal) => remediationItem(removal, to_person, public_url)),
      ...reviews.map((review) => itemOf(review, to_person, public_url)),
    ],
    links: links.map(({ label, path }) => ({ label, url: `${public_url}${path}` })),
  };
}

export const LINKS_ARE_YOURS =
  'By a link "Decide without signing in" whoever has it can decide in your name, once: do not pass this message on. Opening it decides nothing.';

function titleOf({ to_person, reviews, removals, total }: GatheredMessage): string {
  const [review] = reviews;
  const [removal] = removals;
  if (total.reviews + total.removals === 1) {
    if (removal) return remediationTitle(removal);
    if (review)
      return `${TITLES[review.occasion]}: ${name(review.principal_name)} and ${name(review.asset_name)}`;
  }
  const parts = [
    ...(total.reviews > 0 ? [counted(total.reviews, 'access review')] : []),
    ...(total.removals > 0 ? [counted(total.removals, 'access remediation')] : []),
  ];
  return `${parts.join(' and ')} ${to_person ? 'need you' : 'waiting'}`;
}

const sumOf = ({ reviews, removals }: GatheredMessage['total']): string =>
  [
    ...(reviews > 0 ? [`${counted(reviews, 'review')} of access`] : []),
    ...(removals > 0 ? [`${counted(removals, 'remediation')} of access`] : []),
  ].join(' and ');

export function textNotice({ subject, paragraphs, link }: TextMessage): Notice {
  return {
    title: plain(subject, NAME_LENGTH_MAX * 2),
    paragraphs: paragraphs.map((paragraph) => plain(paragraph)),
    items: [],
    links: link === null ? [] : [{ label: plain(link.label, NAME_LENGTH_MAX), url: link.url }],
  };
}

export const testMessage: TextMessage = {
  subject: 'Test message from Lapse',
  paragraphs: ['This channel works: reviews of access will be told here.'],
  link: null,
};

const TITLES: Record<Exclude<Occasion, RemediationOccasion>, string> = {
  assigned: 'Access review',
  reminder: 'Reminder of an access review',
  escalated: 'Access review passed on',
  overdue: 'Access review not answered',
  holder_answered: 'The holder has answered',
  mentioned: 'A comment on an access review',
  alert: 'Operational alert',
};

export function itemOf(review: ReviewNotice, toPerson: boolean, publicUrl: string): NoticeItem {
  return {
    ...(review.has_buttons ? { decides: review.review_id } : {}),
    heading: `Does ${name(review.principal_name)} still need ${plain(review.access, NAME_LENGTH_MAX)} access to ${name(review.asset_name)}?`,
    lines: [
      ...occasionLines(review, toPerson),
      ...commentLines(review, toPerson),
      plain(review.summary, SUMMARY_LENGTH_MAX),
      ...holderLines(review, toPerson),
      `Risk: ${review.risk_level.toLowerCase()}, score ${Math.round(review.score)} of 100. Recommendation: ${review.recommendation.toLowerCase()}. ${
        review.is_open ? 'Due' : 'Was due'
      }: ${instant(review.due_at)}.`,
      ...(review.revoked_if_unanswered && review.is_open
        ? ['Without an answer by then the access is revoked, unless it was used meanwhile.']
        : []),
    ],
    links: [
      ...(review.decide_url === null ? [] : [{ label: 'Decide without signing in', url: review.decide_url }]),
      { label: 'Open the review', url: `${publicUrl}/reviews/${encodeURIComponent(review.review_id)}` },
    ],
  };
}

/** What the holder has said, in their words. */
function holderLines({ holder, is_open, principal_name }: ReviewNotice, toPerson: boolean): string[] {
  if (holder === null) return [];
  const reason = plain(holder.reason ?? '', SUMMARY_LENGTH_MAX);
  const who = name(principal_name);
  const words = reason === '' ? '.' : `: ${reason}`;
  if (holder.answer === 'release') return [`${who} gave it up${words}`];
  const next = is_open ? (toPerson ? ' You still decide.' : ' It still waits for a decision.') : '';
  return [
    `${who} says they still need it${words}${next === '' || /[.!?…]$/.test(words) ? next : `.${next}`}`,
  ];
}

/** To a person; more are in the review. */
const COMMENTS_SHOWN = 3;

/** What was written to whoever is told. A channel has readers who may not read comments: it hears who wrote to whom. */
function commentLines({ comments }: ReviewNotice, toPerson: boolean): string[] {
  if (comments.length === 0) return [];
  if (!toPerson) {
    const authors = new Set(comments.map(({ author_name }) => name(author_name)));
    const mentioned = new Set(comments.flatMap(({ mentioned_names }) => mentioned_names.map(name)));
    return [
      plain(`${listed([...authors])} mentioned ${listed([...mentioned])} in a comment.`, SUMMARY_LENGTH_MAX),
    ];
  }
  const shown = comments.slice(-COMMENTS_SHOWN);
  const more = comments.length - shown.length;
  return [
    ...(more === 0
      ? []
      : [
          `${counted(more, 'earlier comment')} that ${more === 1 ? 'mentions' : 'mention'} you can be read in the review.`,
        ]),
    ...shown.map(
      ({ author_name, text }) => `${name(author_name)} mentioned you: ${plain(text, SUMMARY_LENGTH_MAX)}`,
    ),
  ];
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The comments say that somebody is mentioned. */
const occasionLines = (review: ReviewNotice, toPerson: boolean): string[] =>
  review.occasion === 'mentioned' ? [] : [occasionLine(review, toPerson)];

function occasionLine({ occasion, assigned_to_name }: ReviewNotice, toPerson: boolean): string {
  if (occasion === 'holder_answered') return 'The holder was asked, and has answered.';
  const who = assigned_to_name === null ? null : name(assigned_to_name);
  if (occasion === 'overdue') return 'It was not answered in time; the review has ended.';
  if (toPerson) {
    if (occasion === 'assigned') return 'You are asked to decide.';
    return occasion === 'reminder' ? 'It still waits for your answer.' : 'It was passed on to you.';
  }
  if (who === null) return 'Nobody could be asked; an administrator must assign it.';
  if (occasion === 'assigned') return `${who} is asked to decide.`;
  return occasion === 'reminder' ? `It still waits for ${who}.` : `It was passed on to ${who}.`;
}
