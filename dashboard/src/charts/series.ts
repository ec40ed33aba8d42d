import { formatDate, formatShortDate } from '../parts/format.ts';
import type { PatternKind } from './patterns.tsx';

/** One of the things that a chart counts; told apart by shape, pattern and word besides its colour. */
export interface Series {
  key: string;
  label: string;
  /** Of lines and marks. */
  color: string;
  /** Of filled areas. */
  area: string;
  shape: string;
  pattern: PatternKind;
}

/** One place along the horizontal axis, with a number for each series in their order. */
export interface Column {
  key: string;
  /** Under the axis. */
  short: string;
  /** Where it stands alone. */
  label: string;
  values: number[];
}

/** What every chart is given. */
export interface ChartData {
  /** What it shows, for who cannot see it. */
  label: string;
  /** What a column is, such as "Day". */
  corner: string;
  series: readonly Series[];
  columns: readonly Column[];
}

export const totalOf = (column: Column): number => column.values.reduce((sum, value) => sum + value, 0);

/** The column of a day, or of the week that begins with it. A date without a time is that day wherever the reader is. */
export function dateColumn(date: string, values: number[]): Column {
  // Noon there, not midnight in Greenwich.
  const at = `${date}T12:00:00`;
  return { key: date, short: formatShortDate(at), label: formatDate(at), values };
}
