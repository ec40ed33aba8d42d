import { reportStrings as words } from '../../strings/reports.ts';

export interface Preview {
  sentences: string[];
  columns: string[];
  rows: string[][];
}

interface RowsDocument {
  columns: { key: string; label: string }[];
  rows: Record<string, unknown>[];
}

interface SummaryDocument {
  summary: {
    executive_summary: string[];
    key_figures: { label: string; value: number | null; unit: string; previous: number | null }[];
  };
}

/** The first rows of a report as JSON; of the summary its sentences and key figures. */
export function previewOf(document: unknown, rowsMax: number): Preview {
  const given = document as Partial<RowsDocument & SummaryDocument>;
  if (given.summary) {
    const { executive_summary, key_figures } = given.summary;
    const amount = (value: number | null, unit: string): string =>
      value === null
        ? '–'
        : `${Math.round(value * 10) / 10}${unit === 'percent' ? ' %' : unit === 'count' ? '' : ` ${unit}`}`;
    return {
      sentences: executive_summary,
      columns: [words.figure, words.value, words.before],
      rows: key_figures.map(({ label, value, unit, previous }) => [
        label,
        amount(value, unit),
        amount(previous, unit),
      ]),
    };
  }
  const columns = given.columns ?? [];
  return {
    sentences: [],
    columns: columns.map(({ label }) => label),
    rows: (given.rows ?? []).slice(0, rowsMax).map((row) => columns.map(({ key }) => textOf(row[key]))),
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
