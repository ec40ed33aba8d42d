import type { Occasion, PacketNotice, ReviewsMessage, TextMessage } from './notification.ts';

/** A message without a medium yet. Every text in it is plain, on one line. */
export interface Notice {
  title: string;
  paragraphs: readonly string[];
  items: readonly NoticeItem[];
  link: { label: string; url: string } | null;
}

export interface NoticeItem {
  heading: string;
  lines: readonly string[];
  link: { label: string; url: string };
}

const NAME_LENGTH_MAX = 120;
const LINE_LENGTH_MAX = 1_000;
/** Ten of them fit in what Teams takes. */
const SUMMARY_LENGTH_MAX = 400;

/**
 * Names come from directories that others fill. What could end a header, hide, or turn text around becomes a space; what
 * has a meaning in a medium is escaped where it is written.
 */
export function plain(text: string, lengthMax = LINE_LENGTH_MAX): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...line].length <= lengthMax ? line : `${[...line].slice(0, lengthMax - 1).join('')}…`;
}

const name = (text: string): string => plain(text, NAME_LENGTH_MAX) || '(without a name)';

export function reviewsNotice({ to_person, packets, total, public_url }: ReviewsMessage): Notice {
  const rest = total - packets.length;
  const [only] = packets;
  const title =
    total === 1 && only
      ? `${TITLES[only.occasion]}: ${name(only.principal_name)} and ${name(only.asset_name)}`
      : `${total} access reviews ${to_person ? 'need you' : 'in question'}`;
  const paragraphs =
    total === 1
      ? []
      : [
          to_person
            ? `${total} reviews of access are yours or have changed.`
            : `${total} reviews of access were assigned or have changed.`,
          ...(rest > 0 ? [`The ${packets.length} most urgent are below; ${rest} more are in the list.`] : []),
        ];
  return {
    title,
    paragraphs,
    items: packets.map((packet) => itemOf(packet, to_person, public_url)),
    link: rest > 0 ? { label: 'All open reviews', url: `${public_url}/reviews` } : null,
  };
}

export function textNotice({ subject, paragraphs, link }: TextMessage): Notice {
  return {
    title: plain(subject, NAME_LENGTH_MAX * 2),
    paragraphs: paragraphs.map((paragraph) => plain(paragraph)),
    items: [],
    link: link === null ? null : { label: plain(link.label, NAME_LENGTH_MAX), url: link.url },
  };
}

export const testMessage: TextMessage = {
  subject: 'Test message from Lapse',
  paragraphs: ['This channel works: reviews of access will be told here.'],
  link: null,
};

const TITLES: Record<Occasion, string> = {
  assigned: 'Access review',
  reminder: 'Reminder of an access review',
  escalated: 'Access review passed on',
  overdue: 'Access review not answered',
  alert: 'Operational alert',
};

function itemOf(packet: PacketNotice, toPerson: boolean, publicUrl: string): NoticeItem {
  return {
    heading: `Does ${name(packet.principal_name)} still need ${plain(packet.access, NAME_LENGTH_MAX)} access to ${name(packet.asset_name)}?`,
    lines: [
      occasionLine(packet, toPerson),
      plain(packet.summary, SUMMARY_LENGTH_MAX),
      `Risk: ${packet.risk_level.toLowerCase()}. Recommendation: ${packet.recommendation.toLowerCase()}. ${
        packet.occasion === 'overdue' ? 'Was due' : 'Due'
      }: ${instant(packet.due_at)}.`,
    ],
    link: { label: 'Open the review', url: `${publicUrl}/reviews/${encodeURIComponent(packet.review_id)}` },
  };
}

function occasionLine({ occasion, assigned_to_name }: PacketNotice, toPerson: boolean): string {
  const who = assigned_to_name === null ? null : name(assigned_to_name);
  if (occasion === 'overdue') return 'It was not answered in time; the question has ended.';
  if (toPerson) {
    if (occasion === 'assigned') return 'You are asked to decide.';
    return occasion === 'reminder' ? 'It still waits for your answer.' : 'It was passed on to you.';
  }
  if (who === null) return 'Nobody could be asked; an administrator must assign it.';
  if (occasion === 'assigned') return `${who} is asked to decide.`;
  return occasion === 'reminder' ? `It still waits for ${who}.` : `It was passed on to ${who}.`;
}

/** Such as 17 Nov 2026 09:30 UTC. */
const instant = (iso: string): string => `${new Date(iso).toUTCString().slice(5, 22)} UTC`;
