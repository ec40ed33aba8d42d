const ISO_WITH_ZONE =
  /^\d{4}-\d\d-(\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

/** Milliseconds of an ISO 8601 instant that names its zone; `null` when the text is none. */
export function parseInstant(text: string): number | null {
  const match = ISO_WITH_ZONE.exec(text);
  if (!match) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  // Date.parse takes the 30th of February for the 2nd of March.
  const date = text.slice(0, 10);
  return Number(match[1]) <= 28 || new Date(date).toISOString().startsWith(date) ? ms : null;
}

/** The instant as the wire carries it. Most come as that already, and formatting is slower than looking. */
export function utcText(text: string, ms: number): string {
  if (text.endsWith('Z') && text[10] === 'T') {
    if (text.length === 24) return text;
    if (text.length === 20) return `${text.slice(0, 19)}.000Z`;
  }
  return new Date(ms).toISOString();
}

const AHEAD_MS_MAX = 24 * 3_600_000;
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** Why an event cannot have happened then; `null` when it can. Clocks differ, but not by more than a day. */
export function implausibleTime(ms: number, nowMs: number): string | null {
  if (ms > latestPlausible(nowMs)) return 'is more than 24 hours in the future';
  if (ms < EARLIEST_MS) return 'is before the year 2000';
  return null;
}

/**
 * Between these lies every instant that lapse dates are computed from: what policy and half-life add to one of them is
 * still a year of four digits, which PostgreSQL and readers of ISO 8601 take.
 */
const INSTANT_FIRST_MS = 0;
const INSTANT_LAST_MS = Date.UTC(3000, 0, 1);

/** Why a date of the directory cannot be right; `null` when it can. */
export function implausibleDate(ms: number, nowMs: number): string | null {
  if (ms > latestPlausible(nowMs)) return 'expected a date at most 24 hours in the future';
  if (ms < INSTANT_FIRST_MS) return 'expected a date after 1970-01-01T00:00:00Z';
  return null;
}

/** What is later than the clocks of others may be has not been observed. */
export function latestPlausible(nowMs: number): number {
  return nowMs + AHEAD_MS_MAX;
}

/** Milliseconds of a stored date. Older versions stored what came: the year 1 and the year 10,000 too. */
export function storedInstant(iso: string): number {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? INSTANT_FIRST_MS : Math.min(INSTANT_LAST_MS, Math.max(INSTANT_FIRST_MS, ms));
}
