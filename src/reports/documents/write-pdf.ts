import type { WriteReport } from '../content.rules.ts';
import { writeRowDocument } from './row-document.ts';
import { writeSummaryDocument } from './summary-document.ts';

/** A report as a document to read and to file: tagged, with its fonts, the same bytes for the same content. */
export const writePdf: WriteReport = async (content, write, onRows) => {
  if (content.kind === 'rows') {
    await writeRowDocument(content, write, onRows);
  } else {
    await writeSummaryDocument(content, write);
    onRows(content.completeness.row_count);
  }
};
