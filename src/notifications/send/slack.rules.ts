import {
  HOLDER_KEEP_ACTION,
  HOLDER_RELEASE_ACTION,
  KEEP_ACTION,
  REVOKE_ACTION,
} from '../slack/slack-payload.rules.ts';
import type { Notice, NoticeItem, NoticeLink } from '../text.rules.ts';

/** What Slack cuts a section at. */
const SECTION_LENGTH_MAX = 2_900;

/** For an incoming webhook. Data stands in mrkdwn with the three characters escaped by which mentions and links begin. */
export function slackMessage({ title, paragraphs, items, links }: Notice): object {
  const sections = sectionsOf({ title, paragraphs, items, links });
  return { text: mrkdwn(title), blocks: sections.map(sectionBlock) };
}

/** The same to a person, with buttons where they may decide. */
export function slackPersonMessage(notice: Notice): { text: string; blocks: object[] } {
  const { title, paragraphs, items, links, asks_holder } = notice;
  const lines = (texts: readonly string[]) => texts.map(sectionBlock);
  return {
    text: mrkdwn(title),
    blocks: [
      ...lines(sectionsOf({ title, paragraphs, items: [], links: [] })),
      ...items.flatMap((item) => [
        ...lines([itemText(item)]),
        ...(item.decides === undefined ? [] : [buttons(item.decides)]),
      ]),
      ...(asks_holder === undefined ? [] : [holderButtons(asks_holder)]),
      ...lines(links.map(linkText)),
    ],
  };
}

const buttons = (reviewId: string): object => ({
  type: 'actions',
  elements: [
    { type: 'button', action_id: KEEP_ACTION, text: { type: 'plain_text', text: 'Keep' }, value: reviewId },
    {
      type: 'button',
      action_id: REVOKE_ACTION,
      style: 'danger',
      text: { type: 'plain_text', text: 'Revoke' },
      value: reviewId,
    },
  ],
});

const holderButtons = (questionId: string): object => ({
  type: 'actions',
  elements: [
    [HOLDER_KEEP_ACTION, 'I still need it'],
    [HOLDER_RELEASE_ACTION, 'I no longer need it'],
  ].map(([action_id, text]) => ({
    type: 'button',
    action_id,
    text: { type: 'plain_text', text },
    value: questionId,
  })),
});

function sectionsOf({ title, paragraphs, items, links }: Notice): string[] {
  return [`*${mrkdwn(title)}*`, ...paragraphs.map(mrkdwn), ...items.map(itemText), ...links.map(linkText)];
}

function itemText({ heading, lines, links }: NoticeItem): string {
  const link = links.map(linkText).join(' · ');
  return `${cut([`*${mrkdwn(heading)}*`, ...lines.map(mrkdwn)].join('\n'), link.length + 1)}\n${link}`;
}

const sectionBlock = (text: string): object => ({
  type: 'section',
  text: { type: 'mrkdwn', text: cut(text), verbatim: true },
});

/** `verbatim` keeps Slack from finding channels and people in plain words. */
export const mrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const linkText = (link: NoticeLink): string => `<${url(link.url)}|${mrkdwn(link.label)}>`;

/** Never inside of an escaped character. */
const cut = (text: string, reserved = 0): string =>
  text.length + reserved <= SECTION_LENGTH_MAX
    ? text
    : text.slice(0, SECTION_LENGTH_MAX - reserved).replace(/&[a-z]*$/, '');

const url = (text: string): string => text.replaceAll(/[<>|]/g, encodeURIComponent);
