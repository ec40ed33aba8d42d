import type {
  AssetLine,
  GrantLine,
  IdentityLine,
  MembershipLine,
  PrincipalLine,
} from '../domain/directory.ts';
import { searchWords } from '../domain/search-words.ts';
import type { Querier } from './database.ts';

/**
 * Set-based writes of the directory. A chunk goes to the server as one JSON parameter. A row that would not change
 * is not written, so importing the same file again costs reads only. Rows are locked in the order of their keys,
 * so that two imports of the same rows wait for each other instead of deadlocking.
 */

/** Older versions stored any date. One that cannot be gives way to what an import says, or to "not known". */
const isPlausible = (column: string): string => `(${column} BETWEEN 'epoch' AND now() + interval '24 hours')`;
const latest = (stored: string, given: string): string =>
  `greatest(CASE WHEN ${isPlausible(stored)} THEN ${stored} END, ${given})`;

/** A row that is new or was changed. */
export type Upserted = { id: string; existed: boolean };

export async function upsertPrincipals(tx: Querier, lines: PrincipalLine[]): Promise<Upserted[]> {
  const changed = await tx.query<Upserted>(
    `INSERT INTO principals AS p (tenant_id, id, display_name, email, type, source, department, platform, manager_id,
                                  mfa_enabled, last_login_at, disabled, protected, created_at)
     SELECT $1, id, display_name, email, type, coalesce(source, 'import'), department, platform, manager_id,
            mfa_enabled, last_login_at, coalesce(disabled, false), coalesce(protected, false),
            coalesce(created_at, now())
     FROM json_to_recordset($2) AS r (id text, display_name text, email text, type text, source text,
       department text, platform text, manager_id text, mfa_enabled boolean, last_login_at timestamptz,
       disabled boolean, protected boolean, created_at timestamptz)
     ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO UPDATE SET
       display_name = excluded.display_name, email = excluded.email, type = excluded.type, source = excluded.source,
       department = excluded.department, platform = excluded.platform, manager_id = excluded.manager_id,
       mfa_enabled = excluded.mfa_enabled, last_login_at = ${latest('p.last_login_at', 'excluded.last_login_at')},
       disabled = excluded.disabled, protected = excluded.protected
     WHERE (p.display_name, p.email, p.type, p.source, p.department, p.platform, p.manager_id, p.mfa_enabled,
            p.last_login_at, p.disabled, p.protected)
       IS DISTINCT FROM
           (excluded.display_name, excluded.email, excluded.type, excluded.source, excluded.department,
            excluded.platform, excluded.manager_id, excluded.mfa_enabled,
            ${latest('p.last_login_at', 'excluded.last_login_at')}, excluded.disabled, excluded.protected)
     RETURNING id, xmax <> 0 AS existed`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  // Not the domain of the address: everybody has the same.
  const words = lines.flatMap(({ id, display_name, email }) =>
    termsOf(id, display_name, email?.split('@', 1)[0]),
  );
  await replaceSearchTerms(tx, 'principals', lines, words);
  if (changed.length > 0) tx.changed?.('principals');
  return changed;
}

export async function upsertAssets(tx: Querier, lines: AssetLine[]): Promise<Upserted[]> {
  const changed = await tx.query<Upserted>(
    `INSERT INTO assets AS a (tenant_id, id, name, type, platform, classification, owner_id, contains_pii, tags,
                              protected, created_at)
     SELECT $1, id, name, type, platform, classification, owner_id, contains_pii, coalesce(tags, '{}'),
            coalesce(protected, false), coalesce(created_at, now())
     FROM json_to_recordset($2) AS r (id text, name text, type text, platform text, classification text,
       owner_id text, contains_pii boolean, tags text[], protected boolean, created_at timestamptz)
     ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO UPDATE SET
       name = excluded.name, type = excluded.type, platform = excluded.platform,
       -- A line that does not classify keeps what was found out meanwhile.
       classification = coalesce(excluded.classification, a.classification), owner_id = excluded.owner_id,
       contains_pii = coalesce(excluded.contains_pii, a.contains_pii), tags = excluded.tags,
       protected = excluded.protected
     WHERE (a.name, a.type, a.platform, a.classification, a.owner_id, a.contains_pii, a.tags, a.protected)
       IS DISTINCT FROM (excluded.name, excluded.type, excluded.platform,
                         coalesce(excluded.classification, a.classification), excluded.owner_id,
                         coalesce(excluded.contains_pii, a.contains_pii), excluded.tags, excluded.protected)
     RETURNING id, xmax <> 0 AS existed`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  const words = lines.flatMap(({ id, name, tags }) => termsOf(id, name, ...(tags ?? [])));
  await replaceSearchTerms(tx, 'assets', lines, words);
  if (changed.length > 0) tx.changed?.('assets');
  return changed;
}

export async function upsertMemberships(tx: Querier, lines: MembershipLine[]): Promise<void> {
  await tx.query(
    `INSERT INTO memberships (tenant_id, group_id, member_id)
     SELECT $1, group_id, member_id FROM json_to_recordset($2) AS r (group_id text, member_id text)
     ORDER BY group_id COLLATE "C", member_id COLLATE "C"
     ON CONFLICT DO NOTHING`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
}

export async function upsertIdentities(tx: Querier, lines: IdentityLine[]): Promise<void> {
  await tx.query(
    `INSERT INTO identities AS i (tenant_id, provider, external_id, principal_id)
     SELECT $1, provider, external_id, principal_id
     FROM json_to_recordset($2) AS r (provider text, external_id text, principal_id text)
     ORDER BY provider COLLATE "C", external_id COLLATE "C"
     ON CONFLICT (tenant_id, provider, external_id) DO UPDATE SET principal_id = excluded.principal_id
     WHERE i.principal_id <> excluded.principal_id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
}

/** Answers the ids of grants that are new or changed. */
export async function upsertGrants(tx: Querier, lines: GrantLine[]): Promise<string[]> {
  const changed = await tx.query<{ id: string }>(
    `INSERT INTO grants AS g (tenant_id, id, principal_id, asset_id, via_group_id, permission, status, granted_at,
                              last_used_at)
     SELECT $1, id, principal_id, asset_id, via_group_id, permission, coalesce(status, 'active'),
            coalesce(granted_at, now()), last_used_at
     FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, via_group_id text,
       permission text, status text, granted_at timestamptz, last_used_at timestamptz)
     ORDER BY id COLLATE "C"
     ON CONFLICT (tenant_id, id) DO UPDATE SET
       principal_id = excluded.principal_id, asset_id = excluded.asset_id, via_group_id = excluded.via_group_id,
       permission = excluded.permission, last_used_at = ${latest('g.last_used_at', 'excluded.last_used_at')},
       granted_at = CASE WHEN ${isPlausible('g.granted_at')} THEN g.granted_at ELSE excluded.granted_at END
     WHERE NOT ${isPlausible('g.granted_at')}
       OR (g.principal_id, g.asset_id, g.via_group_id, g.permission, g.last_used_at)
       IS DISTINCT FROM (excluded.principal_id, excluded.asset_id, excluded.via_group_id, excluded.permission,
                         ${latest('g.last_used_at', 'excluded.last_used_at')})
     RETURNING id`,
    [tx.tenant_id, JSON.stringify(lines)],
  );
  const moved = await updateGivenStatuses(
    tx,
    lines.filter((line) => line.status),
  );
  if (changed.length + moved.length > 0) tx.changed?.('grants', 'principals', 'assets');
  return [...new Set([...changed.map((row) => row.id), ...moved])];
}

/** Only a status that a line states moves an existing grant; a line without one must not revive a revoked grant. */
async function updateGivenStatuses(tx: Querier, lines: GrantLine[]): Promise<string[]> {
  if (lines.length === 0) return [];
  const moved = await tx.query<{ id: string }>(
    `UPDATE grants g SET status = r.status
     FROM json_to_recordset($2) AS r (id text, status text)
     WHERE g.tenant_id = $1 AND g.id = r.id COLLATE "C" AND g.status <> r.status COLLATE "C"
     RETURNING g.id`,
    [tx.tenant_id, JSON.stringify(lines.map(({ id, status }) => ({ id, status })))],
  );
  return moved.map((row) => row.id);
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
