import { RHYTHM_DAYS } from './habit.rules.ts';

/**
 * The second model's usual gap is never shorter than the gap in which half of the remembered days lie: the longest gap
 * such that gaps of at least its length make up half of the days between the first and the last remembered use. Twenty
 * uses in a row fill the latest gaps with ones; the year around them still shows the rhythm.
 */
export function halfDaysGap(gaps: readonly number[]): number {
  const days = gaps.reduce((sum, gap) => sum + gap, 0);
  return longestHalf(Uint16Array.from(gaps), days);
}

/** At least one gap. They are sorted in place. */
function longestHalf(gaps: Uint16Array, days: number): number {
  gaps.sort();
  let inLonger = 0;
  for (let i = gaps.length - 1; i >= 0; i -= 1) {
    inLonger += gaps[i] as number;
    if (2 * inLonger >= days) return gaps[i] as number;
  }
  return 0;
}

/** Of the active days within a byte: the longest gap between two of them, 0 for fewer than two. */
const INNER_GAP = Uint8Array.from({ length: 256 }, (_, byte) => longestInner(byte));

function longestInner(byte: number): number {
  const places = [0, 1, 2, 3, 4, 5, 6, 7].filter((place) => byte & (0x80 >> place));
  return places.slice(1).reduce((longest, place, i) => Math.max(longest, place - (places[i] as number)), 0);
}

const longer = new Uint16Array(RHYTHM_DAYS);

/**
 * The larger of a gap and the `halfDaysGap` of those active days that make a rhythm. Runs for every use: looked at byte by byte, and only gaps that are
 * longer are gathered, which are few where the latest uses are usual.
 */
export function atLeastHalfDays(gap: number, activeDays: Uint8Array): number {
  let found = 0;
  let inLonger = 0;
  let previous = 0;
  const bytes = Math.min(RHYTHM_DAYS / 8, activeDays.length);
  for (let i = 0; i < bytes; i += 1) {
    let byte = activeDays[i] as number;
    if (byte === 0) continue;
    const last = i * 8 + Math.clz32(byte & -byte) - 24;
    // Only the first of them can be far from the one before.
    const isClose = (INNER_GAP[byte] as number) <= gap;
    while (byte !== 0) {
      const leading = Math.clz32(byte) - 24;
      const between = i * 8 + leading - previous;
      if (between > gap) {
        longer[found] = between;
        found += 1;
        inLonger += between;
      }
      previous += between;
      if (isClose) break;
      byte &= ~(0x80 >> leading);
    }
    previous = last;
  }
  return 2 * inLonger < previous || found === 0 ? gap : longestHalf(longer.subarray(0, found), previous);
}
