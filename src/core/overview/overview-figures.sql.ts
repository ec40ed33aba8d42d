import type { Querier } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/page.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { VERIFICATIONS } from '../../remediation/remediation.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { scoreOffsetMs } from '../scores/decay.rules.ts';
import { byClass } from '../scores/half-life.rules.ts';
import { instantOfClass, instantsByClass } from '../scores/half-life.sql.ts';
import { codeOf, reviewScore } from '../scores/marks.rules.ts';
import { UNWATCHED_ASSETS } from '../scores/telemetry-gaps.sql.ts';
import { lastUnderEdges } from './compliance-bands.rules.ts';
import { withSetPlans } from './figures.sql.ts';
import {
  DECISION_COUNTS,
  type DecisionWeek,
  dateOf,
  HEAT_MAP_CELLS_MAX,
  type HeatCell,
  type OverviewFigures,
  REMOVALS_DAYS,
  WEEKS,
  weeksFrom,
  zeros,
} from './overview.rules.ts';

interface At {
  policy: Policy;
  now: number;
}

/** Reads every score once and a few months of records. In a transaction. */
export function scanOverview(tx: Querier, at: At): Promise<OverviewFigures> {
  return withSetPlans(tx, async () => ({
    heat_map: await countCells(tx, at),
    decisions: await countDecisions(tx, at.now),
    removals: await countRemediations(tx, at.now),
    forecast: await foreseeReviews(tx, at),
  }));
}

function countCells(tx: Querier, { policy, now }: At): Promise<HeatCell[]> {
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const [, medium] = lastUnderEdges(now, policy) as [number[], number[]];
  const stale = `s.lapses_at <= ${instantOfClass(instantsByClass(medium, parameters), 's')}`;
  return tx.query<HeatCell & Record<string, unknown>>(
    `SELECT p.department, a.platform, sum(n.grants)::bigint AS grants, sum(n.stale)::bigint AS stale
     FROM (SELECT principal_id, asset_id, count(*) AS grants, count(*) FILTER (WHERE ${stale}) AS stale
           FROM grant_scores s WHERE tenant_id = $1 AND active GROUP BY principal_id, asset_id) n
     JOIN principals p ON p.tenant_id = $1 AND p.id = n.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = n.asset_id
     GROUP BY p.department, a.platform
     ORDER BY grants DESC, p.department, a.platform LIMIT ${HEAT_MAP_CELLS_MAX}`,
    parameters.values,
  );
}

async function countDecisions(tx: Querier, now: number): Promise<DecisionWeek[]> {
  const weeks = weeksFrom(now, -WEEKS);
  const rows = await tx.query<DecisionWeek>(
    `WITH happened AS (
       SELECT at, CASE WHEN NOT by_people THEN 'by_system' WHEN revoked THEN 'revoked' ELSE 'confirmed' END AS what
       FROM (SELECT max(decided_at) AS at, bool_or(decision = 'REVOKE') AS revoked,
                    bool_or(decided_by <> 'system' AND rule_id IS NULL) AS by_people
             FROM review_decisions WHERE tenant_id = $1 AND decided_at >= $2 GROUP BY review_id) d
       UNION ALL
       SELECT closed_at, 'expired' FROM reviews WHERE tenant_id = $1 AND status = 'EXPIRED' AND closed_at >= $2
       UNION ALL
       SELECT recorded_at, 'escalated' FROM audit_entries
       WHERE tenant_id = $1 AND event_type = 'review.escalated' AND recorded_at >= $2
     )
     SELECT to_char(date_trunc('week', at), 'YYYY-MM-DD') AS week,
            ${DECISION_COUNTS.map((what) => `count(*) FILTER (WHERE what = '${what}') AS ${what}`).join(', ')}
     FROM happened GROUP BY 1`,
    [tx.tenant_id, isoInstant(weeks[0] as number)],
  );
  const counted = new Map(rows.map((row) => [row.week, row]));
  const nothing = zeros(DECISION_COUNTS);
  return weeks.map(dateOf).map((week) => counted.get(week) ?? { week, ...nothing });
}

/** Seen after the claim: it does not hold, also when somebody has decided about the access since. */
const IS_REFUTED = `(contradiction_open OR (execution <> 'simulated' AND coalesce(observed = 'present'
  AND observed_at > completed_at, false)))`;

async function countRemediations(tx: Querier, now: number): Promise<OverviewFigures['removals']> {
  const count = (condition: string): string => `count(*) FILTER (WHERE ${condition})`;
  const [row] = await tx.query<OverviewFigures['removals']>(
    `SELECT ${count("status = 'completed' AND NOT is_refuted")} AS completed,
            ${VERIFICATIONS.map((claim) => `${count(`rests_on = '${claim}'`)} AS ${claim}`).join(', ')},
            ${count("status = 'completed' AND is_refuted")} AS contradicted,
            ${count("status = 'requested'")} AS requested,
            ${count("status = 'failed'")} AS failed, ${count("status = 'blocked'")} AS blocked,
            ${count("status = 'reverted'")} AS reverted,
            ${count("status IN ('pending', 'running')")} AS pending
     FROM (SELECT *, CASE WHEN status <> 'completed' OR is_refuted THEN NULL
                          WHEN execution = 'simulated' THEN 'simulated' WHEN verified_at IS NOT NULL THEN 'verified'
                          WHEN attested_at IS NOT NULL THEN 'attested' ELSE 'not_verified' END AS rests_on
           FROM (SELECT *, ${IS_REFUTED} AS is_refuted FROM remediations
                 WHERE tenant_id = $1 AND created_at >= $2 AND NOT dry_run) r) r`,
    [tx.tenant_id, isoInstant(now - REMOVALS_DAYS * DAY_MS)],
  );
  return row as OverviewFigures['removals'];
}

/**
 * What the sweep will ask about and when: a review per pair, at the first crossing of one of its grants that was not asked
 * about since it was fresh. What is due already and not yet asked about belongs to this week.
 */
async function foreseeReviews(tx: Querier, { policy, now }: At): Promise<OverviewFigures['forecast']> {
  const mark = reviewScore(policy);
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const code = parameters.add(codeOf(mark));
  const weeks = weeksFrom(now, WEEKS);
  // When the mark is passed in the second week, in the third, and after the last one.
  const ends = [...weeks.slice(1), (weeks.at(-1) as number) + 7 * DAY_MS];
  const bounds = `${parameters.add(ends.map(isoInstant))}::timestamptz[]`;
  const last = ends.at(-1) as number;
  const offsets = byClass(policy, (halfLife) => scoreOffsetMs(mark, halfLife));
  const latest = instantsByClass(
    offsets.map((offset) => last - offset),
    parameters,
  );
  const seconds = `(${parameters.add(offsets.map((offset) => offset / 1000))}::float8[])`;
  const passes = `s.lapses_at + make_interval(secs => ${instantOfClass(seconds, 's')})`;
  const rows = await tx.query<{ place: number; reviews: number }>(
    `SELECT width_bucket(first, ${bounds}) AS place, count(*) AS reviews FROM (
       SELECT min(${passes}) AS first FROM grant_scores s
       WHERE s.tenant_id = $1 AND s.active AND NOT s.review_asked AND s.reached < ${code} AND s.lapses_at < ${instantOfClass(latest, 's')}
         AND s.grant_id <> ALL (ARRAY(SELECT id FROM grants WHERE tenant_id = $1 AND status = 'revoking'))
         AND s.asset_id <> ALL (ARRAY(${UNWATCHED_ASSETS}))
         AND NOT EXISTS (SELECT FROM reviews r WHERE r.tenant_id = $1 AND r.principal_id = s.principal_id
                           AND r.asset_id = s.asset_id AND r.status IN ('PENDING', 'ESCALATED'))
       GROUP BY s.principal_id, s.asset_id) f
     GROUP BY 1`,
    parameters.values,
  );
  const counted = new Map(rows.map(({ place, reviews }) => [place, reviews]));
  return weeks.map((start, place) => ({ week: dateOf(start), reviews: counted.get(place) ?? 0 }));
}
