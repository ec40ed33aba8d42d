import type { Policy } from '../../core/policy/policy.rules.ts';
import { HABIT_GAPS, LATE_DAYS } from '../../core/scores/patience.rules.ts';
import {
  OVER_DAYS,
  SEASON_DAYS_MAX,
  SILENT_DAYS,
  UNEVEN_DAYS_MAX,
  YEAR_DAYS,
} from '../../core/scores/seasons.rules.ts';

/**
 * SQL for the patience of a season in the bits after that of the latest use; NULL where they show none. As `seasonOf` in
 * core/scores/seasons.rules.ts and what core/scores/patience.rules.ts makes of it. Most have no silence as it lies between
 * two seasons, and are not taken apart.
 */
export function seasonSql(remembered: string, policy: Policy, fromGap: (gap: string) => string): string {
  const { max_days, gap_percentile, gap_count } = policy.patience;
  const latest = `FILTER (WHERE spell <= 1 AND gap < ${OVER_DAYS} AND nth <= ${gap_count})`;
  return `CASE WHEN strpos(rtrim(${remembered}, '0'), repeat('0', ${SILENT_DAYS - 1})) > 0 THEN (
    SELECT CASE WHEN began + inside <= greatest(began, earlier) THEN inside
                ELSE least(${max_days}, greatest(inside, ${YEAR_DAYS + LATE_DAYS} - began)) END
    FROM (
      SELECT began, earlier, silence, before, ${fromGap('usual')} AS inside
      FROM (
        SELECT coalesce(sum(gap) FILTER (WHERE spell = 0), 0) AS began,
               max(gap) FILTER (WHERE spell = 1 AND gap >= ${OVER_DAYS}) AS silence,
               coalesce(sum(gap) FILTER (WHERE spell = 1 AND gap < ${OVER_DAYS}), 0) AS earlier,
               coalesce(max(gap) FILTER (WHERE spell = 2 AND gap >= ${OVER_DAYS}), ${SILENT_DAYS}) AS before,
               CASE WHEN count(*) ${latest} >= ${HABIT_GAPS}
                    THEN percentile_disc(${gap_percentile}) WITHIN GROUP (ORDER BY gap) ${latest}
                    ELSE coalesce(max(gap) ${latest}, 1) END AS usual
        FROM (
          SELECT gap, count(*) FILTER (WHERE gap >= ${OVER_DAYS}) OVER (ORDER BY n) AS spell,
                 count(*) FILTER (WHERE gap < ${OVER_DAYS}) OVER (ORDER BY n) AS nth
          FROM (SELECT length(zeros) + 1 AS gap, n
                FROM unnest(string_to_array(rtrim(${remembered}, '0'), '1')) WITH ORDINALITY AS z (zeros, n)
                WHERE n < cardinality(string_to_array(rtrim(${remembered}, '0'), '1'))) each) spells) sums
      WHERE ${isYear('silence + earlier')} AND began <= ${SEASON_DAYS_MAX} AND earlier <= ${SEASON_DAYS_MAX}
        AND before >= ${SILENT_DAYS} AND (began + earlier > 0 OR ${isYear('before')})) season) END`;
}

const isYear = (days: string): string =>
  `${days} BETWEEN ${YEAR_DAYS - UNEVEN_DAYS_MAX} AND ${YEAR_DAYS + UNEVEN_DAYS_MAX}`;
