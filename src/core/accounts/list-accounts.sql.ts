import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import type { PrincipalType } from '../directory/directory.rules.ts';
import { ACCOUNT_AT } from './grant-account.sql.ts';
import type { ConflictKind, LinkReason } from './link.rules.ts';

/** An account as it is shown. */
export type ShownAccount = {
  id: string;
  principal_id: string;
  principal_name: string;
  own_principal_id: string;
  connector_id: string;
  connector_name: string;
  platform: string;
  name: string;
  external_key: string;
  type: PrincipalType;
  entra_object_id: string | null;
  disabled: boolean;
  gone_at: string | null;
  how: LinkReason;
  linked_at: string;
  linked_by: string;
  settled: 'linked' | 'unlinked' | null;
  grants: number;
  conflict: {
    kind: ConflictKind;
    candidates: { id: string; display_name: string }[];
    shared: string[];
    found_at: string;
  } | null;
};

/** Few people have more. */
const ACCOUNTS_MAX = 500;

const COLUMNS = `a.id, a.principal_id, p.display_name AS principal_name, a.home_id AS own_principal_id, a.connector_id,
  c.name AS connector_name, c.platform, a.name, a.external_key, a.type, a.entra_object_id, a.disabled, a.gone_at, a.how,
  a.linked_at, a.linked_by, a.settled,
  (SELECT count(*) FROM (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = a.principal_id AND status <> 'revoked' OFFSET 0) g
   JOIN LATERAL (SELECT FROM connector_objects WHERE tenant_id = $1 AND kind = 'grant' AND lapse_id = g.id
                   AND ${ACCOUNT_AT} = a.connector_id AND details ->> 'principal_key' = a.external_key LIMIT 1) o ON true) AS grants,
  CASE WHEN x.account_id IS NOT NULL THEN json_build_object('kind', x.kind, 'shared', x.shared,
    'found_at', to_char(x.found_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'candidates', (SELECT coalesce(json_agg(json_build_object('id', k.id, 'display_name', k.display_name) ORDER BY k.id), '[]')
                   FROM principals k WHERE k.tenant_id = $1 AND k.id = ANY (x.candidate_ids))) END AS conflict`;
const LOOKUPS = `JOIN connectors c ON c.tenant_id = $1 AND c.id = a.connector_id
  JOIN principals p ON p.tenant_id = $1 AND p.id = a.principal_id
  LEFT JOIN account_conflicts x ON x.tenant_id = $1 AND x.account_id = a.id`;

export async function accountsOf(q: Querier, principalId: string): Promise<ShownAccount[]> {
  return q.query<ShownAccount>(
    `SELECT ${COLUMNS} FROM (SELECT * FROM accounts WHERE tenant_id = $1 AND principal_id = $2
                             ORDER BY first_seen_at, id LIMIT ${ACCOUNTS_MAX}) a ${LOOKUPS} ORDER BY a.first_seen_at, a.id`,
    [q.tenant_id, principalId],
  );
}

export async function getAccount(q: Querier, id: string): Promise<ShownAccount | null> {
  const rows = await q.query<ShownAccount>(
    `SELECT ${COLUMNS} FROM accounts a ${LOOKUPS} WHERE a.tenant_id = $1 AND a.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Accounts with a conflict. */
export function listConflicts(q: Querier, page: PageRequest): Promise<PageOf<ShownAccount>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  return queryPage<ShownAccount>(q, page, {
    parameters,
    key: 'a.id',
    total: 'SELECT count(*) AS total FROM account_conflicts x WHERE x.tenant_id = $1',
    page: (bounds) =>
      `SELECT ${COLUMNS} FROM accounts a ${LOOKUPS} WHERE a.tenant_id = $1 AND x.account_id IS NOT NULL ${bounds}`,
  });
}
