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

export const totalOf = (column: Column): number => column.values.reduce((sum, value) => sum + value, 0);
