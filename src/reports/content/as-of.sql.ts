import { MODEL_OF_POLICY } from '../../core/policy/policies.sql.ts';
import { DEFAULT_POLICY, type Policy } from '../../core/policy/policy.rules.ts';
import { RHYTHM_DAYS, WINDOW_DAYS } from '../../core/scores/habit.rules.ts';
import { HABIT_GAPS } from '../../core/scores/patience.rules.ts';
import { seasonSql } from './season.sql.ts';

/**
 * SQL for what was so just before a past instant. Expects `g` (grants), `s` (grant_scores) and `r` (remediations) where
 * they are named; `asOf` is an expression of type timestamptz.
 */

/** Access that is being revoked is still there. */
export const grantedAsOf = (asOf: string): string =>
  `g.granted_at < ${asOf} AND (g.revoked_at IS NULL OR g.revoked_at >= ${asOf} OR g.restored_at < ${asOf})`;

/** Whether anything was known of access by then: the import that brought it, or a use (`l`, from scoreAsOf). */
export const observedAsOf = (asOf: string): string =>
  `(g.created_at < ${asOf} OR l.last_used_at IS NOT NULL)`;

/** Scores are shown with four decimals, and their bands are of what is shown. */
export const scoreSql = (lapsesAt: string, asOf: string, halfLifeDays: string): string =>
  `floor(1000000 / (1 + power(2, least(1000, greatest(-1000,
     extract(epoch FROM ${lapsesAt} - ${asOf})::float8 / 86400 / ${halfLifeDays})))) + 0.5) / 10000`;

export const riskLevelSql = (score: string): string =>
  `CASE WHEN ${score} <= 20 THEN 'low' WHEN ${score} <= 50 THEN 'medium' WHEN ${score} <= 80 THEN 'high' ELSE 'critical' END`;

const NOON_S = 43_200;
const DAY_S = 86_400;

/**
 * A lateral table with `lapses_at`, `half_life_class` and `last_used_at` as they were, as `core/scores/lists/timeline.rules.ts` tells them. What has not been
 * computed since is as it is; changes since that were not use are undone; of access that was used since, the uses
 * before are known by their days, each taken to be at noon. What has a purpose was moved by none.
 */
export function scoreAsOf(asOf: string, policy: Policy): string {
  const bits = `('x' || encode(s.active_days, 'hex'))::bit(${WINDOW_DAYS})::text`;
  const day = (at: string): string => `floor(extract(epoch FROM ${at}) / ${DAY_S})::integer`;
  // The last day whose noon is before the instant, as days before the latest use; that use itself is after it.
  const skipped = `greatest(1, ${day('s.last_used_at')} - ceil((extract(epoch FROM ${asOf}) - ${NOON_S}) / ${DAY_S})::integer + 1)`;
  return `LATERAL (
    SELECT CASE WHEN s.calculated_at < ${asOf} THEN s.lapses_at
             ELSE s.lapses_at - coalesce((
                 SELECT sum(h.lapses_at - h.previous_lapses_at) FROM score_history h
                 WHERE h.tenant_id = s.tenant_id AND h.grant_id = s.grant_id AND h.at >= ${asOf}), interval '0')
               + CASE WHEN s.last_used_at >= ${asOf} AND NOT ${hasPurpose} THEN
                   coalesce(u.at - s.last_used_at, g.granted_at - s.last_used_at)
                   + make_interval(days => v.patience - ${patienceSql(`substr(${bits}, 2)`, policy)})
                 ELSE interval '0' END
           END AS lapses_at,
           CASE WHEN s.last_used_at >= ${asOf} THEN ${classSql('v.patience', policy)} ELSE s.half_life_class END
             AS half_life_class,
           CASE WHEN s.last_used_at >= ${asOf} THEN u.at ELSE s.last_used_at END AS last_used_at
    FROM ${baseSql(policy)} p
    CROSS JOIN LATERAL (SELECT CASE WHEN s.last_used_at >= ${asOf} THEN ${bits} END AS bits,
                 CASE WHEN s.last_used_at >= ${asOf} THEN ${skipped} END AS skipped) w
    CROSS JOIN LATERAL (SELECT w.skipped + nullif(strpos(substr(w.bits, w.skipped + 1), '1'), 0) - 1 AS bit) b
    CROSS JOIN LATERAL (
      SELECT to_timestamp((${day('s.last_used_at')} - b.bit)::bigint * ${DAY_S} + ${NOON_S}) AS at,
             substr(w.bits, b.bit + 2) AS rest) u
    -- Worked out once: without the offset it is written into each place where it is used.
    CROSS JOIN LATERAL (
      SELECT CASE WHEN s.last_used_at >= ${asOf} THEN ${patienceSql('u.rest', policy)} END AS patience OFFSET 0) v)`;
}

/** Asked of those alone that a use by itself does not settle: nearly all have standing days. */
const hasPurpose = `(s.standing_days IS NULL AND EXISTS (
      SELECT FROM grants x JOIN principals y ON y.tenant_id = x.tenant_id AND y.id = x.principal_id
      WHERE x.tenant_id = s.tenant_id AND x.id = s.grant_id AND coalesce(x.purpose, y.purpose) IS NOT NULL))`;

/** As `halfLifeClass`. */
const classSql = (patience: string, { model_version }: Policy): string =>
  model_version === 1 ? '0' : `width_bucket(${patience}, ARRAY[20, 40, 80, 160]) - 1`;

/** The first model needs nothing of the principal, so that it is not looked up. */
const baseSql = ({ model_version, rhythm }: Policy): string =>
  model_version === 1
    ? '(SELECT)'
    : `(SELECT CASE type WHEN 'service_account' THEN ${rhythm.service_base_days} ELSE ${rhythm.people_base_days} END AS base_days
      FROM principals WHERE tenant_id = s.tenant_id AND id = s.principal_id LIMIT 1)`;

/** Days of patience from the zeros between active days; NULL: never used. As core/scores/patience.rules.ts. */
function patienceSql(remembered: string, policy: Policy): string {
  const rest = `left(${remembered}, ${RHYTHM_DAYS - 1})`;
  const { max_days, gap_percentile, gap_count, unknown_days, never_used_days } = policy.patience;
  const fromGap = (gap: string): string => `least(${max_days}, ${fromGapSql(gap, policy)})`;
  const gaps = `SELECT length(zeros) + 1 AS gap, n
          FROM unnest(string_to_array(${rest}, '1')) WITH ORDINALITY AS z (zeros, n)
          WHERE n < cardinality(string_to_array(${rest}, '1'))`;
  const usual = `percentile_disc(${gap_percentile}) WITHIN GROUP (ORDER BY gap) FILTER (WHERE n <= ${gap_count})`;
  const habit =
    policy.model_version === 1
      ? { usual, gaps: `${gaps} AND n <= ${gap_count}` }
      : {
          usual: `greatest(${usual}, max(gap) FILTER (WHERE 2 * in_longer >= days))`,
          gaps: `SELECT gap, n, sum(gap) OVER (ORDER BY gap DESC) AS in_longer, sum(gap) OVER () AS days FROM (${gaps}) g`,
        };
  const ordinary = `(
    SELECT CASE WHEN count(*) >= ${HABIT_GAPS} THEN ${fromGap(habit.usual)}
             ELSE greatest(${unknown_days}, ${fromGap('coalesce(max(gap), 0)')}) END
    FROM (${habit.gaps}) gaps)`;
  const known =
    policy.model_version === 1
      ? ordinary
      : `coalesce(${seasonSql(remembered, policy, fromGap)}, ${ordinary})`;
  return `(CASE WHEN ${rest} IS NULL THEN ${never_used_days} ELSE ${known} END)::integer`;
}

function fromGapSql(gap: string, { model_version, patience, rhythm }: Policy): string {
  if (model_version === 1) return `floor(${patience.base_days} + ${patience.gap_factor} * ${gap} + 0.5)`;
  return `p.base_days + ${gap} + least(${gap}, ${rhythm.margin_days})`;
}

/** SQL: the score model of what `scoreAsOf` tells. */
export const modelAsOf = (asOf: string): string => `CASE WHEN s.calculated_at < ${asOf} THEN s.model_version
  ELSE coalesce((SELECT ${MODEL_OF_POLICY} FROM policies
                 WHERE tenant_id = s.tenant_id AND changed_at < ${asOf} ORDER BY version DESC LIMIT 1),
         ${DEFAULT_POLICY.model_version}) END`;

/** A lateral table with the `status` that the steps until then had led to, and the `detail` of the last one. */
export const remediationAsOf = (asOf: string): string => `LATERAL (
    SELECT CASE
        WHEN l.step IN ('verify', 'conclude', 'correct', 'cancel_revert', 'decide') OR l.outcome = 'dry_run' THEN 'completed'
        WHEN l.step = 'request' OR l.outcome IN ('still_present', 'still_gone') THEN 'requested'
        WHEN l.step IN ('attest', 'observe') THEN CASE l.outcome WHEN 'restored' THEN 'reverted' ELSE 'completed' END
        WHEN l.outcome = 'blocked' THEN 'blocked'
        WHEN l.step = 'guards' OR l.step = 'revert' THEN 'running'
        WHEN l.step = 'restore' THEN CASE l.outcome WHEN 'restored' THEN 'reverted' WHEN 'failed' THEN 'completed' ELSE 'running' END
        WHEN l.step = 'cancel' THEN 'reverted'
        WHEN l.outcome = 'failed' THEN 'failed'
        ELSE 'pending' END AS status,
      l.step AS last_step, l.outcome AS last_outcome, l.detail AS last_detail, l.at AS last_step_at, l.attempt AS attempts
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT step, outcome, detail, at, attempt FROM remediation_steps
      WHERE tenant_id = r.tenant_id AND remediation_id = r.id AND at < ${asOf}
      ORDER BY id DESC LIMIT 1) l ON true)`;

/**
 * A lateral table with how the last review of the access of a row `r` stood: its `outcome` (open, unanswered, confirmed or
 * revoked), and `at` when it was opened or ended. No row: it was never asked about.
 */
export const lastReviewAsOf = (asOf: string): string => `LATERAL (
    SELECT CASE WHEN l.closed_at IS NULL OR l.closed_at >= ${asOf} THEN 'open'
                WHEN d.decision = 'CONFIRM' THEN 'confirmed' WHEN d.decision = 'REVOKE' THEN 'revoked'
                ELSE 'unanswered' END AS outcome,
           CASE WHEN l.closed_at < ${asOf} THEN l.closed_at ELSE l.created_at END AS at
    FROM (SELECT id, created_at, closed_at, access_grant_ids FROM reviews
          WHERE tenant_id = r.tenant_id AND principal_id = r.principal_id AND asset_id = r.asset_id
            AND created_at < ${asOf}
          ORDER BY created_at DESC, id DESC LIMIT 1) l
    LEFT JOIN LATERAL (SELECT decision FROM review_decisions
                       WHERE tenant_id = r.tenant_id AND review_id = l.id AND grant_id = r.grant_id
                         AND decided_at < ${asOf} LIMIT 1) d ON true
    WHERE r.grant_id = ANY (l.access_grant_ids))`;
