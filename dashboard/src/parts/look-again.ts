const SOON_MS = 2_000;
const LATE_MS = 60_000;

/** When something that waits is worth another look: just after it is due, not more often than every 2 s, within a minute. */
export function lookAgainMs(
  waiting: readonly { due_at: string | null; is_running: boolean }[],
  now: number,
): number | false {
  const waits = waiting.flatMap(({ due_at, is_running }) => {
    if (is_running) return [SOON_MS];
    return due_at === null ? [] : [Date.parse(due_at) - now + 1_000];
  });
  if (waits.length === 0) return false;
  return Math.min(Math.max(Math.min(...waits), SOON_MS), LATE_MS);
}
