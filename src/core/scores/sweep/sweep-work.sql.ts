import type { Querier } from '../../../platform/database/database.ts';
import type { Passing } from '../marks.rules.ts';

/** What the passing of time has made due for a tenant; each is claimed by whoever does it. */
export type SweepWork = {
  grants: boolean;
  principals: boolean;
  /** Another grant may be the stalest of somebody. */
  overtaken: boolean;
  timers: boolean;
  campaigns: boolean;
  /** A schedule has a campaign begun. */
  campaign_schedules: boolean;
  group_decisions: boolean;
  /** A question that waits for its turn may be asked. */
  waiting: boolean;
  /** A rule may decide something. */
  rules: boolean;
  /** A question that a rule held back may be asked. */
  held: boolean;
  counts: boolean;
  unanswered: boolean;
  /** Until the next score passes a mark or the next timer ends, of those that have not; null: none will. */
  next_ms: number | null;
};

/** The parameters of `asColumns`, from one on. */
const marksFrom = (first: number): string =>
  `unnest($${first}::integer[], $${first + 1}::integer[], $${first + 2}::timestamptz[]) AS m (half_life_class, reached, before)`;

const IS_AT_MARK = 's.half_life_class = m.half_life_class AND s.reached = m.reached';

const anyPassed = (table: string, marks: string): string =>
  `EXISTS (SELECT FROM ${marks}
           JOIN LATERAL (SELECT FROM ${table} AND ${IS_AT_MARK} AND s.lapses_at <= m.before LIMIT 1) one ON true)`;

const nextPassing = (table: string, marks: string): string =>
  `(SELECT min(next.lapses_at - m.before) FROM ${marks}
    JOIN LATERAL (SELECT s.lapses_at FROM ${table} AND ${IS_AT_MARK} AND s.lapses_at > m.before
                  ORDER BY s.lapses_at LIMIT 1) next ON true)`;

const GRANTS = 'grant_scores s WHERE s.tenant_id = $1 AND s.active';
const PRINCIPALS = 'principal_scores s WHERE s.tenant_id = $1';

/** A few probes of indexes in one statement: of most tenants nothing is due, and a claim each is a transaction each. */
export async function findSweepWork(
  q: Querier,
  due: { now: string; grants: readonly Passing[]; principals: readonly Passing[] },
): Promise<SweepWork> {
  const [row] = await q.query<SweepWork>(
    `SELECT ${anyPassed(GRANTS, marksFrom(3))} AS grants,
            ${anyPassed(PRINCIPALS, marksFrom(6))} AS principals,
            EXISTS (SELECT FROM principal_scores WHERE tenant_id = $1 AND overtaken_at <= $2) AS overtaken,
            EXISTS (SELECT FROM workflows WHERE tenant_id = $1 AND timer_at <= $2) AS timers,
            EXISTS (SELECT FROM campaigns WHERE tenant_id = $1 AND generated_at IS NULL) AS campaigns,
            EXISTS (SELECT FROM campaign_schedules WHERE tenant_id = $1 AND next_run_at <= $2) AS campaign_schedules,
            EXISTS (SELECT FROM group_decisions WHERE tenant_id = $1 AND due_at <= $2) AS group_decisions,
            EXISTS (SELECT FROM waiting_turns WHERE tenant_id = $1 AND next_at <= $2) AS waiting,
            EXISTS (SELECT FROM rules WHERE tenant_id = $1 AND is_on AND look_at <= $2) AS rules,
            EXISTS (SELECT FROM held_questions WHERE tenant_id = $1 AND look_at <= $2) AS held,
            EXISTS (SELECT FROM review_count_changes WHERE tenant_id = $1) AS counts,
            EXISTS (SELECT FROM unanswered_changes WHERE tenant_id = $1) AS unanswered,
            (extract(epoch FROM least(
              ${nextPassing(GRANTS, marksFrom(3))}, ${nextPassing(PRINCIPALS, marksFrom(6))},
              (SELECT overtaken_at FROM principal_scores WHERE tenant_id = $1 AND overtaken_at > $2
               ORDER BY overtaken_at LIMIT 1) - $2,
              (SELECT timer_at FROM workflows WHERE tenant_id = $1 AND timer_at > $2 ORDER BY timer_at LIMIT 1) - $2,
              (SELECT next_run_at FROM campaign_schedules WHERE tenant_id = $1 AND next_run_at > $2
               ORDER BY next_run_at LIMIT 1) - $2,
              (SELECT due_at FROM group_decisions WHERE tenant_id = $1 AND due_at > $2 ORDER BY due_at LIMIT 1) - $2,
              (SELECT next_at FROM waiting_turns WHERE tenant_id = $1 AND next_at > $2) - $2,
              (SELECT min(look_at) FROM rules WHERE tenant_id = $1 AND is_on AND look_at > $2) - $2,
              (SELECT look_at FROM held_questions WHERE tenant_id = $1 AND look_at > $2 ORDER BY look_at LIMIT 1) - $2
            )) * 1000)::float8 AS next_ms`,
    [q.tenant_id, due.now, ...asColumns(due.grants), ...asColumns(due.principals)],
  );
  return row as SweepWork;
}

export const asColumns = (passings: readonly Passing[]): [number[], number[], string[]] => [
  passings.map(({ half_life_class }) => half_life_class),
  passings.map(({ reached }) => reached),
  passings.map(({ lapsed_before }) => lapsed_before),
];
