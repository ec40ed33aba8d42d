import type { Querier } from '../../platform/database/database.ts';
import { searchWords } from '../../platform/search-words.ts';
import type { AssetLine, GrantLine, IdentityLine, MembershipLine, PrincipalLine } from './directory.rules.ts';
import type { Fields } from './directory-changes.rules.ts';

/**
 * Set-based writes of the directory. A chunk goes to the server as one JSON parameter. A row that would not change
 * is not written, so importing the same file again costs reads only. Rows are locked in the order of their keys,
 * so that two imports of the same rows wait for each other instead of deadlocking.
 */

/** Older versions stored any date. One that cannot be gives way to what an import says, or to "not known". */
const isPlausible = (column: string): string => `(${column} BETWEEN 'epoch' AND now() + interval '24 hours')`;
const latest = (stored: string, given: string): string =>
  `greatest(CASE WHEN ${isPlausible(stored)} THEN ${stored} END, ${given})`;

/** What lines have added, and what they have changed, as it was and as it is. */
export interface Written<Line> {
  added: Line[];
  changed: ChangedRow[];
}

export type ChangedRow = { id: string; before: Fields; after: Fields };

const PRINCIPAL_RECORD = `(id text, display_name text, email text, type text, source text, department text, platform text,
  manager_id text, mfa_enabled boolean, last_login_at timestamptz, disabled boolean, protected boolean,
  purpose text, created_at timestamptz)`;

/** What a line does not say stays as it is: a connector and a provider know nothing of it. */
const PURPOSE = "nullif(coalesce(r.purpose, o.purpose, 'none'), 'none')";
const PURPOSE_VALUES = {
  purpose: PURPOSE,
  purpose_since: `CASE WHEN ${PURPOSE} IS NOT DISTINCT FROM o.purpose THEN o.purpose_since
                       WHEN ${PURPOSE} IS NOT NULL THEN now() END`,
};
const NEW_PURPOSE = "nullif(purpose, 'none'), CASE WHEN purpose <> 'none' THEN now() END";

const CHANGES_DEPARTMENT = 'r.department IS DISTINCT FROM o.department';
/** A change that was observed: from one to another. Whether it is a move is found out later. */
const IS_OBSERVED = `${CHANGES_DEPARTMENT} AND r.department IS NOT NULL AND o.department IS NOT NULL`;
const noted = (column: string, value: string): string =>
  `CASE WHEN ${IS_OBSERVED} THEN ${value} WHEN ${CHANGES_DEPARTMENT} THEN NULL ELSE o.${column} END`;
const OBSERVED_DEPARTMENT = {
  department_since: noted('department_since', 'now()'),
  department_before: noted('department_before', 'o.department'),
  is_move: noted('is_move', 'NULL'),
};
/** Another account describes the person from now on: nothing was seen to change. */
const OTHER_DEPARTMENT = Object.fromEntries(
  Object.keys(OBSERVED_DEPARTMENT).map((column) => [
    column,
    `CASE WHEN NOT (${CHANGES_DEPARTMENT}) THEN o.${column} END`,
  ]),
);

export async function upsertPrincipals(
  tx: Querier,
  lines: PrincipalLine[],
  { is_observed = true }: { is_observed?: boolean } = {},
): Promise<Written<PrincipalLine>> {
  const added = await tx.query<{ id: string }>(
    `INSERT INTO principals (tenant_id, id, display_name, email, type, source, department, platform, manager_id,
                             mfa_enabled, last_login_at, disabled, protected, purpose, purpose_since, created_at)
     SELECT $1, id, display_name, email, type, coalesce(source, 'import'), department, platform, manager_id,
            mfa_enabled, last_login_at, coalesce(disabled, false), coalesce(protected, false),
            ${NEW_PURPOSE}, coalesce(created_at, now())
     FROM json_to_recordset($2) AS r ${PRINCIPAL_RECORD} ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  const written = await withChanges(tx, lines, added, {
    table: 'principals',
    record: PRINCIPAL_RECORD,
    values: {
      display_name: 'r.display_name',
      email: 'r.email',
      type: 'r.type',
      source: "coalesce(r.source, 'import')",
      department: 'r.department',
      platform: 'r.platform',
      manager_id: 'r.manager_id',
      mfa_enabled: 'r.mfa_enabled',
      last_login_at: latest('o.last_login_at', 'r.last_login_at'),
      disabled: 'coalesce(r.disabled, false)',
      protected: 'coalesce(r.protected, false)',
      ...PURPOSE_VALUES,
      ...(is_observed ? OBSERVED_DEPARTMENT : OTHER_DEPARTMENT),
    },
  });
  await replaceSearchTerms(tx, 'principals', lines, lines.flatMap(principalTerms));
  if (isWritten(written)) tx.changed?.('principals');
  return written;
}

/** Lets those of these be found that have rows of their own in lists, and the others no longer. */
export async function indexPrincipals(tx: Querier, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ id: string; display_name: string; email: string | null }>(
    `SELECT id, display_name, email FROM principals
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND linked_to IS NULL`,
    [tx.tenant_id, ids],
  );
  await replaceSearchTerms(
    tx,
    'principals',
    ids.map((id) => ({ id })),
    rows.flatMap(principalTerms),
  );
}

// Not the domain of the address: everybody has the same.
const principalTerms = ({ id, display_name, email }: Pick<PrincipalLine, 'id' | 'display_name' | 'email'>) =>
  termsOf(id, display_name, email?.split('@', 1)[0]);

const ASSET_RECORD = `(id text, name text, type text, platform text, classification text, owner_id text,
  contains_pii boolean, tags text[], protected boolean, created_at timestamptz)`;

export async function upsertAssets(tx: Querier, lines: AssetLine[]): Promise<Written<AssetLine>> {
  const added = await tx.query<{ id: string }>(
    `INSERT INTO assets (tenant_id, id, name, type, platform, classification, owner_id, contains_pii, tags, protected,
                         created_at)
     SELECT $1, id, name, type, platform, classification, owner_id, contains_pii, coalesce(tags, '{}'),
            coalesce(protected, false), coalesce(created_at, now())
     FROM json_to_recordset($2) AS r ${ASSET_RECORD} ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  const written = await withChanges(tx, lines, added, {
    table: 'assets',
    record: ASSET_RECORD,
    values: {
      name: 'r.name',
      type: 'r.type',
      platform: 'r.platform',
      // A line that does not classify keeps what was found out meanwhile.
      classification: 'coalesce(r.classification, o.classification)',
      owner_id: 'r.owner_id',
      contains_pii: 'coalesce(r.contains_pii, o.contains_pii)',
      tags: "coalesce(r.tags, '{}')",
      protected: 'coalesce(r.protected, false)',
    },
  });
  const words = lines.flatMap(({ id, name, tags }) => termsOf(id, name, ...(tags ?? [])));
  await replaceSearchTerms(tx, 'assets', lines, words);
  if (isWritten(written)) tx.changed?.('assets');
  return written;
}

/** Answers those that are new. */
export async function upsertMemberships(tx: Querier, lines: MembershipLine[]): Promise<MembershipLine[]> {
  const added = await tx.query<{ group_id: string; member_id: string }>(
    `INSERT INTO memberships (tenant_id, group_id, member_id)
     SELECT $1, group_id, member_id FROM json_to_recordset($2) AS r (group_id text, member_id text)
     ORDER BY group_id COLLATE "C", member_id COLLATE "C"
     ON CONFLICT DO NOTHING RETURNING group_id, member_id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  return added.map((row) => ({ kind: 'membership', ...row }));
}

const IDENTITY_RECORD = '(provider text, external_id text, principal_id text)';

/** An external id that is new, or now somebody else's. */
export type WrittenIdentity = Omit<IdentityLine, 'kind'> & { previous_principal_id: string | null };

export async function upsertIdentities(tx: Querier, lines: IdentityLine[]): Promise<WrittenIdentity[]> {
  const parameters = [tx.tenant_id, JSON.stringify(lines)];
  const added = await tx.query<WrittenIdentity>(
    `INSERT INTO identities (tenant_id, provider, external_id, principal_id)
     SELECT $1, provider, external_id, principal_id FROM json_to_recordset($2) AS r ${IDENTITY_RECORD}
     ORDER BY provider COLLATE "C", external_id COLLATE "C"
     ON CONFLICT (tenant_id, provider, external_id) DO NOTHING
     RETURNING provider, external_id, principal_id, NULL AS previous_principal_id`,
    parameters,
  );
  if (added.length === lines.length) return added;
  const moved = await tx.query<WrittenIdentity>(
    `WITH before AS MATERIALIZED (
       SELECT i.provider, i.external_id, i.principal_id, r.principal_id AS next_id
       FROM json_to_recordset($2) AS r ${IDENTITY_RECORD}
       JOIN identities i ON i.tenant_id = $1 AND i.provider = r.provider AND i.external_id = r.external_id
       WHERE i.principal_id <> r.principal_id
       ORDER BY i.provider, i.external_id FOR UPDATE OF i
     )
     UPDATE identities i SET principal_id = b.next_id FROM before b
     WHERE i.tenant_id = $1 AND i.provider = b.provider AND i.external_id = b.external_id
     RETURNING i.provider, i.external_id, i.principal_id, b.principal_id AS previous_principal_id`,
    parameters,
  );
  return [...added, ...moved];
}

const GRANT_RECORD = `(id text, principal_id text, asset_id text, via_group_id text, permission text, status text,
  purpose text, granted_at timestamptz, last_used_at timestamptz)`;

export async function upsertGrants(tx: Querier, lines: GrantLine[]): Promise<Written<GrantLine>> {
  const added = await tx.query<{ id: string }>(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, via_group_id, permission, status, purpose,
                         purpose_since, granted_at, last_used_at)
     SELECT $1, id, principal_id, asset_id, via_group_id, permission, coalesce(status, 'active'),
            ${NEW_PURPOSE}, coalesce(granted_at, now()), last_used_at
     FROM json_to_recordset($2) AS r ${GRANT_RECORD} ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  const written = await withChanges(tx, lines, added, {
    table: 'grants',
    record: GRANT_RECORD,
    values: {
      principal_id: 'r.principal_id',
      asset_id: 'r.asset_id',
      via_group_id: 'r.via_group_id',
      permission: 'r.permission',
      last_used_at: latest('o.last_used_at', 'r.last_used_at'),
      granted_at: `CASE WHEN ${isPlausible('o.granted_at')} THEN o.granted_at ELSE coalesce(r.granted_at, now()) END`,
      ...PURPOSE_VALUES,
    },
  });
  if (isWritten(written)) tx.changed?.('grants', 'principals', 'assets');
  return written;
}

const isWritten = ({ added, changed }: Written<unknown>): boolean => added.length + changed.length > 0;

/** Which of the lines were added, and what the others have changed. */
async function withChanges<Line extends { id: string }>(
  tx: Querier,
  lines: Line[],
  added: { id: string }[],
  noun: Parameters<typeof updateChanged>[1],
): Promise<Written<Line>> {
  const ids = new Set(added.map((row) => row.id));
  const known = lines.filter((line) => !ids.has(line.id));
  return {
    added: lines.filter((line) => ids.has(line.id)),
    changed: known.length > 0 ? await updateChanged(tx, noun, known) : [],
  };
}

/**
 * Updates rows that are there where lines say something else. They are locked before they are read, so what is answered as
 * former is what was overwritten, whoever else imports.
 */
async function updateChanged(
  tx: Querier,
  { table, record, values }: { table: string; record: string; values: Readonly<Record<string, string>> },
  lines: readonly { id: string }[],
): Promise<ChangedRow[]> {
  const columns = Object.keys(values);
  const stored = columns.map((column) => `o.${column}`).join(', ');
  const stated = Object.values(values).join(', ');
  const asJson = `json_build_object(${columns.map((column) => `'${column}', o.${column}`).join(', ')})`;
  return tx.query<ChangedRow>(
    `WITH before AS MATERIALIZED (
       SELECT r.id AS key, o.* FROM (
         SELECT * FROM json_to_recordset($2) AS r ${record} ORDER BY id COLLATE "C") r
       -- Looked up by its key: a join would compare each with each.
       JOIN LATERAL (
         SELECT ${asJson} AS before, ${columns.map((column) => `${values[column]} AS ${column}`).join(', ')}
         FROM ${table} o
         WHERE o.tenant_id = $1 AND o.id = r.id AND (${stored}) IS DISTINCT FROM (${stated})
         LIMIT 1 FOR UPDATE) o ON true
     )
     UPDATE ${table} o SET ${columns.map((column) => `${column} = b.${column}`).join(', ')} FROM before b
     WHERE o.tenant_id = $1 AND o.id = b.key
     RETURNING o.id, b.before, ${asJson} AS after`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
}

/** Which of these ids exist. */
export async function existingIds(
  tx: Querier,
  noun: 'principals' | 'assets',
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; type: string }>(
    `SELECT id, type FROM ${noun} WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
    [tx.tenant_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row.type]));
}

function termsOf(id: string, ...texts: (string | null | undefined)[]): { id: string; term: string }[] {
  return searchWords(...texts).map((term) => ({ id, term }));
}

/** NOT IN looks every term up in a table of hashes; NOT EXISTS, without hash joins, compared each with each: 416 ms for 500 rows. */
async function replaceSearchTerms(
  tx: Querier,
  noun: 'principals' | 'assets',
  owners: { id: string }[],
  terms: { id: string; term: string }[],
): Promise<void> {
  await tx.query(
    `WITH wanted AS MATERIALIZED (
       SELECT id COLLATE "C" AS id, term COLLATE "C" AS term FROM json_to_recordset($4) AS r (id text, term text)
     ), gone AS (
       DELETE FROM search_terms s
       WHERE s.tenant_id = $1 AND s.noun = $2 AND s.id = ANY ($3::text[])
         AND (s.id, s.term) NOT IN (SELECT w.id, w.term FROM wanted w)
     )
     INSERT INTO search_terms (tenant_id, noun, term, id)
     SELECT $1, $2, term, id FROM wanted ORDER BY term, id
     ON CONFLICT DO NOTHING`,
    [tx.tenant_id, noun, owners.map((owner) => owner.id), JSON.stringify(terms)],
  );
}
