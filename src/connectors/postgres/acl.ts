/** One right as the server records it: who gave what to whom, and whether it may be given on. */
export interface AclEntry {
  /** `null`: everybody. */
  grantee: string | null;
  /** `null`: a role that no longer exists. */
  grantor: string | null;
  privilege: string;
  grantable: boolean;
  /** `null`: the whole object. */
  column: string | null;
}

export type ObjectKind = 'database' | 'schema' | 'table';

const READS = new Set(['SELECT', 'REFERENCES', 'USAGE', 'CONNECT', 'TEMPORARY']);
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'MAINTAIN', 'CREATE']);

/** What lets somebody come to what is in a schema or database, and gives nothing of it. */
const WAYS_IN = new Set(['USAGE', 'CONNECT', 'TEMPORARY']);

/** Nothing else may be put into a statement. */
export const PRIVILEGES: ReadonlySet<string> = new Set([...READS, ...WRITES]);

/** One word for a set of rights. Who may give a right on decides about others, as an administrator does. */
export function permissionOf(entries: readonly AclEntry[]): string {
  if (entries.some((entry) => entry.grantable)) return 'admin';
  if (entries.every(({ privilege }) => WAYS_IN.has(privilege))) return 'use';
  const reads = entries.some(({ privilege }) => READS.has(privilege));
  const writes = entries.some(({ privilege }) => !READS.has(privilege));
  return writes ? (reads ? 'read_write' : 'write') : 'read';
}

/** `SELECT, UPDATE (price), INSERT with grant option`: for people. */
export function describeRights(entries: readonly AclEntry[]): string {
  const words = entries.map(
    ({ privilege, column, grantable }) =>
      privilege + (column === null ? '' : ` (${column})`) + (grantable ? ' with grant option' : ''),
  );
  return [...new Set(words)].sort().join(', ');
}

export const entryText = (entry: AclEntry): string =>
  JSON.stringify([entry.grantee, entry.grantor, entry.privilege, entry.grantable, entry.column]);

export function sameEntries(some: readonly AclEntry[], others: readonly AclEntry[]): boolean {
  const left = some.map(entryText).sort();
  const right = others.map(entryText).sort();
  return left.length === right.length && left.every((text, i) => text === right[i]);
}

export function groupEntries<K>(
  entries: readonly AclEntry[],
  keyOf: (entry: AclEntry) => K,
): Map<K, AclEntry[]> {
  const groups = new Map<K, AclEntry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}

export function sortEntries(entries: readonly AclEntry[]): AclEntry[] {
  return [...entries].sort((a, b) => (entryText(a) < entryText(b) ? -1 : 1));
}

/** Rows as the server makes them in `ACL_ROW`. */
export const ACL_ROW = `json_build_object('grantee', grantee.rolname, 'grantor', grantor.rolname,
  'privilege', x.privilege_type, 'grantable', x.is_grantable, 'is_everybody', x.grantee = 0)`;

export type AclRow = Omit<AclEntry, 'column'> & { column?: string | null; is_everybody: boolean };

/** A grantee that is neither everybody nor a known role was dropped meanwhile: there is nobody to report. */
export function entriesOf(rows: readonly AclRow[] | null): AclEntry[] {
  return (rows ?? [])
    .filter((row) => row.is_everybody || row.grantee !== null)
    .map(({ grantee, grantor, privilege, grantable, column }) => ({
      grantee,
      grantor,
      privilege,
      grantable,
      column: column ?? null,
    }));
}
