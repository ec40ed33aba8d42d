import { COLOUR, type Flow, STYLE, type TextStyle } from '@lapse/pdf';
import { organisationOf, type SummaryReport } from '../content.rules.ts';
import { facts } from './facts.ts';
import { periodText } from './format-values.ts';
import { headFacts } from './head-facts.ts';

const BLOCK_TOP = 150;
const BLOCK_HEIGHT_MIN = 330;

/** The first page: whose document, which period, as of when, who asked. */
export function cover(flow: Flow, { head }: SummaryReport): void {
  const { page, document } = flow;
  const block = [
    ['P', organisationOf(head), STYLE.coverTenant, 6],
    ['H1', head.title, STYLE.coverTitle, 3],
    ['P', periodText(head.period_start, head.period_end), STYLE.coverTenant, 3],
  ] as const satisfies (readonly [string, string, TextStyle, number])[];
  const lines = block.map(([, text, style, maxLines]) =>
    document.layout.lines(text, style, flow.width, { direction: 'auto', maxLines }),
  );
  const height = block.reduce((sum, [, , style], at) => sum + (lines[at]?.length ?? 0) * style.leading, 0);
  const bottom = Math.max(BLOCK_HEIGHT_MIN, BLOCK_TOP + height + 60);
  page.artifact(() => {
    page.fill(0, 0, page.width, bottom, COLOUR.brand);
    page.fill(page.left, BLOCK_TOP - 22, 44, 2.4, COLOUR.white);
  });
  flow.y = BLOCK_TOP;
  for (const [at, [type, , style]] of block.entries()) {
    const own = lines[at] ?? [];
    page.tagged(document.tree.document, type, () =>
      page.text(own, page.left, flow.y, { colour: COLOUR.white }),
    );
    flow.advance(own.length * style.leading + 4);
  }
  flow.y = bottom + 44;
  facts(flow, headFacts(head));
  flow.paragraph(
    'Made by Lapse from its own records. All figures are given for the end of the period; times are UTC. ' +
      'The last section says what the figures were made from and how to check that nothing is missing.',
    STYLE.small,
    COLOUR.muted,
  );
}
