/** A time in which a platform's telemetry was down or not yet connected; half-open, and `from` may be -Infinity. */
export interface Outage {
  from: number;
  until: number;
}

/**
 * How long a platform was not watched after `since`. Overlapping outages count once; one that still lasts is not given
 * here, because it is added once, when it has ended.
 * SQL: sum(upper(r) - lower(r)) over unnest(range_agg(outage) * multirange(tstzrange($since, NULL))) AS r
 */
export function unobservedMs(outages: readonly Outage[], since: number): number {
  let total = 0;
  let counted = since;
  for (const { from, until } of [...outages].sort((a, b) => a.from - b.from)) {
    total += Math.max(0, until - Math.max(from, counted));
    counted = Math.max(counted, until);
  }
  return total;
}
