import type { Querier } from '../../../platform/database/database.ts';
import type { Passing } from '../marks.rules.ts';

/** What the passing of time has made due for a tenant; each is claimed by whoever does it. */
export type SweepWork = {
  grants: boolean;
  principals: boolean;
  timers: boolean;
  campaigns: boolean;
  counts: boolean;
  unanswered: boolean;
  /** Until the next score passes a mark or the next timer ends, of those that have not; null: none will. */
  next_ms: number | null;
};

const anyPassed = (table: string, marks: string, instants: string): string =>
  `EXISTS (SELECT FROM unnest(${marks}::integer[], ${instants}::timestamptz[]) AS m (reached, before)
           JOIN LATERAL (SELECT FROM ${table} AND s.reached = m.reached AND s.lapses_at <= m.before LIMIT 1) one ON true)`;

const nextPassing = (table: string, marks: string, instants: string): string =>
  `(SELECT min(next.lapses_at - m.before)
    FROM unnest(${marks}::integer[], ${instants}::timestamptz[]) AS m (reached, before)
    JOIN LATERAL (SELECT s.lapses_at FROM ${table} AND s.reached = m.reached AND s.lapses_at > m.before
                  ORDER BY s.lapses_at LIMIT 1) next ON true)`;

const GRANTS = 'grant_scores s WHERE s.tenant_id = $1 AND s.active';
const PRINCIPALS = 'principal_scores s WHERE s.tenant_id = $1';

/** A few probes of indexes in one statement: of most tenants nothing is due, and a claim each is a transaction each. */
export async function findSweepWork(
  q: Querier,
  due: { now: string; grants: readonly Passing[]; principals: readonly Passing[] },
): Promise<SweepWork> {
  const [row] = await q.query<SweepWork>(
    `SELECT ${anyPassed(GRANTS, '$3', '$4')} AS grants,
            ${anyPassed(PRINCIPALS, '$5', '$6')} AS principals,
            EXISTS (SELECT FROM workflows WHERE tenant_id = $1 AND timer_at <= $2) AS timers,
            EXISTS (SELECT FROM campaigns WHERE tenant_id = $1 AND generated_at IS NULL) AS campaigns,
            EXISTS (SELECT FROM review_count_changes WHERE tenant_id = $1) AS counts,
            EXISTS (SELECT FROM unanswered_changes WHERE tenant_id = $1) AS unanswered,
            (extract(epoch FROM least(
              ${nextPassing(GRANTS, '$3', '$4')}, ${nextPassing(PRINCIPALS, '$5', '$6')},
              (SELECT timer_at FROM workflows WHERE tenant_id = $1 AND timer_at > $2 ORDER BY timer_at LIMIT 1) - $2
            )) * 1000)::float8 AS next_ms`,
    [q.tenant_id, due.now, ...asColumns(due.grants), ...asColumns(due.principals)],
  );
  return row as SweepWork;
}

const asColumns = (passings: readonly Passing[]): [number[], string[]] => [
  passings.map(({ reached }) => reached),
  passings.map(({ lapsed_before }) => lapsed_before),
];
