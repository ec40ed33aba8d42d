const DAY_MS = 86_400_000;

export interface CurvePoint {
  at: number;
  score: number;
}

export interface CurveCrossing {
  threshold: number;
  at: number;
  isPast: boolean;
  /** Not before Lapse first saw it. */
  isSeen: boolean;
}

export interface ScoreCurveInput {
  /** Where the score is 50. */
  lapses_at: number;
  half_life_days: number;
  thresholds: readonly number[];
  /** Known scores, oldest first; empty where they could not be read. */
  past: readonly CurvePoint[];
  now: number;
  /** Since when it is known, where that is within what was asked for: what lies before was not observed. */
  seen_from: number | null;
}

/** The closed form of a score: the whole of it is one date. */
export const scoreAt = (lapsesAt: number, at: number, halfLifeDays: number): number =>
  100 / (1 + 2 ** ((lapsesAt - at) / (halfLifeDays * DAY_MS)));

/** Its inverse: when the score reaches a threshold. */
export const crossesAt = (lapsesAt: number, threshold: number, halfLifeDays: number): number =>
  lapsesAt + halfLifeDays * DAY_MS * Math.log2(threshold / (100 - threshold));

const FUTURE_DAYS_MIN = 30;
const FUTURE_DAYS_MAX = 120;
const PAST_DAYS = 180;
const STEP_DAYS = 1;

/** How far ahead is drawn: past the last crossing that is near enough, so that it can be seen. */
export function futureEnd({ lapses_at, half_life_days, thresholds, now }: ScoreCurveInput): number {
  const last = Math.max(now, ...thresholds.map((each) => crossesAt(lapses_at, each, half_life_days)));
  const days = (last - now) / DAY_MS + 10;
  return now + Math.min(FUTURE_DAYS_MAX, Math.max(FUTURE_DAYS_MIN, days)) * DAY_MS;
}

/** What is drawn: the known past up to now, then the closed form from now on. Both meet at the score of now. */
export function scoreCurve(input: ScoreCurveInput) {
  const { lapses_at, half_life_days, thresholds, now } = input;
  const current = { at: now, score: scoreAt(lapses_at, now, half_life_days) };
  const known = input.past.filter(({ at }) => at < now);
  const to = futureEnd(input);
  const future = [current];
  for (let at = now + STEP_DAYS * DAY_MS; at < to; at += STEP_DAYS * DAY_MS) {
    future.push({ at, score: scoreAt(lapses_at, at, half_life_days) });
  }
  future.push({ at: to, score: scoreAt(lapses_at, to, half_life_days) });
  const past = known.length === 0 ? [] : [...known, current];
  const crossings = [...thresholds]
    .sort((a, b) => a - b)
    .map((threshold) => {
      const at = crossesAt(lapses_at, threshold, half_life_days);
      return { threshold, at, isPast: at <= now, isSeen: input.seen_from === null || at >= input.seen_from };
    });
  return { past, future, crossings, from: past[0]?.at ?? now - PAST_DAYS * DAY_MS, to };
}

/** Round dates for the axis: the firsts of months, thinned until they fit. */
export function monthTicks(from: number, to: number, max: number): number[] {
  const ticks: number[] = [];
  const first = new Date(from);
  for (let month = first.getUTCMonth() + 1; ; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1);
    if (at >= to) break;
    ticks.push(at);
  }
  const step = Math.max(1, Math.ceil(ticks.length / Math.max(1, max)));
  return ticks.filter((_, index) => index % step === 0);
}
