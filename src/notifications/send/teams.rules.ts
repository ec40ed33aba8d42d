import type { Notice } from '../text.rules.ts';

/** An Adaptive Card for an incoming webhook of Teams' workflows. Data stands in text runs, which know no Markdown. */
export function teamsMessage({ title, paragraphs, items, links }: Notice): object {
  const body = [
    textBlock(title, { size: 'Large', weight: 'Bolder' }),
    ...paragraphs.map((paragraph) => textBlock(paragraph)),
    ...items.map(({ heading, lines, links: own }) => ({
      type: 'Container',
      separator: true,
      items: [
        textBlock(heading, { weight: 'Bolder' }),
        ...lines.map((line) => textBlock(line)),
        { type: 'ActionSet', actions: own.map(openUrl) },
      ],
    })),
  ];
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: title,
          body,
          actions: links.map(openUrl),
        },
      },
    ],
  };
}

const textBlock = (text: string, style: Record<string, string> = {}): object => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

const openUrl = ({ label, url }: { label: string; url: string }): object => ({
  type: 'Action.OpenUrl',
  title: label,
  url,
});
