import { DAY_MS } from '../../platform/iso-instant.ts';
import { VERIFICATIONS } from '../../remediation/remediation.rules.ts';
import { RISK_LEVELS, type RiskLevel } from '../scores/decay.rules.ts';

export const HISTORY_DAYS = 90;
export const WEEKS = 12;
export const HEAT_MAP_CELLS_MAX = 200;
export const REMOVALS_DAYS = 90;

export type BandCounts = Record<RiskLevel, number>;

/** By the place of each band in `RISK_LEVELS`. */
export const bandCounts = (countOf: (band: number) => number): BandCounts =>
  Object.fromEntries(RISK_LEVELS.map((level, band) => [level, countOf(band)])) as BandCounts;

export interface HeatCell {
  department: string | null;
  platform: string;
  grants: number;
  stale: number;
}

export const DECISION_COUNTS = ['confirmed', 'revoked', 'escalated', 'expired', 'by_system'] as const;
export type DecisionWeek = { week: string } & Record<(typeof DECISION_COUNTS)[number], number>;

const REMOVAL_COUNTS = [
  'completed',
  ...VERIFICATIONS,
  'contradicted',
  'requested',
  'failed',
  'blocked',
  'reverted',
  'pending',
] as const;

/** Nothing of each of these, to begin with. */
export const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
export const NO_REMOVALS = zeros(REMOVAL_COUNTS);

/** What a look at every grant, or at months of records, tells. */
export interface OverviewFigures {
  heat_map: HeatCell[];
  decisions: DecisionWeek[];
  removals: typeof NO_REMOVALS;
  forecast: { week: string; reviews: number }[];
}

export interface BandDay extends BandCounts {
  date: string;
}

const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** The instant at which the week (Monday, UTC) of an instant began. */
export const weekOf = (ms: number): number => Math.floor((ms - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS;

/** Beginnings of `count` weeks from the one of an instant on; negative: up to and including it. */
export function weeksFrom(ms: number, count: number): number[] {
  const first = weekOf(ms) + Math.min(0, count + 1) * WEEK_MS;
  return Array.from({ length: Math.abs(count) }, (_, index) => first + index * WEEK_MS);
}

export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
export const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
