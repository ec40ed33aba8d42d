import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { PrincipalLine, PrincipalType } from '../directory/directory.rules.ts';
import type { KnownPerson, LinkableAccount, LinkReason } from './link.rules.ts';

/** What its platform says of an account, in the words of a principal. */
export type AccountProfile = Omit<PrincipalLine, 'kind' | 'id' | 'manager_id'> & {
  manager_key: string | null;
};

export interface SeenAccount {
  external_key: string;
  type: PrincipalType;
  home_id: string;
  name: string;
  entra_object_id: string | null;
  sign_in_key: string | null;
  email_key: string | null;
  disabled: boolean;
  /** A group whose members only Microsoft Entra ID knows. */
  members_elsewhere: boolean;
  profile: AccountProfile;
}

export type AccountRow = LinkableAccount & {
  external_key: string;
  name: string;
  profile: AccountProfile;
  gone_at: string | null;
  /** Its page is not stored yet: nothing hangs on it. */
  is_new: boolean;
};

const COLUMNS = `a.id, a.connector_id, a.external_key, a.type, a.home_id, a.principal_id, a.name, a.entra_object_id,
  a.sign_in_key, a.email_key, a.disabled OR a.gone_at IS NOT NULL AS disabled, a.profile, a.how, a.settled, a.gone_at,
  NOT EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.connector_id = a.connector_id
              AND o.kind = 'principal' AND o.external_key = a.external_key) AS is_new`;

/** Remembers what a page of a platform says of its accounts; new ones are of nobody but themselves. */
export async function saveAccounts(
  tx: Querier,
  connectorId: string,
  { accounts, now }: { accounts: readonly SeenAccount[]; now: number },
): Promise<void> {
  if (accounts.length === 0) return;
  await tx.query(
    `INSERT INTO accounts AS a (tenant_id, id, connector_id, external_key, type, home_id, principal_id, name, entra_object_id,
       sign_in_key, email_key, disabled, members_elsewhere, profile, how, linked_at, linked_by, first_seen_at)
     SELECT $1, home_id, $2, external_key, type, home_id, home_id, name, entra_object_id, sign_in_key, email_key, disabled,
            members_elsewhere, profile, 'own', $4, 'system', $4
     FROM json_to_recordset($3) AS r (external_key text, type text, home_id text, name text, entra_object_id text,
       sign_in_key text, email_key text, disabled boolean, members_elsewhere boolean, profile jsonb)
     ORDER BY external_key COLLATE "C"
     ON CONFLICT (tenant_id, connector_id, external_key) DO UPDATE SET
       type = excluded.type, name = excluded.name, entra_object_id = excluded.entra_object_id,
       sign_in_key = excluded.sign_in_key, email_key = excluded.email_key, disabled = excluded.disabled,
       members_elsewhere = excluded.members_elsewhere, profile = excluded.profile, gone_at = NULL
     WHERE (a.type, a.name, a.entra_object_id, a.sign_in_key, a.email_key, a.disabled, a.members_elsewhere, a.profile, a.gone_at)
       IS DISTINCT FROM (excluded.type, excluded.name, excluded.entra_object_id, excluded.sign_in_key, excluded.email_key,
                         excluded.disabled, excluded.members_elsewhere, excluded.profile, NULL)`,
    [tx.tenant_id, connectorId, JSON.stringify(accounts, storable), isoInstant(now)],
  );
}

// PostgreSQL cannot keep these characters; what else is said with them is refused where it is stored.
const storable = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\0|\p{Surrogate}/gu, '\ufffd') : value;

/** Those whom the platform no longer lists. */
export async function markAccountsGone(
  tx: Querier,
  connectorId: string,
  { keys, now }: { keys: readonly string[]; now: number },
): Promise<void> {
  await tx.query(
    `UPDATE accounts SET gone_at = $4
     WHERE tenant_id = $1 AND connector_id = $2 AND external_key = ANY ($3::text[]) AND gone_at IS NULL`,
    [tx.tenant_id, connectorId, keys, isoInstant(now)],
  );
}

/** The accounts with these keys, by the key. */
export async function accountsByKey(
  q: Querier,
  connectorId: string,
  keys: readonly string[],
): Promise<Map<string, AccountRow>> {
  const rows = await q.query<AccountRow>(
    `SELECT ${COLUMNS} FROM unnest($3::text[]) AS k (key)
     JOIN accounts a ON a.tenant_id = $1 AND a.connector_id = $2 AND a.external_key = k.key`,
    [q.tenant_id, connectorId, [...new Set(keys)]],
  );
  return new Map(rows.map((row) => [row.external_key, row]));
}

/** Locked until the transaction ends. */
export async function lockAccount(tx: Querier, id: string): Promise<AccountRow | null> {
  const rows = await tx.query<AccountRow>(
    `SELECT ${COLUMNS} FROM accounts a WHERE a.tenant_id = $1 AND a.id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Who is linked by whom is found by one at a time of a tenant, so that two syncs see each other's accounts. */
export async function lockLinking(tx: Querier): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('lapse accounts ' || $1::text, 0))", [
    tx.tenant_id,
  ]);
}

/** Accounts that have anything in common with these: an object id, an address, or whom they are of. */
export async function accountsNear(
  q: Querier,
  near: Readonly<
    Record<'entra_object_id' | 'sign_in_key' | 'email_key' | 'principal_id' | 'home_id', readonly string[]>
  >,
): Promise<AccountRow[]> {
  const addresses = [...new Set([...near.sign_in_key, ...near.email_key])];
  const principals = [...new Set([...near.principal_id, ...near.home_id])];
  return q.query<AccountRow>(
    `SELECT ${COLUMNS} FROM (
       SELECT id FROM unnest($2::text[]) AS k (key)
       JOIN LATERAL (SELECT id FROM accounts WHERE tenant_id = $1 AND entra_object_id = k.key OFFSET 0) x ON true
       UNION SELECT id FROM unnest($3::text[]) AS k (key)
       JOIN LATERAL (SELECT id FROM accounts WHERE tenant_id = $1 AND sign_in_key = k.key OFFSET 0) x ON true
       UNION SELECT id FROM unnest($3::text[]) AS k (key)
       JOIN LATERAL (SELECT id FROM accounts WHERE tenant_id = $1 AND email_key = k.key OFFSET 0) x ON true
       UNION SELECT id FROM unnest($4::text[]) AS k (key)
       JOIN LATERAL (SELECT id FROM accounts WHERE tenant_id = $1 AND principal_id = k.key OFFSET 0) x ON true
       UNION SELECT id FROM unnest($4::text[]) AS k (key)
       JOIN LATERAL (SELECT id FROM accounts WHERE tenant_id = $1 AND home_id = k.key OFFSET 0) x ON true) near
     JOIN accounts a ON a.tenant_id = $1 AND a.id = near.id`,
    [q.tenant_id, near.entra_object_id, addresses, principals],
  );
}

/** Whom platforms call by a sign-in name or an object id, in lower case: who it is when all agree. */
export async function peopleCalled(q: Querier, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await q.query<{ name: string; principal_id: string }>(
    `SELECT n.name, min(x.principal_id) AS principal_id FROM unnest($2::text[]) AS n (name)
     CROSS JOIN LATERAL (
       (SELECT principal_id FROM accounts WHERE tenant_id = $1 AND sign_in_key = n.name AND type = 'user' AND gone_at IS NULL OFFSET 0)
       UNION ALL
       (SELECT principal_id FROM accounts WHERE tenant_id = $1 AND entra_object_id = n.name AND type <> 'group' AND gone_at IS NULL OFFSET 0)) x
     GROUP BY n.name HAVING count(DISTINCT x.principal_id) = 1`,
    [q.tenant_id, [...new Set(names)]],
  );
  return new Map(rows.map(({ name, principal_id }) => [name, principal_id]));
}

/** People and programs whom no connector has brought, by their e-mail and their external ids. */
export async function knownPeople(q: Querier, names: readonly string[]): Promise<KnownPerson[]> {
  if (names.length === 0) return [];
  const rows = await q.query<KnownPerson & { names: string[] }>(
    `SELECT p.id, p.type, p.disabled,
            ARRAY(SELECT i.external_key FROM identities i WHERE i.tenant_id = $1 AND i.principal_id = p.id
                    AND NOT EXISTS (SELECT FROM connectors c WHERE c.tenant_id = $1 AND c.id = i.provider)
                  UNION SELECT p.email_key WHERE p.email_key IS NOT NULL) AS names
     FROM (
       SELECT x.id FROM unnest($2::text[]) AS n (name)
       JOIN LATERAL (SELECT id FROM principals WHERE tenant_id = $1 AND email_key = n.name OFFSET 0) x ON true
       UNION
       SELECT x.principal_id FROM unnest($2::text[]) AS n (name)
       JOIN LATERAL (SELECT principal_id, provider FROM identities WHERE tenant_id = $1 AND external_key = n.name OFFSET 0) x
         ON true) found
     JOIN principals p ON p.tenant_id = $1 AND p.id = found.id
     WHERE p.removed_at IS NULL AND p.linked_to IS NULL
       AND NOT EXISTS (SELECT FROM accounts a WHERE a.tenant_id = $1 AND a.home_id = p.id)`,
    [q.tenant_id, [...new Set(names)]],
  );
  return rows.map(({ names: all, ...row }) => ({
    ...row,
    entra_object_ids: all.filter((name) => OBJECT_ID.test(name)),
    addresses: all.filter((name) => !OBJECT_ID.test(name)),
  }));
}

const OBJECT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What members of these groups hold on platforms that do not tell who is in them is compared by the next sync, which comes at once.
 * `null`: of all groups.
 */
export async function syncWithoutMembers(
  tx: Querier,
  groupIds: readonly string[] | null,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE connectors c SET next_sync_at = least(c.next_sync_at, $3)
     WHERE c.tenant_id = $1 AND c.enabled AND (c.lease IS NULL OR c.next_sync_at <= $3)
       AND EXISTS (SELECT FROM accounts a WHERE a.tenant_id = $1 AND a.connector_id = c.id AND a.members_elsewhere
                     AND ($2::text[] IS NULL OR a.principal_id = ANY ($2::text[])))`,
    [tx.tenant_id, groupIds, isoInstant(now)],
  );
  tx.wakes?.('connectors');
}

export interface AccountLink {
  account_id: string;
  principal_id: string;
  how: LinkReason;
  settled?: 'linked' | 'unlinked' | null;
}

/** Whose they are from now on. */
export async function setLinks(
  tx: Querier,
  links: readonly AccountLink[],
  { actor, now }: { actor: string; now: number },
): Promise<void> {
  if (links.length === 0) return;
  await tx.query(
    `UPDATE accounts a SET principal_id = r.principal_id, how = r.how, settled = coalesce(r.settled, a.settled),
       linked_by = $3, linked_at = CASE WHEN a.principal_id = r.principal_id AND a.how = r.how THEN a.linked_at ELSE $4 END
     FROM json_to_recordset($2) AS r (account_id text, principal_id text, how text, settled text)
     WHERE a.tenant_id = $1 AND a.id = r.account_id`,
    [tx.tenant_id, JSON.stringify(links), actor, isoInstant(now)],
  );
}
