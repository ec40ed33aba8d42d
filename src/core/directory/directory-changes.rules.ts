/** Columns of a row of the directory, as an audit entry tells them. */
export type Fields = Record<string, unknown>;

/**
 * What is seen of use and of signing in changes all the time and is no change of the directory: scores and their history
 * tell it.
 */
const OBSERVED: ReadonlySet<string> = new Set(['last_login_at', 'last_used_at']);
const INSTANTS: ReadonlySet<string> = new Set(['granted_at', 'created_at']);
/** Said by the entry itself. */
const NAMING: ReadonlySet<string> = new Set([
  'kind',
  'id',
  'purpose_since',
  'department_since',
  'department_before',
  'is_move',
]);

/** The fields that differ, before and after; null when none does. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } | null {
  const differing = Object.keys(after).filter(
    (field) =>
      !OBSERVED.has(field) &&
      !NAMING.has(field) &&
      JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (differing.length === 0) return null;
  return { before: pick(before, differing), after: pick(after, differing) };
}

/** What is known of something that was not there before; what nobody said is left out. */
export function statedFields(line: object): Fields {
  const fields = line as Fields;
  const stated = Object.keys(fields).filter(
    (field) => !OBSERVED.has(field) && !NAMING.has(field) && (fields[field] ?? null) !== null,
  );
  return pick(fields, stated);
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.map((name) => [name, INSTANTS.has(name) ? instant(fields[name]) : (fields[name] ?? null)]),
  );
}

const instant = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(String(value)).toISOString();
