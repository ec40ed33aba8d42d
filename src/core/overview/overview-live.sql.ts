import type { Querier } from '../../platform/database/database.ts';
import { COUNTED_MAX } from '../../platform/database/ordered-page.ts';
import { Parameters } from '../../platform/database/page.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { reviewCountSql, reviewsDueSql } from '../reviews/counts.sql.ts';
import { REVIEW_RISKS, type ReviewRisk } from '../reviews/review.rules.ts';
import { HALF_LIFE_CLASSES, lastFreshDates } from '../scores/half-life.rules.ts';
import { instantOf, instantsByClass } from '../scores/half-life.sql.ts';
import { lapseTotalSql } from '../scores/lists/lapse-total.sql.ts';
import { ALL_PAIRS } from '../scores/lists/pair-scores.sql.ts';
import { lastUnderEdges } from './compliance-bands.rules.ts';
import {
  type BandCounts,
  type BandDay,
  bandCounts,
  dateOf,
  HISTORY_DAYS,
  type OverviewFigures,
} from './overview.rules.ts';
import { IS_ASKED, IS_COMPUTING } from './overviews.sql.ts';

const OPEN = ['PENDING', 'ESCALATED'] as const;

/** One statement: kept sums, the rest of an hour or a minute by an index, and what a worker has left. */
export async function loadOverview(q: Querier, { policy, now }: { policy: Policy; now: number }) {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const open = (risk_level: ReviewRisk): string =>
    OPEN.map((status) => reviewCountSql('all', '', { status, risk_level }, parameters)).join(' + ');
  const first = parameters.add(dateOf(now - (HISTORY_DAYS - 1) * DAY_MS));
  const [row] = await q.query<{
    above: number[];
    open: number[];
    due: number[];
    by_risk: Record<ReviewRisk, number>;
    oldest_due_at: string | null;
    unanswered: number;
    /** As far as it is kept; today is not. */
    history: (BandDay & { is_reconstructed: boolean })[] | null;
    figures: OverviewFigures | null;
    computed_at: string | null;
    /** A worker was asked for newer figures already. */
    is_asked: boolean;
    /** An import or a policy moves scores, or has since the figures were computed. */
    is_computing: boolean;
  }>(
    `SELECT ${aboveSql({ policy, now }, parameters)} AS above,
       json_build_array(${OPEN.map((status) => reviewCountSql('all', '', { status }, parameters)).join(', ')}) AS open,
       json_build_array(${[now, now + DAY_MS].map((until) => dueSql(until, parameters)).join(', ')}) AS due,
       json_build_object(${REVIEW_RISKS.map((risk) => `'${risk}', ${open(risk)}`).join(', ')}) AS by_risk,
       least(${OPEN.flatMap((status) => REVIEW_RISKS.map((risk) => firstDueSql(status, risk))).join(', ')}) AS oldest_due_at,
       ${unansweredSql({ policy, now }, parameters)} AS unanswered,
       (SELECT json_agg(json_build_object('date', day, 'low', low, 'medium', medium, 'high', high, 'critical', critical,
                                          'is_reconstructed', reconstructed_on IS NOT NULL) ORDER BY day)
        FROM band_days WHERE tenant_id = $1 AND day >= ${first}::date) AS history,
       o.figures, o.computed_at, coalesce(o.is_asked, false) AS is_asked, ${IS_COMPUTING} AS is_computing
     FROM (SELECT) AS one
     LEFT JOIN LATERAL (SELECT figures, computed_at, computed_version, ${IS_ASKED} AS is_asked FROM overviews o
                        WHERE tenant_id = $1 LIMIT 1) o ON true`,
    parameters.values,
  );
  if (!row) throw new TypeError('a statement without conditions has a row');
  const { above, open: opened, due, by_risk, oldest_due_at, unanswered, history, ...computed } = row;
  const [pending = 0, escalated = 0] = opened;
  const [overdue = 0, dueTomorrow = 0] = due;
  return {
    bands: bandsFrom(above),
    reviews: {
      pending,
      escalated,
      overdue,
      due_24h: dueTomorrow - overdue,
      by_risk,
      oldest_due_at,
      unanswered,
    },
    history: sinceObserved(history ?? []),
    ...computed,
  };
}

/** Days before anything was observed are kept without any grants, so that nobody looks for them again. */
function sinceObserved(days: readonly (BandDay & { is_reconstructed: boolean })[]): BandDay[] {
  const first = days.findIndex(
    ({ is_reconstructed, low, medium, high, critical }) =>
      !is_reconstructed || low + medium + high + critical > 0,
  );
  return first < 0 ? [] : days.slice(first).map(({ is_reconstructed: _, ...day }) => day);
}

/** Stale access without an open review: a range of an index that has nothing else in it, counted as far as lists count. */
function unansweredSql({ policy, now }: { policy: Policy; now: number }, parameters: Parameters): string {
  const until = lastFreshDates(policy, now);
  const instants = instantsByClass(until, parameters);
  const ranges = HALF_LIFE_CLASSES.map(
    (half_life_class) => `SELECT FROM grant_scores s WHERE s.tenant_id = $1 AND s.active
       AND s.unanswered_review_id IS NOT NULL AND s.half_life_class = ${half_life_class}
       AND s.lapses_at <= ${instantOf(instants, half_life_class)}`,
  );
  return `(SELECT count(*) FROM (SELECT FROM (${ranges.join(' UNION ALL ')}) s LIMIT ${COUNTED_MAX}) u)`;
}

/** How many grants are in each band at an instant, by the lapse dates that are in force. */
export async function countBands(q: Querier, at: { policy: Policy; now: number }): Promise<BandCounts> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const [row] = await q.query<{ above: number[] }>(
    `SELECT ${aboveSql(at, parameters)} AS above`,
    parameters.values,
  );
  return bandsFrom(row?.above ?? []);
}

/** How many there are, then how many above each edge. */
function aboveSql({ policy, now }: { policy: Policy; now: number }, parameters: Parameters): string {
  const ranges = [undefined, ...lastUnderEdges(now, policy)];
  const totals = ranges.map(
    (until) => `(${lapseTotalSql(ALL_PAIRS, until === undefined ? {} : { until }, parameters)})`,
  );
  return `json_build_array(${totals.join(', ')})`;
}

const bandsFrom = (above: readonly number[]): BandCounts =>
  bandCounts((band) => (above[band] ?? 0) - (above[band + 1] ?? 0));

/** Open ones with a deadline before an instant. */
function dueSql(before: number, parameters: Parameters): string {
  return OPEN.map((status) => {
    const { sql, counted_to } = reviewsDueSql(before, { status }, parameters);
    const [from, to] = [counted_to, before].map((ms) => `to_timestamp(${parameters.add(ms / 1000)})`);
    const rest = REVIEW_RISKS.map(
      (
        risk,
      ) => `(SELECT count(*) FROM reviews WHERE tenant_id = $1 AND status = '${status}' AND risk_level = '${risk}'
                    AND due_at >= ${from} AND due_at < ${to})`,
    );
    return `${sql} + ${rest.join(' + ')}`;
  }).join(' + ');
}

const firstDueSql = (status: string, risk: string): string =>
  `(SELECT due_at FROM reviews WHERE tenant_id = $1 AND status = '${status}' AND risk_level = '${risk}'
    ORDER BY due_at LIMIT 1)`;
