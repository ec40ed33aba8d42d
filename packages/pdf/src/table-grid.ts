import type { Align } from './page.ts';
import type { TextLayout } from './text-layout.ts';
import { STYLE } from './theme.ts';

export interface TableColumn {
  label: string;
  /** Its share of the width, against the others. */
  share: number;
  align?: Align;
  /** The longest content that must not be broken. */
  unbroken?: string;
  strong?: boolean;
}

/** Where the cells of a column stand. */
export interface Placed {
  /** Where its text may begin, and how wide it may be. */
  x: number;
  width: number;
  align: Align;
  /** Which line of a folded row it is on. */
  band: number;
}

export interface TableGrid {
  placed: Placed[];
  bands: number;
}

const PAD_X = 4.5;
/** Between numbers that end and words that begin, more. */
const PAD_AFTER_NUMBER = 6;
/** What a share of one is worth in a table that folds: about a character. */
const SHARE_WIDTH = 4.4;
/** How much narrower than that its columns may become before it folds once more. */
const TIGHT = 1.1;

/**
 * Gives every column its place. A table that folds and has more columns than fit on a page shows each row on several
 * lines, one below the other in the same places, so that no column is too narrow to read.
 */
export function tableGrid(
  columns: readonly TableColumn[],
  layout: TextLayout,
  left: number,
  total: number,
  folds: boolean,
): TableGrid {
  const least = columns.map((column, at) => leastWidth(column, layout) + padBefore(columns, at) + PAD_X);
  let bands = 1;
  let places = columns.length;
  const member = (place: number) => least.map((_, at) => at).filter((at) => at % places === place);
  const needs = () =>
    Array.from({ length: places }, (_, place) =>
      Math.max(
        ...member(place).map((at) => Math.max(least[at] ?? 0, (columns[at]?.share ?? 0) * SHARE_WIDTH)),
      ),
    ).reduce((sum, need) => sum + need, 0);
  while (folds && places > 2 && needs() > total * TIGHT) {
    bands += 1;
    places = Math.ceil(columns.length / bands);
  }
  const widths = columnWidths(
    Array.from({ length: places }, (_, place) => ({
      least: Math.max(...member(place).map((at) => least[at] ?? 0)),
      share: Math.max(...member(place).map((at) => columns[at]?.share ?? 0)),
    })),
    total,
  );
  const edges = widths.map(
    (_, place) => left + widths.slice(0, place).reduce((sum, width) => sum + width, 0),
  );
  return {
    bands: Math.ceil(columns.length / places),
    placed: columns.map(({ align = 'left' }, at) => {
      const place = at % places;
      const pad = bands === 1 ? padBefore(columns, at) : PAD_X;
      return {
        x: (edges[place] ?? 0) + pad,
        width: (widths[place] ?? 0) - pad - PAD_X,
        // In a folded row numbers and words stand below each other.
        align: bands === 1 ? align : 'left',
        band: Math.floor(at / places),
      };
    }),
  };
}

function padBefore(columns: readonly TableColumn[], at: number): number {
  const afterNumber = columns[at]?.align !== 'right' && columns[at - 1]?.align === 'right';
  return afterNumber ? PAD_X + PAD_AFTER_NUMBER : PAD_X;
}

function leastWidth({ label, unbroken, strong }: TableColumn, layout: TextLayout): number {
  const words = label.split(' ').map((word) => layout.widthOf(word, STYLE.cellHead));
  const content = unbroken === undefined ? 0 : layout.widthOf(unbroken, strong ? STYLE.cellHead : STYLE.cell);
  return Math.max(content, ...words) + 0.5;
}

interface WidthWish {
  /** Against the other columns. */
  share: number;
  /** What it cannot do with less of: the longest word of its head, a whole date. */
  least: number;
}

/** Divides a width by shares, but takes from wide columns what narrow ones need at least. */
function columnWidths(wishes: readonly WidthWish[], total: number): number[] {
  const least = wishes.reduce((sum, wish) => sum + wish.least, 0);
  if (least >= total) {
    return wishes.map((wish) => (wish.least / least) * total);
  }
  const fixed = new Set<number>();
  for (;;) {
    const taken = wishes.reduce((sum, wish, at) => sum + (fixed.has(at) ? wish.least : 0), 0);
    const shares = wishes.reduce((sum, wish, at) => sum + (fixed.has(at) ? 0 : wish.share), 0);
    const widths = wishes.map((wish, at) =>
      fixed.has(at) ? wish.least : (wish.share / shares) * (total - taken),
    );
    const short = widths.findIndex((width, at) => !fixed.has(at) && width < (wishes[at]?.least ?? 0));
    if (short < 0) {
      return widths;
    }
    fixed.add(short);
  }
}
