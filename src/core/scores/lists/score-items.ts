import { isoInstant } from '../../../platform/iso-instant.ts';
import { normalisePermission } from '../../directory/permission.rules.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { forecast, lapseDateOf, riskLevel, scoreAt, shownScore } from '../decay.rules.ts';
import type { PairScoreRow } from './pair-scores.sql.ts';
import type { PrincipalScoreRow } from './principal-scores.sql.ts';

export interface ScoreView {
  as_of: number;
  policy: Policy;
}

export function scoreOf(lapsesMs: number, { as_of, policy }: ScoreView): number {
  return shownScore(scoreAt(lapsesMs, as_of, policy.half_life_days));
}

export function crossingsOf(lapsesMs: number, { as_of, policy }: ScoreView) {
  return forecast(lapsesMs, as_of, policy.thresholds, policy.half_life_days).map((crossing) => ({
    ...crossing,
    crosses_at: isoInstant(crossing.crosses_at),
  }));
}

/** What is told of the score of a grant wherever it is shown. */
export function grantItem(row: PairScoreRow, view: ScoreView) {
  const score = scoreOf(row.lapses_ms, view);
  return {
    grant_id: row.id,
    asset_id: row.asset_id,
    asset_name: row.asset_name,
    // The platform's own word, in lower case, when it is none we know.
    grant_type: normalisePermission(row.permission) ?? row.permission.toLowerCase(),
    score,
    risk_level: riskLevel(score),
    last_used: row.last_used_at,
    lapses_at: row.lapses_at,
    model_version: row.model_version,
    crosses_at: crossingsOf(row.lapses_ms, view),
    unanswered: isStale(row.lapses_ms, view) ? row.unanswered : null,
  };
}

export function pairItem(row: PairScoreRow, view: ScoreView) {
  return {
    ...grantItem(row, view),
    principal_id: row.principal_id,
    display_name: row.display_name,
    overall_score: scoreOf(row.overall_ms, view),
    calculated_at: isoInstant(view.as_of),
  };
}

/** Above the review threshold. Access that is not needs no answer any more. */
export const isStale = (lapsesMs: number | null, { as_of, policy }: ScoreView): boolean =>
  lapsesMs !== null && lapsesMs <= lapseDateOf(policy.review.threshold, as_of, policy.half_life_days);

export function principalItem(row: PrincipalScoreRow, view: ScoreView) {
  const overall_score = scoreOf(row.lapses_ms, view);
  return {
    principal_id: row.id,
    display_name: row.display_name,
    overall_score,
    calculated_at: isoInstant(view.as_of),
    lapses_at: row.lapses_at,
    risk_level: riskLevel(overall_score),
  };
}
