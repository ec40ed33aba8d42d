import type { Notice, NoticeLink } from '../text.rules.ts';

/** What Slack cuts a section at. */
const SECTION_LENGTH_MAX = 2_900;

/** For an incoming webhook. Data stands in mrkdwn with the three characters escaped by which mentions and links begin. */
export function slackMessage({ title, paragraphs, items, links }: Notice): object {
  const sections = [
    `*${mrkdwn(title)}*`,
    ...paragraphs.map(mrkdwn),
    ...items.map(({ heading, lines, links: own }) => {
      const link = own.map(linkText).join(' · ');
      return `${cut([`*${mrkdwn(heading)}*`, ...lines.map(mrkdwn)].join('\n'), link.length + 1)}\n${link}`;
    }),
    ...links.map(linkText),
  ];
  return {
    text: mrkdwn(title),
    blocks: sections.map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: cut(text), verbatim: true },
    })),
  };
}

/** `verbatim` keeps Slack from finding channels and people in plain words. */
const mrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const linkText = (link: NoticeLink): string => `<${url(link.url)}|${mrkdwn(link.label)}>`;

/** Never inside of an escaped character. */
const cut = (text: string, reserved = 0): string =>
  text.length + reserved <= SECTION_LENGTH_MAX
    ? text
    : text.slice(0, SECTION_LENGTH_MAX - reserved).replace(/&[a-z]*$/, '');

const url = (text: string): string => text.replaceAll(/[<>|]/g, encodeURIComponent);
