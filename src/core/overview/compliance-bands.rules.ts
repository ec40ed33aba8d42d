import type { Policy } from '../policy/policy.rules.ts';
import {
  lapseDateOf,
  RISK_LEVELS,
  type RiskLevel,
  riskLevel,
  scoreAt,
  shownScore,
} from '../scores/decay.rules.ts';
import { byClass, HALF_LIFE_CLASSES, type Lapse } from '../scores/half-life.rules.ts';

/** The band of a score as it is shown. */
export const shownBand = (lapsesAt: number, at: number, halfLifeDays: number): RiskLevel =>
  riskLevel(shownScore(scoreAt(lapsesAt, at, halfLifeDays)));

export interface Bands {
  /** The place of the band in `RISK_LEVELS`. */
  of(lapsesAt: number, at: number): number;
  /** A lapse date at least this far away is one of the lowest band. */
  fresh_ms: number;
  /** How far away it must at least be for each band but the last. */
  edges_ms: readonly [low: number, medium: number, high: number];
}

/**
 * Bands by comparing instants instead of computing a score for each: a summary of a million grants asks thirteen
 * million times.
 */
export function bandsOf(halfLifeDays: number): Bands {
  const [low, medium, high] = [20, 50, 80].map((edge, band) => firstOffset(edge, band, halfLifeDays)) as [
    number,
    number,
    number,
  ];
  return {
    of(lapsesAt, at) {
      const offset = lapsesAt - at;
      if (offset >= low) return 0;
      if (offset >= medium) return 1;
      return offset >= high ? 2 : 3;
    },
    fresh_ms: low,
    edges_ms: [low, medium, high],
  };
}

/** For scores of any class. */
export interface BandsByClass {
  /** The place of the band in `RISK_LEVELS`. */
  of(lapse: Lapse, at: number): number;
  /** A lapse date at least this far away is one of the lowest band, whatever its class. */
  fresh_ms: number;
}

export function bandsByClass(policy: Pick<Policy, 'half_life_days' | 'model_version'>): BandsByClass {
  const bands = byClass(policy, bandsOf);
  const [first] = HALF_LIFE_CLASSES;
  const ofClass = (half_life_class: number): Bands => bands[half_life_class - first] as Bands;
  return {
    of: ({ lapses_at, half_life_class }, at) => ofClass(half_life_class).of(lapses_at, at),
    fresh_ms:
      policy.model_version === 1 ? ofClass(0).fresh_ms : Math.max(...bands.map(({ fresh_ms }) => fresh_ms)),
  };
}

/**
 * Which lapse dates of each class have this band at an instant: after the one, until and with the other, in whole
 * milliseconds. Left out where there is no bound.
 */
export function lapsesIn(
  level: RiskLevel,
  at: number,
  policy: Pick<Policy, 'half_life_days'>,
): { after?: number[]; until?: number[] } {
  const lastUnder = lastUnderEdges(at, policy);
  const place = RISK_LEVELS.indexOf(level);
  const [after, until] = [lastUnder[place], lastUnder[place - 1]];
  return { ...(after === undefined ? {} : { after }), ...(until === undefined ? {} : { until }) };
}

/** For each edge between bands, ascending: the latest lapse date of each class that is above it at an instant. */
export function lastUnderEdges(at: number, policy: Pick<Policy, 'half_life_days'>): number[][] {
  const bands = byClass(policy, bandsOf);
  return [0, 1, 2].map((edge) => bands.map(({ edges_ms }) => at + (edges_ms[edge] as number) - 1));
}

/** The least whole number of milliseconds to the lapse date with which the band is still this one, or a lower one. */
function firstOffset(edge: number, band: number, halfLifeDays: number): number {
  const near = Math.round(lapseDateOf(edge, 0, halfLifeDays));
  // Where rounding to four decimals moves the edge; the slope of a score there is one of them in 5 s or more.
  const slack = Math.ceil(halfLifeDays * 10_000);
  let [above, within] = [near - slack, near + slack];
  while (within - above > 1) {
    const middle = Math.floor((above + within) / 2);
    if (RISK_LEVELS.indexOf(shownBand(middle, 0, halfLifeDays)) <= band) within = middle;
    else above = middle;
  }
  return within;
}
