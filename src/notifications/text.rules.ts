import { counted } from '../platform/counted.ts';
import type {
  GatheredMessage,
  Occasion,
  PacketNotice,
  RemovalOccasion,
  TextMessage,
} from './notification.rules.ts';
import { removalItem, removalTitle } from './removal.rules.ts';
import { instant, NAME_LENGTH_MAX, name, plain, SUMMARY_LENGTH_MAX } from './send/plain.rules.ts';

/** A message without a medium yet. Every text in it is plain, on one line. */
export interface Notice {
  title: string;
  paragraphs: readonly string[];
  items: readonly NoticeItem[];
  links: readonly NoticeLink[];
}

export interface NoticeLink {
  label: string;
  url: string;
}

export interface NoticeItem {
  heading: string;
  lines: readonly string[];
  link: NoticeLink;
}

export function gatheredNotice(message: GatheredMessage): Notice {
  const { to_person, packets, removals, total, public_url } = message;
  const all = total.packets + total.removals;
  const shown = packets.length + removals.length;
  const links = [
    { rest: total.removals > removals.length, label: 'All removals', path: '/remediations' },
    { rest: total.packets > packets.length, label: 'All open reviews', path: '/reviews' },
  ].filter(({ rest }) => rest);
  return {
    title: titleOf(message),
    paragraphs:
      all === 1
        ? []
        : [
            `${sumOf(total)} ${to_person ? 'are yours or have changed.' : 'were assigned or have changed.'}`,
            ...(all > shown
              ? [
                  `The ${shown} most urgent are below; ${all - shown} more are in the ${links.length > 1 ? 'lists' : 'list'}.`,
                ]
              : []),
          ],
    items: [
      ...removals.map((removal) => removalItem(removal, to_person, public_url)),
      ...packets.map((packet) => itemOf(packet, to_person, public_url)),
    ],
    links: links.map(({ label, path }) => ({ label, url: `${public_url}${path}` })),
  };
}

function titleOf({ to_person, packets, removals, total }: GatheredMessage): string {
  const [packet] = packets;
  const [removal] = removals;
  if (total.packets + total.removals === 1) {
    if (removal) return removalTitle(removal);
    if (packet)
      return `${TITLES[packet.occasion]}: ${name(packet.principal_name)} and ${name(packet.asset_name)}`;
  }
  const parts = [
    ...(total.packets > 0 ? [counted(total.packets, 'access review')] : []),
    ...(total.removals > 0 ? [counted(total.removals, 'access removal')] : []),
  ];
  return `${parts.join(' and ')} ${to_person ? 'need you' : 'in question'}`;
}

const sumOf = ({ packets, removals }: GatheredMessage['total']): string =>
  [
    ...(packets > 0 ? [`${counted(packets, 'review')} of access`] : []),
    ...(removals > 0 ? [`${counted(removals, 'removal')} of access`] : []),
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

const TITLES: Record<Exclude<Occasion, RemovalOccasion>, string> = {
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
      ...(packet.revoked_if_unanswered && packet.occasion !== 'overdue'
        ? ['Without an answer by then the access is revoked, unless it was used meanwhile.']
        : []),
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
