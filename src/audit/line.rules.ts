/**
 * The bytes of an entry that its leaf in the tree is the hash of. They are made here and nowhere else, from the values that are
 * shown: nobody who administers the database can have one thing hashed and another shown. Changing a form makes every entry of
 * that form look altered: a change needs a form of its own.
 */
export type AuditLineFields = {
  form: number;
  id: string;
  /** `2026-03-01T00:00:00.123456`, in UTC, as exact as stored, without zeros at its end. */
  recorded_at: string;
  /** When it happened, likewise. */
  at: string;
  event_type: string;
  actor: string;
  principal_id: string | null;
  review_id: string | null;
  asset_id: string | null;
  description: string;
  /** JSON in the spelling of the database, which keeps numbers of any length. */
  data: string;
};

export function auditLine(entry: AuditLineFields): string {
  const { id, form, at, recorded_at, event_type, actor, principal_id, review_id, asset_id } = entry;
  const texts = (named: Record<string, string | null>): string =>
    Object.entries(named)
      .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
      .join('');
  const begin = `{"id":${JSON.stringify(id)}`;
  const end = `,"description":${JSON.stringify(entry.description)},"data":${entry.data}}`;
  if (form === 1) {
    // It has one time, stored as both: what lists are ordered by must be what was signed.
    const timestamp = recorded_at === at ? `${at}Z` : null;
    return begin + texts({ timestamp, event_type, actor, principal_id, review_id }) + end;
  }
  const times = { timestamp: `${recorded_at}Z`, occurred_at: `${at}Z` };
  return `${begin},"form":${form}${texts({ ...times, event_type, actor, principal_id, review_id, asset_id })}${end}`;
}

/** As the API writes instants: milliseconds, cut off. */
export function instantOf(exact: string): string {
  const [seconds = '', fraction = ''] = exact.split('.');
  return `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}
