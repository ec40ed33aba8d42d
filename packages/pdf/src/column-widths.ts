export interface WidthWish {
  /** Against the other columns. */
  share: number;
  /** What it cannot do with less of: the longest word of its head, a whole date. */
  least: number;
}

/** Divides a width by shares, but takes from wide columns what narrow ones need at least. */
export function columnWidths(wishes: readonly WidthWish[], total: number): number[] {
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
