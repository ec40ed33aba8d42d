/** Days of the reader's own calendar, as instants: from the beginning of the one, before the beginning of the other. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: string;
  to?: string;
} {
  const instant = (day: string | undefined): string | undefined => {
    // Without a zone, a date with a time is local.
    const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00`);
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  };
  const [begin, end] = [instant(from), instant(to)];
  return { ...(begin ? { from: begin } : {}), ...(end ? { to: end } : {}) };
}
