import type { SummaryReport } from '../../../domain/report-content.ts';
import { facts } from './facts.ts';
import type { Flow } from './flow.ts';
import { headFacts } from './head-facts.ts';
import { COLOUR, STYLE } from './theme.ts';

/** The first page: whose document, which period, as of when, who asked. */
export function cover(flow: Flow, { head }: SummaryReport): void {
  const { page, document } = flow;
  page.artifact(() => {
    page.fill(0, 0, page.width, 10, COLOUR.brand);
    page.fill(page.left, 176, 56, 3, COLOUR.brand);
  });
  const tenant = document.layout.lines(head.tenant_name, STYLE.coverTenant, flow.width, {
    direction: 'auto',
    maxLines: 6,
  });
  flow.y = 196;
  const organisation = document.tree.document.open('P');
  page.marked(organisation, () =>
    page.text(tenant, STYLE.coverTenant, page.left, flow.y, { colour: COLOUR.muted }),
  );
  organisation.close();
  flow.advance(tenant.length * STYLE.coverTenant.leading + 6);
  const lines = document.layout.lines(head.title, STYLE.coverTitle, flow.width, { maxLines: 4 });
  const title = document.tree.document.open('H1');
  page.marked(title, () => page.text(lines, STYLE.coverTitle, page.left, flow.y, { colour: COLOUR.brand }));
  title.close();
  flow.advance(lines.length * STYLE.coverTitle.leading);
  flow.y = Math.max(flow.y + 40, 470);
  facts(flow, headFacts(head));
  flow.paragraph(
    'Made by Lapse from its own records. All figures are given for the end of the period; times are UTC. ' +
      'The last section says what the figures were made from and how to check that nothing is missing.',
    STYLE.small,
    COLOUR.muted,
  );
}
