import { stacked } from './scales.ts';
import { type Column, totalOf } from './series.ts';

export interface Bar {
  /** Index of its series. */
  of: number;
  x: number;
  width: number;
  /** In what is counted, not in pixels. */
  from: number;
  to: number;
  /** Written above it: its own value, or the sum above the topmost of a stack. */
  number: number | null;
  /** How wide that may be. */
  room: number;
}

/** Where the bars of one column stand. */
export function barsOf(column: Column, mode: 'stacked' | 'grouped', x: number, bandwidth: number): Bar[] {
  const { values } = column;
  if (mode === 'grouped') {
    const width = bandwidth / Math.max(1, values.length);
    return values.map((value, of) => ({
      of,
      x: x + of * width,
      width,
      from: 0,
      to: value,
      number: value,
      room: width + 6,
    }));
  }
  return stacked(values).map(([from, to], of) => ({
    of,
    x,
    width: bandwidth,
    from,
    to,
    number: of === values.length - 1 ? totalOf(column) : null,
    room: bandwidth * 1.4,
  }));
}
