import { COLOUR, Flow, STYLE, Table, type TableColumn } from '@lapse/pdf';
import type { Column, Completeness, RowReport, WriteBytes } from '../content.rules.ts';
import { completenessSection } from './completeness-section.ts';
import { facts } from './facts.ts';
import { cellText, count } from './format-values.ts';
import { headFacts } from './head-facts.ts';
import { reportDocument } from './report-document.ts';

/**
 * Rows that a document carries. The index of its tags and objects grows with every cell and has to be kept to the
 * end; beyond this nobody reads a document, and CSV has no such bound.
 */
export const DOCUMENT_ROWS_MAX = 100_000;

/** A table over as many pages as it takes, with what it is before it and what proves it complete behind it. */
export async function writeRowDocument(
  report: RowReport,
  write: WriteBytes,
  onRows: (rows: number) => void,
  rowsMax = DOCUMENT_ROWS_MAX,
): Promise<void> {
  const { head, columns, completeness } = report;
  const document = reportDocument(write, head);
  const flow = new Flow(document, true);
  const cut = completeness.row_count > rowsMax ? cutNote(rowsMax, completeness.row_count) : null;
  titleBlock(flow, report, cut);

  flow.section('Rows', { landscape: true, follow: 50 });
  const { shown, table: shownAs } = shownColumns(columns);
  const table = new Table(flow, shownAs, { folds: true });
  let written = 0;
  for await (const page of report.pages()) {
    for (const row of page) {
      if (written === rowsMax) {
        break;
      }
      table.row(shown.map(({ column: { kind }, at }) => cellText(row[at] ?? null, kind)));
      written += 1;
      await document.file.drain();
    }
    onRows(written);
    if (written === rowsMax) {
      break;
    }
  }
  table.end();
  if (written === 0) {
    flow.paragraph('No row matches in this period.');
  } else if (cut !== null) {
    flow.paragraph(cut, STYLE.strong);
  }
  completenessSection(flow, head, completeness, true);
  flow.endSection();
  document.closePage(flow.page);
  await document.finish();
}

/** What a document has of the columns, and where in a row. */
export function shownColumns(columns: readonly Column[]): {
  shown: { column: Column; at: number }[];
  table: TableColumn[];
} {
  const shown = columns.flatMap((column, at) => (column.not_in_documents ? [] : [{ column, at }]));
  return { shown, table: shown.map(({ column }) => tableColumn(column)) };
}

function titleBlock(flow: Flow, report: RowReport, cut: string | null): void {
  const { page, document } = flow;
  const { head, completeness } = report;
  const { integrity } = completeness;
  const lines = document.layout.lines(head.title, STYLE.coverTitle, flow.width, { maxLines: 3 });
  page.tagged(document.tree.document, 'H1', () =>
    page.text(lines, page.left, flow.y, { colour: COLOUR.brand }),
  );
  document.bookmark('About this report', { page, y: flow.y });
  flow.advance(lines.length * STYLE.coverTitle.leading + 10);
  const left = report.columns.filter((column) => column.not_in_documents).map(({ label }) => label);
  facts(flow, [
    ...headFacts(head),
    ['Rows', count(completeness.row_count)],
    ...(integrity ? [['Integrity', integrityText(integrity)] as const] : []),
    ...(left.length === 0 ? [] : [['Only in CSV, XLSX and JSON', left.join(', ')] as const]),
  ]);
  for (const note of integrity ? integrityNotes(integrity) : []) {
    flow.paragraph(note, STYLE.strong, COLOUR.worse);
  }
  if (cut !== null) {
    flow.paragraph(cut, STYLE.strong);
  }
}

type Counts = NonNullable<Completeness['integrity']>;

const integrityText = ({ verified, pending, altered, missing }: Counts): string =>
  `${count(verified)} verified, ${count(pending)} pending, ${count(altered)} altered, ${count(missing)} missing`;

function integrityNotes({ altered, missing }: Counts): string[] {
  const entries = (n: number): string => (n === 1 ? '1 entry is' : `${count(n)} entries are`);
  return [
    ...(altered === 0
      ? []
      : [`${entries(altered)} altered: what the database has is not what the audit log was signed over.`]),
    ...(missing === 0
      ? []
      : [`${entries(missing)} missing: the audit log was signed over more than the database still has.`]),
  ];
}

function cutNote(shown: number, rows: number): string {
  return (
    `This document shows the first ${count(shown)} of ${count(rows)} rows. ` +
    `The same report as CSV has all ${count(rows)}.`
  );
}

function tableColumn({ label, kind, width }: Column): TableColumn {
  switch (kind) {
    case 'instant':
      return { label: `${label} (UTC)`, share: width, unbroken: '2026-10-01 23:45:00' };
    case 'integer':
    case 'number':
      return { label, share: width, align: 'right', unbroken: '1,000' };
    default:
      return { label, share: width };
  }
}
