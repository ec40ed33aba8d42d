const ISO_WITH_ZONE =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Milliseconds of an ISO 8601 instant that names its zone; `null` when the text is none. */
export function parseInstant(text: string): number | null {
  const match = ISO_WITH_ZONE.exec(text);
  if (!match) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  // Date.parse takes the 30th of February for the 2nd of March.
  const day = Number(match[3]);
  return day <= 28 || day <= daysInMonth(Number(match[1]), Number(match[2])) ? ms : null;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const AHEAD_MS_MAX = 24 * 3_600_000;
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** Why an event cannot have happened then; `null` when it can. Clocks differ, but not by more than a day. */
export function implausibleTime(ms: number, nowMs: number): string | null {
  if (ms > nowMs + AHEAD_MS_MAX) return 'is more than 24 hours in the future';
  if (ms < EARLIEST_MS) return 'is before the year 2000';
  return null;
}
