import { COLOUR, Flow, STYLE } from '@lapse/pdf';
import type { SummaryReport, WriteBytes } from '../content.rules.ts';
import { completenessSection } from './completeness-section.ts';
import { contentsPage } from './contents-page.ts';
import { cover } from './cover.ts';
import { keyFigures } from './key-figures.ts';
import { reportDocument } from './report-document.ts';
import { controlsSection, exceptionsSection, staleSection } from './summary-lists.ts';
import { overdueSection, reviewsSection } from './summary-reviews.ts';
import { bandsSection, remediationsSection, telemetrySection } from './summary-sections.ts';

/** The compliance summary as an auditor files it. */
export async function writeSummaryDocument(report: SummaryReport, write: WriteBytes): Promise<void> {
  const { summary, head, completeness } = report;
  const document = reportDocument(write, head);
  const flow = new Flow(document);
  cover(flow, report);
  document.closePage(flow.page, { cover: true });
  const contents = document.openPage();
  const contentsElement = document.tree.document.open('Sect');
  flow.page = document.openPage();
  flow.restart();

  flow.section('Executive summary');
  const [first, ...others] = summary.executive_summary;
  flow.paragraph(first ?? 'Nothing was recorded in this period.', STYLE.lead);
  if (others.length > 0) {
    flow.list(others);
  }

  flow.section('Key figures', { follow: 190 });
  flow.paragraph(
    'What is held is compared with the start of the period; what happened, with the period of equal length before it. "Better" and "worse" say which way a figure should move; ' +
      'they are no judgement of the cause.',
    STYLE.small,
    COLOUR.muted,
  );
  keyFigures(flow, summary.key_figures);
  bandsSection(flow, summary.score_bands);
  telemetrySection(flow, summary.telemetry);
  reviewsSection(flow, summary.reviews);
  overdueSection(flow, summary.overdue);
  remediationsSection(flow, summary.remediations);
  staleSection(flow, summary.stale_access);
  exceptionsSection(flow, summary.exceptions);
  controlsSection(flow, summary.controls);
  completenessSection(flow, head, completeness, false);
  if (summary.notes.length > 0) {
    flow.subheading('Notes on the figures');
    flow.list(summary.notes);
  }
  flow.endSection();
  document.closePage(flow.page);

  contentsPage(document, contents, contentsElement, flow.sections);
  contentsElement.close();
  document.closePage(contents);
  await document.finish();
}
