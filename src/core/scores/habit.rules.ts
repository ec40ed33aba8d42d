import { DAY_MS } from '../../platform/iso-instant.ts';

/**
 * What is kept of the use of a grant: the latest use, and the days with any use as 800 bits. Bit 0, the leftmost, is the
 * day of the latest use, bit n the day n days before it. Since the anchor is itself a maximum, joining two records is
 * "shift both to the later anchor, then OR": commutative, associative and idempotent, so that late, repeated and
 * reordered events end in the same state. What an earlier version stored has 512 bits; it is read as what it is, and written
 * with 800 when a use changes it.
 *
 * The order of bits is that of PostgreSQL's bit(800); stored bytes become one by ('x' || encode(active_days, 'hex'))::bit(800).
 * There one use is B'1'::bit(800) >> (day - its day), bit_or() joins many, two records join as
 *   (a.active_days >> (day - a.day)) | (b.active_days >> (day - b.day))   with day = greatest(a.day, b.day),
 * and the zeros between two ones, string_to_array(active_days::text, '1') without its ends, are the gaps less one day.
 */
export interface Use {
  last_used_at: number | null;
  active_days: Uint8Array;
}

export const WINDOW_DAYS = 800;
/** The latest of these days alone make a rhythm: what is longer ago shows only what comes back every year. */
export const RHYTHM_DAYS = 512;
const WINDOW_BYTES = WINDOW_DAYS / 8;

/** Days are UTC days; a working day that spans midnight counts as two, which no rule minds. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

export function neverUsed(): Use {
  return { last_used_at: null, active_days: new Uint8Array(WINDOW_BYTES) };
}

export function usedAt(at: number): Use {
  const active_days = new Uint8Array(WINDOW_BYTES);
  active_days[0] = 0x80;
  return { last_used_at: at, active_days };
}

export function mergeUse(a: Use, b: Use): Use {
  if (a.last_used_at === null) return b;
  if (b.last_used_at === null) return a;
  const last_used_at = Math.max(a.last_used_at, b.last_used_at);
  const active_days = new Uint8Array(WINDOW_BYTES);
  orShifted(active_days, a.active_days, dayOf(last_used_at) - dayOf(a.last_used_at));
  orShifted(active_days, b.active_days, dayOf(last_used_at) - dayOf(b.last_used_at));
  return { last_used_at, active_days };
}

export function recordUse(use: Use, at: number): Use {
  const { last_used_at, active_days } = use;
  if (last_used_at !== null) {
    const days = dayOf(last_used_at) - dayOf(at);
    if (days === 0) return at <= last_used_at ? use : { last_used_at: at, active_days };
    if (days >= WINDOW_DAYS || (days > 0 && isActive(active_days, days))) return use;
  }
  return mergeUse(use, usedAt(at));
}

/**
 * What of the use lies at or before an instant. Of a day before the latest only the day is known: its beginning stands for it.
 */
export function useUntil(use: Use, until: number): Use {
  if (use.last_used_at === null || use.last_used_at <= until) return use;
  const days = activeDays(use).filter((day) => day * DAY_MS <= until);
  return days.reduce((kept, day) => mergeUse(kept, usedAt(day * DAY_MS)), neverUsed());
}

function isActive(activeDays: Uint8Array, daysBefore: number): boolean {
  return ((activeDays[daysBefore >> 3] ?? 0) & (0x80 >> (daysBefore & 7))) !== 0;
}

/** target |= source >> days; what leaves the window on the right is forgotten. */
function orShifted(target: Uint8Array, source: Uint8Array, days: number): void {
  const bytes = days >> 3;
  const bits = days & 7;
  for (let i = WINDOW_BYTES - 1; i >= bytes; i--) {
    const from = source[i - bytes] ?? 0;
    const before = source[i - bytes - 1] ?? 0;
    target[i] = (target[i] ?? 0) | (from >> bits) | ((before << (8 - bits)) & 0xff);
  }
}

/** The latest active days, latest first, as days since 1970; at most `limit` of them, of the last `within` days. */
export function activeDays(use: Use, limit = WINDOW_DAYS, within = WINDOW_DAYS): number[] {
  const days: number[] = [];
  if (use.last_used_at === null) return days;
  const latest = dayOf(use.last_used_at);
  const bytes = Math.min(within / 8, use.active_days.length);
  for (let i = 0; i < bytes; i++) {
    let byte = use.active_days[i] as number;
    while (byte !== 0) {
      if (days.length === limit) return days;
      const leading = Math.clz32(byte) - 24;
      days.push(latest - (i * 8 + leading));
      byte &= ~(0x80 >> leading);
    }
  }
  return days;
}

/** Days between one active day and the next, latest first, at most `limit` of them, of the last `within` days. */
export function gaps(use: Use, limit = WINDOW_DAYS, within = WINDOW_DAYS): number[] {
  const days = activeDays(use, limit + 1, within);
  return days.slice(1).map((day, i) => (days[i] as number) - day);
}
