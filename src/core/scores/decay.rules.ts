import { DAY_MS } from '../../platform/iso-instant.ts';

/**
 * How stale a grant is. The state of a score is one instant, the lapse date, and a half-life: there the score is 50, one
 * half-life later the odds that the access is still wanted have halved. Instants are whole milliseconds since 1970.
 */

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** The contract's edges, each the last score of its band. A tenant's own thresholds change what is announced, not these. */
export const RISK_EDGES = [20, 50, 80] as const;

/**
 * SQL: 100 / (1 + power(2, least(1000, greatest(-1000, extract(epoch FROM lapses_at - $now)::float8 / 86400 / $half_life_days))));
 * the clamp is for power(), which raises an error where JavaScript answers 0 or Infinity.
 */
export function scoreAt(lapsesAt: number, now: number, halfLifeDays: number): number {
  return 100 / (1 + 2 ** ((lapsesAt - now) / (halfLifeDays * DAY_MS)));
}

/** Four decimals, as everywhere that scores are shown: one of 10 days' half-life moves them in 5 seconds at most. */
export const shownScore = (score: number): number => Math.round(score * 10_000) / 10_000;

/** Milliseconds from the lapse date to the instant of this score; negative under 50, infinite at 0 and 100. */
export function scoreOffsetMs(score: number, halfLifeDays: number): number {
  return halfLifeDays * DAY_MS * Math.log2(score / (100 - score));
}

/**
 * The inverse of `scoreAt`: the lapse date of a grant whose score is `score` at `now`. Turns a filter on scores into a
 * range of an index: score >= s is lapses_at <= lapseDateOf(s, now). Infinity is PostgreSQL's 'infinity'.
 */
export function lapseDateOf(score: number, now: number, halfLifeDays: number): number {
  return now - scoreOffsetMs(score, halfLifeDays);
}

// Rounding noise of the logarithm, not time: without it an offset of exactly 20 days could end up a millisecond late.
const NOISE_MS = 1e-5;

/** The first millisecond at which the score has reached the threshold. */
export function crossesAt(lapsesAt: number, threshold: number, halfLifeDays: number): number {
  return lapsesAt + Math.ceil(scoreOffsetMs(threshold, halfLifeDays) - NOISE_MS);
}

export function riskLevel(score: number): RiskLevel {
  const [low, medium, high] = RISK_EDGES;
  if (score <= low) return 'low';
  if (score <= medium) return 'medium';
  return score <= high ? 'high' : 'critical';
}

/** When each threshold is crossed if nothing changes; the ones behind us say when they were. */
export function forecast(lapsesAt: number, now: number, thresholds: readonly number[], halfLifeDays: number) {
  return thresholds.map((threshold) => {
    const crosses_at = crossesAt(lapsesAt, threshold, halfLifeDays);
    return { threshold, crosses_at, crossed: crosses_at <= now };
  });
}
