import type { Querier } from '../../platform/database/database.ts';

const NOT_HERE = `NOT EXISTS (SELECT FROM scim_resources r WHERE r.tenant_id = $1 AND r.id = p.id)`;

/**
 * Those whom an import or a connector already named with one of these accounts, or one of these addresses, and who are no
 * users or groups of SCIM yet. Two are enough to see that it is not clear.
 */
export async function principalsWithAccount(
  q: Querier,
  accounts: readonly string[],
  kind: 'user' | 'group',
): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `SELECT DISTINCT p.id FROM unnest($2::text[]) AS a (account)
     JOIN LATERAL (SELECT principal_id FROM identities WHERE tenant_id = $1 AND external_id = a.account LIMIT 10) i ON true
     JOIN LATERAL (SELECT id, type FROM principals WHERE tenant_id = $1 AND id = i.principal_id LIMIT 1) p
       ON (p.type = 'group') = ($3 = 'group')
     WHERE ${NOT_HERE} ORDER BY p.id LIMIT 2`,
    [q.tenant_id, accounts, kind],
  );
  return rows.map(({ id }) => id);
}

export async function peopleWithAddress(q: Querier, addresses: readonly string[]): Promise<string[]> {
  const rows = await q.query<{ id: string; is_free: boolean }>(
    `SELECT DISTINCT p.id, ${NOT_HERE} AS is_free FROM unnest($2::text[]) AS a (address)
     JOIN LATERAL (SELECT id FROM principals WHERE tenant_id = $1 AND email_key = lower(a.address) AND type <> 'group'
                   LIMIT 2) p ON true ORDER BY p.id LIMIT 2`,
    [q.tenant_id, addresses],
  );
  // An address of two does not tell who it is, also where one of them is a user here already.
  return rows.length === 1 && rows[0]?.is_free ? [rows[0].id] : [];
}

/** Whose these accounts at the provider are. */
export async function accountHolders(
  q: Querier,
  provider: string,
  accounts: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.query<{ external_id: string; principal_id: string }>(
    `SELECT external_id, principal_id FROM identities
     WHERE tenant_id = $1 AND provider = $2 AND external_id = ANY ($3::text[])`,
    [q.tenant_id, provider, accounts],
  );
  return new Map(rows.map((row) => [row.external_id, row.principal_id]));
}
