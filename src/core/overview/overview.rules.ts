import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Verification } from '../../remediation/remediation.rules.ts';
import type { ReviewRisk } from '../reviews/review.rules.ts';
import type { RiskLevel } from '../scores/decay.rules.ts';

export const HISTORY_DAYS = 90;
export const WEEKS = 12;
export const HEAT_MAP_CELLS_MAX = 200;
export const REMOVALS_DAYS = 90;

export type BandCounts = Record<RiskLevel, number>;

export interface HeatCell {
  department: string | null;
  platform: string;
  grants: number;
  stale: number;
}

export interface DecisionWeek {
  week: string;
  confirmed: number;
  revoked: number;
  escalated: number;
  expired: number;
  by_system: number;
}

/** What a look at every grant, or at months of records, tells. */
export interface OverviewFigures {
  heat_map: HeatCell[];
  decisions: DecisionWeek[];
  removals: Record<
    'completed' | Verification | 'contradicted' | 'requested' | 'failed' | 'blocked' | 'reverted' | 'pending',
    number
  >;
  forecast: { week: string; reviews: number }[];
}

export interface OpenReviewFigures {
  pending: number;
  escalated: number;
  overdue: number;
  due_24h: number;
  by_risk: Record<ReviewRisk, number>;
  oldest_due_at: string | null;
  /** Grants that are stale without an open review, as far as they are counted. */
  unanswered: number;
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
