import { TROUBLE_SECONDS } from '../audit/log/troubles.sql.ts';
import { API_CONNECTOR } from '../core/events/ingest-totals.sql.ts';
import { isSteady } from '../core/events/steady-source.rules.ts';
import { addTimes, SCORE_COMPUTATION, type StageSums } from '../core/pipeline/stage-times.rules.ts';
import { minuteOf } from '../core/pipeline/stage-timings.sql.ts';
import type { Policy } from '../core/policy/policy.rules.ts';
import { reviewCountSql } from '../core/reviews/counts.sql.ts';
import { REVIEW_STATUSES } from '../core/reviews/review.rules.ts';
import { lapseDateOf, RISK_EDGES, RISK_LEVELS, type RiskLevel, scoreAt } from '../core/scores/decay.rules.ts';
import { byClass, HALF_LIFE_CLASSES } from '../core/scores/half-life.rules.ts';
import { allSql, wholeHoursSql } from '../core/scores/lists/lapse-total.sql.ts';
import { listWorkFailures } from '../platform/background/work-failures.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { Parameters } from '../platform/database/page.ts';
import { REMEDIATION_STATUSES } from '../remediation/remediation.rules.ts';
import {
  LAG_STAGES,
  type LagStage,
  OPEN_JOB_STATUSES,
  type OperationalFigures,
} from './operational-figures.rules.ts';
import { COUNT_MAX, countedSql, lagSql } from './operational-lag.sql.ts';

const DAY_MS = 86_400_000;
const RECENT_MS = 600_000;
/** So that nobody can make as many labels as he likes. */
const CONNECTORS_MAX = 500;

type FigureRow = {
  above: number[];
  total: number;
  /** Of each class the first to lapse. */
  stalest: (number | null)[];
  reviews: number[];
  reviews_past_sla: number;
  remediations: Record<string, number> | null;
  breakers_open: number;
  removal_findings: OperationalFigures['removal_findings'];
  lag: Record<LagStage, [items: number, oldest_s: number | null]>;
  audit_trouble_s: number | null;
  connectors:
    | { connector: string; events: number; is_healthy: boolean | null; longest_run: number | null }[]
    | null;
  jobs: number[];
  dead_letters: number;
  deliveries_dead: number;
  endpoints_disabled: number;
  stage_times: (StageSums & { minute: number })[] | null;
};

/**
 * All figures of a tenant, in one statement but for the few failures, of a transaction of its own, with a generic plan: planning takes longer than running. Sums that are kept are read, what waits is counted up to a bound, so neither
 * many grants nor a flood make it slow; the measurements are in docs/decisions/0060-metrics.md.
 */
export async function loadOperationalFigures(
  tx: Querier,
  { policy, now }: { policy: Policy; now: number },
): Promise<OperationalFigures> {
  // Whatever the statistics say: in the order of an index, so that a bound ends the scan and not what comes after it.
  await tx.query(
    "SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)",
  );
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const [row] = await tx.query<FigureRow>(figuresSql({ policy, now }, parameters), parameters.values);
  return { ...figuresOf(row as FigureRow, { policy, now }), work_failures: await listWorkFailures(tx) };
}

function figuresSql({ policy, now }: { policy: Policy; now: number }, parameters: Parameters): string {
  const at = (ms: number): string => `to_timestamp(${parameters.add(ms / 1000)})`;
  const present = at(now);
  // Exact to the hour, in which a score moves by a third of a point at most.
  const above = RISK_EDGES.map((edge) =>
    wholeHoursSql(
      'pairs',
      byClass(policy, (halfLife) => lapseDateOf(edge, now, halfLife)),
      parameters,
    ),
  );
  const stalest = HALF_LIFE_CLASSES.map(
    (half_life_class) => `(SELECT extract(epoch FROM lapses_at)::float8 * 1000 FROM grant_scores
       WHERE active AND tenant_id = $1 AND half_life_class = ${half_life_class} ORDER BY lapses_at LIMIT 1)`,
  );
  const reviews = REVIEW_STATUSES.map((status) => reviewCountSql('all', '', { status }, parameters));
  const jobs = OPEN_JOB_STATUSES.map((status) =>
    countedSql(`jobs WHERE tenant_id = $1 AND status <> 'completed' AND status = '${status}'`),
  );
  const pastSla = [
    `reviews WHERE tenant_id = $1 AND status IN ('PENDING', 'ESCALATED') AND coalesce(first_due_at, due_at) <= ${present}`,
    `reviews WHERE tenant_id = $1 AND status = 'EXPIRED' AND closed_at > ${at(now - DAY_MS)}`,
  ];
  const recent = parameters.add(minuteOf(now - RECENT_MS));
  return `
    SELECT json_build_array(${above.join(', ')}) AS above,
      ${allSql('pairs')} AS total,
      json_build_array(${stalest.join(', ')}) AS stalest,
      json_build_array(${reviews.join(', ')}) AS reviews,
      ${pastSla.map(countedSql).join(' + ')} AS reviews_past_sla,
      (SELECT json_object_agg(status, amount) FROM (
         SELECT facet_2 AS status, sum(amount) AS amount FROM tallies
         WHERE tenant_id = $1 AND noun = 'remediations' GROUP BY facet_2) AS r) AS remediations,
      ${countedSql('remediation_breakers WHERE tenant_id = $1 AND released_at IS NULL')} AS breakers_open,
      (SELECT json_build_object('claimed', count(*) FILTER (WHERE status <> 'requested'),
                                'requested', count(*) FILTER (WHERE status = 'requested'))
       FROM (SELECT status FROM remediations WHERE tenant_id = $1 AND contradiction_open LIMIT ${COUNT_MAX}) AS f
      ) AS removal_findings,
      ${lagSql({ policy, now, present }, parameters)} AS lag,
      (SELECT extract(epoch FROM ${present} - min(since))::float8 FROM audit_troubles
       WHERE tenant_id = $1 AND told_at > ${present} - interval '${TROUBLE_SECONDS} s') AS audit_trouble_s,
      (SELECT json_agg(c) FROM (
         (SELECT k.id AS connector, coalesce(t.events, 0) AS events, k.health IN ('healthy', 'unknown') AS is_healthy,
            NULL::integer AS longest_run
          FROM connectors k LEFT JOIN ingest_totals t ON t.tenant_id = $1 AND t.connector = k.id
          WHERE k.tenant_id = $1 AND k.enabled ORDER BY k.id LIMIT ${CONNECTORS_MAX})
         UNION ALL
         SELECT connector, events, NULL, longest_run FROM ingest_totals WHERE tenant_id = $1 AND connector = '${API_CONNECTOR}'
       ) AS c) AS connectors,
      json_build_array(${jobs.join(', ')}) AS jobs,
      ${countedSql('dead_letters WHERE tenant_id = $1')} AS dead_letters,
      (SELECT coalesce(sum(n), 0) FROM webhooks w CROSS JOIN LATERAL (
         SELECT ${countedSql(
           "webhook_deliveries WHERE tenant_id = $1 AND endpoint_id = w.id AND status = 'dead'",
         )} AS n) AS d
       WHERE w.tenant_id = $1 AND w.status <> 'deleted') AS deliveries_dead,
      ${countedSql("webhooks WHERE tenant_id = $1 AND status = 'disabled'")} AS endpoints_disabled,
      (SELECT json_agg(s) FROM (
         SELECT stage, minute, buckets, seconds FROM stage_timings WHERE tenant_id = $1 AND minute = 0
         UNION ALL
         SELECT stage, minute, buckets, seconds FROM stage_timings
         WHERE tenant_id = $1 AND stage = '${SCORE_COMPUTATION}' AND minute >= ${recent}::integer) AS s) AS stage_times`;
}

function highestScore(
  stalest: readonly (number | null)[],
  { policy, now }: { policy: Policy; now: number },
): number | null {
  const halfLives = byClass(policy, (halfLife) => halfLife);
  const scores = stalest.flatMap((at, place) =>
    at === null ? [] : scoreAt(at, now, halfLives[place] as number),
  );
  return scores.length === 0 ? null : Math.max(...scores);
}

function figuresOf(
  row: FigureRow,
  { policy, now }: { policy: Policy; now: number },
): Omit<OperationalFigures, 'work_failures'> {
  // From the freshest band to the stalest: how many are above its lower edge, less those above its upper one.
  const above = [row.total, ...row.above, 0];
  const bands = Object.fromEntries(
    RISK_LEVELS.map((level, place) => [level, Number(above[place]) - Number(above[place + 1])]),
  ) as Record<RiskLevel, number>;
  const counts = <Name extends string>(names: readonly Name[], amounts: readonly number[]) =>
    Object.fromEntries(names.map((name, place) => [name, Number(amounts[place])])) as Record<Name, number>;
  const stageTimes = row.stage_times ?? [];
  const lag = Object.fromEntries(
    LAG_STAGES.map((stage) => {
      const [items, oldest_s] = row.lag[stage];
      return [stage, { items, oldest_s: Math.max(0, oldest_s ?? 0) }];
    }),
  ) as OperationalFigures['lag'];
  return {
    bands,
    stalest_score: highestScore(row.stalest, { policy, now }),
    reviews: counts(REVIEW_STATUSES, row.reviews),
    reviews_past_sla: row.reviews_past_sla,
    remediations: counts(
      REMEDIATION_STATUSES,
      REMEDIATION_STATUSES.map((status) => row.remediations?.[status] ?? 0),
    ),
    breakers_open: row.breakers_open,
    removal_findings: row.removal_findings,
    lag,
    audit_unsigned_s: Math.max(lag.audit.oldest_s, row.audit_trouble_s ?? 0),
    connectors: (row.connectors ?? []).map(({ longest_run, ...connector }) => ({
      ...connector,
      // A connector is asked on schedule and is meant to bring use while it is enabled; what is posted has to show it.
      is_steady: longest_run === null || isSteady({ longest_run }),
    })),
    jobs: counts(OPEN_JOB_STATUSES, row.jobs),
    dead_letters: row.dead_letters,
    webhook_deliveries: { waiting: lag.webhook_deliveries.items, dead: Number(row.deliveries_dead) },
    webhook_endpoints_disabled: row.endpoints_disabled,
    stage_times: stageTimes.filter(({ minute }) => minute === 0),
    recent_computations: addTimes(stageTimes.filter(({ minute }) => minute > 0)),
  };
}
