import type { Querier } from '../../platform/database/database.ts';
import { type StageSums, TIME_BOUNDS_S } from './stage-times.rules.ts';

const MINUTE_MS = 60_000;
/** Alerts look at ten; what is older is of no use to anybody. */
const KEPT_MINUTES = 15;

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

const ADDED = Array.from(
  { length: TIME_BOUNDS_S.length + 1 },
  (_, place) => `t.buckets[${place + 1}] + excluded.buckets[${place + 1}]`,
).join(', ');

/** Adds to the sums of the minute and of all time, and removes minutes that are old: one statement for all stages. */
export async function addStageTimings(q: Querier, stages: readonly StageSums[], now: number): Promise<void> {
  if (stages.length === 0) return;
  const minute = minuteOf(now);
  const rows = stages.flatMap((sums) => [
    { ...sums, minute },
    { ...sums, minute: 0 },
  ]);
  await q.query(
    `WITH old AS (
       DELETE FROM stage_timings WHERE tenant_id = $1 AND minute > 0 AND minute < $3
     )
     INSERT INTO stage_timings AS t (tenant_id, stage, minute, buckets, seconds)
     SELECT $1, stage, minute, buckets, seconds
     FROM json_to_recordset($2) AS r (stage text, minute integer, buckets bigint[], seconds float8)
     ORDER BY stage COLLATE "C", minute
     ON CONFLICT (tenant_id, stage, minute) DO UPDATE SET buckets = ARRAY[${ADDED}],
       seconds = t.seconds + excluded.seconds`,
    [q.tenant_id, JSON.stringify(rows), minute - KEPT_MINUTES],
  );
}
