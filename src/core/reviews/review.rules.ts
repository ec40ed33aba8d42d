import type { Policy } from '../policy/policy.rules.ts';
import { type RiskLevel, riskLevel } from '../scores/decay.rules.ts';

export const REVIEW_STATUSES = ['PENDING', 'DECIDED', 'EXPIRED', 'ESCALATED'] as const;
export const OPEN_STATUSES = ['PENDING', 'ESCALATED'] as const;
export const REVIEW_RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
export const RECOMMENDATIONS = ['REVOKE', 'REVIEW', 'CONFIRM'] as const;
/** What asked for a review. */
export const REVIEW_ORIGINS = [
  'threshold',
  'manual',
  'campaign',
  'confirmation_ended',
  'asked_again',
  'rule',
] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
export type OpenStatus = (typeof OPEN_STATUSES)[number];
export type ReviewRisk = (typeof REVIEW_RISKS)[number];
export type Recommendation = (typeof RECOMMENDATIONS)[number];
export type ReviewOrigin = (typeof REVIEW_ORIGINS)[number];

const HOUR_MS = 3_600_000;

export function reviewRisk(score: number): ReviewRisk {
  return riskLevel(score).toUpperCase() as Uppercase<RiskLevel>;
}

/**
 * Never REVOKE on time in which nobody watched: silence of the sensor is not disuse. Nor of what is there for a case that has not
 * come: that it is not used says nothing.
 */
export function recommend(
  score: number,
  {
    fully_observed,
    has_purpose,
    is_refused,
  }: { fully_observed: boolean; has_purpose: boolean; is_refused: boolean },
): Recommendation {
  const level = riskLevel(score);
  if (level === 'critical' && fully_observed && !has_purpose) return unlessRefused('REVOKE', is_refused);
  return level === 'low' || level === 'medium' ? 'CONFIRM' : 'REVIEW';
}

/** Nor what a guard would refuse: a reviewer who follows the advice must see it happen. */
export const unlessRefused = (recommendation: Recommendation, isRefused: boolean): Recommendation =>
  recommendation === 'REVOKE' && isRefused ? 'REVIEW' : recommendation;

export function slaMs(risk: ReviewRisk, { sla }: Pick<Policy, 'sla'>): number {
  const hours = {
    CRITICAL: sla.critical_hours,
    HIGH: sla.high_hours,
    MEDIUM: sla.medium_hours,
    LOW: sla.low_hours,
  };
  return hours[risk] * HOUR_MS;
}
