/** A day of a field, and the end of another, as instants where the reader is. Empty: left to the service. */
export const periodOfDays = (from: string, until: string): { starts_at?: string; ends_at?: string } => ({
  ...(from === '' ? {} : { starts_at: new Date(`${from}T00:00:00`).toISOString() }),
  ...(until === '' ? {} : { ends_at: endOfDay(until) }),
});

/** The first instant of the next day, also where that has 23 or 25 hours in between. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** Whether somebody decides for another now, will, or did. */
export function stateOf(
  { starts_at, ends_at }: { starts_at: string; ends_at: string | null },
  now: number,
): 'planned' | 'current' | 'ended' {
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'ended';
  return Date.parse(starts_at) <= now ? 'current' : 'planned';
}
