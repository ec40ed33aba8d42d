import { isoInstant } from '../../../platform/iso-instant.ts';
import { normalisePermission } from '../../directory/permission.rules.ts';
import { type LikelihoodFit, likelihoodOf } from '../../outcomes/likelihood.rules.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { forecast, lapseDateOf, riskLevel, shownScore } from '../decay.rules.ts';
import { halfLifeDays, scoreOfLapse } from '../half-life.rules.ts';
import type { PairScoreRow } from './pair-scores.sql.ts';
import type { PrincipalScoreRow } from './principal-scores.sql.ts';

export interface ScoreView {
  as_of: number;
  policy: Policy;
}

/** Of scores of grants. */
export interface GrantView extends ScoreView {
  likelihoods: LikelihoodFit | null;
}

/** A row as lists read it. */
export interface LapseMs {
  lapses_ms: number;
  half_life_class: number;
}

export function scoreOf({ lapses_ms, half_life_class }: LapseMs, { as_of, policy }: ScoreView): number {
  return shownScore(scoreOfLapse({ lapses_at: lapses_ms, half_life_class }, as_of, policy));
}

export function crossingsOf({ lapses_ms, half_life_class }: LapseMs, { as_of, policy }: ScoreView) {
  const halfLife = halfLifeDays(half_life_class, policy);
  return forecast(lapses_ms, as_of, policy.thresholds, halfLife).map((crossing) => ({
    ...crossing,
    crosses_at: isoInstant(crossing.crosses_at),
  }));
}

/** What is told of the score of a grant wherever it is shown. */
export function grantItem(row: PairScoreRow, view: GrantView) {
  const score = scoreOf(row, view);
  return {
    grant_id: row.id,
    asset_id: row.asset_id,
    asset_name: row.asset_name,
    // The platform's own word, in lower case, when it is none we know.
    grant_type: normalisePermission(row.permission) ?? row.permission.toLowerCase(),
    score,
    risk_level: riskLevel(score),
    likelihood: likelihoodOf(view.likelihoods, { ...row, score }, view.policy),
    last_used: row.last_used_at,
    lapses_at: row.lapses_at,
    half_life_days: halfLifeDays(row.half_life_class, view.policy),
    model_version: row.model_version,
    crosses_at: crossingsOf(row, view),
    unanswered: isStale(row, view) ? row.unanswered : null,
  };
}

export function pairItem(row: PairScoreRow, view: GrantView) {
  return {
    ...grantItem(row, view),
    principal_id: row.principal_id,
    display_name: row.display_name,
    overall_score: scoreOf({ lapses_ms: row.overall_ms, half_life_class: row.overall_class }, view),
    calculated_at: isoInstant(view.as_of),
  };
}

/** Above the review threshold. Access that is not needs no answer any more. */
export const isStale = ({ lapses_ms, half_life_class }: LapseMs, { as_of, policy }: ScoreView): boolean =>
  lapses_ms <= lapseDateOf(policy.review.threshold, as_of, halfLifeDays(half_life_class, policy));

export function principalItem(row: PrincipalScoreRow, view: ScoreView) {
  const overall_score = scoreOf(row, view);
  return {
    principal_id: row.id,
    display_name: row.display_name,
    overall_score,
    calculated_at: isoInstant(view.as_of),
    lapses_at: row.lapses_at,
    risk_level: riskLevel(overall_score),
  };
}
