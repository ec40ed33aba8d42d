/** A grant by its lapse date, in milliseconds since 1970. */
export interface LapsingGrant {
  grant_id: string;
  lapses_at: number;
}

/**
 * Which grant of a principal is its stalest after some of its grants have changed. Null: that cannot be told without
 * looking at all of them, because the one that was has become fresher or is gone.
 */
export function stalestAfter(
  before: LapsingGrant,
  changed: readonly (LapsingGrant & { active: boolean })[],
): LapsingGrant | null {
  let stalest = before;
  for (const { grant_id, lapses_at, active } of changed) {
    if (grant_id === before.grant_id && (!active || lapses_at > before.lapses_at)) return null;
    if (active && lapses_at < stalest.lapses_at) stalest = { grant_id, lapses_at };
  }
  return stalest;
}
