import type { Notice, NoticeItem, NoticeLink } from '../text.rules.ts';

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

/** Text for those who read text, and the same as simple HTML: headings, paragraphs and links that say where they lead. */
export function emailContent(notice: Notice): EmailContent {
  return { subject: notice.title, text: textOf(notice), html: htmlOf(notice) };
}

const FOOTER = 'Sent by Lapse. Answers to this address are not read.';

function textOf({ paragraphs, items, links }: Notice): string {
  const parts = [
    ...paragraphs,
    ...items.map(({ heading, lines, links: own }) => [heading, ...lines, ...own.map(linkText)].join('\n')),
    ...links.map(linkText),
    `-- \n${FOOTER}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const linkText = ({ label, url }: NoticeLink): string => `${label}: ${url}`;

function htmlOf({ title, paragraphs, items, links }: Notice): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5; max-width: 40em; margin: 0 auto; padding: 1em;">
<h1 style="font-size: 1.25em;">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${items.map(itemHtml).join('\n')}
${links.map((link) => `<p>${linkHtml(link)}</p>`).join('\n')}
<hr>
<p style="font-size: 0.85em;">${FOOTER}</p>
</body>
</html>
`;
}

const itemHtml = ({ heading, lines, links }: NoticeItem): string =>
  `<h2 style="font-size: 1.1em;">${escapeHtml(heading)}</h2>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${links.map((link) => `<p>${linkHtml(link)}</p>`).join('\n')}`;

const linkHtml = ({ label, url }: NoticeLink): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** One address and nothing else: no names, lists, quotes or line ends. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}.-]+$/u.test(text);
