import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import { tallySql } from '../../platform/database/tallies.ts';
import type { GrantAccount } from '../accounts/grant-account.rules.ts';
import { grantAccount } from '../accounts/grant-account.sql.ts';
import { GRANT_STATUSES, type GrantStatus, type Purpose } from './directory.rules.ts';

export type GrantRow = {
  id: string;
  principal_id: string;
  principal_name: string;
  asset_id: string;
  asset_name: string;
  platform: string;
  permission: string;
  status: GrantStatus;
  via_group_id: string | null;
  /** Its own mark; that of its principal counts where there is none. */
  purpose: Purpose | null;
  granted_at: string;
  last_used_at: string | null;
  account: GrantAccount | null;
};

/** Of a grant and its score `o`: what its platform told when it was imported, or a later use that came in since. */
export const LAST_USED = 'greatest(o.last_used_at, g.last_used_at) AS last_used_at';

const COLUMNS = `g.id, g.principal_id, p.display_name AS principal_name, g.asset_id, a.name AS asset_name, a.platform,
  g.permission, g.status, g.via_group_id, g.purpose, g.granted_at, ${LAST_USED},
  ${grantAccount('g.id')} AS account`;

const LOOKUPS = `JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
  JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
  LEFT JOIN grant_scores o ON o.tenant_id = $1 AND o.grant_id = g.id`;

export interface GrantFilters {
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  status?: GrantStatus | undefined;
}

export async function listGrants(
  q: Querier,
  filters: GrantFilters,
  page: PageRequest,
): Promise<PageOf<GrantRow>> {
  const { principal_id, asset_id, status } = filters;
  const parameters = new Parameters();
  const conditions = [`g.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (principal_id !== undefined) conditions.push(`g.principal_id = ${parameters.add(principal_id)}`);
  if (asset_id !== undefined) conditions.push(`g.asset_id = ${parameters.add(asset_id)}`);
  if (status !== undefined) conditions.push(`g.status = '${statusLiteral(status)}'`);
  const where = conditions.join(' AND ');

  return queryPage(q, page, {
    parameters,
    key: 'g.id',
    total: talliedGrants(filters, where, parameters),
    page: (
      bounds,
    ) => `SELECT ${COLUMNS} FROM (SELECT g.* FROM grants g WHERE ${where} ${bounds}) AS g ${LOOKUPS}
                       ORDER BY g.id`,
  });
}

export async function getGrant(q: Querier, id: string): Promise<GrantRow | null> {
  const rows = await q.query<GrantRow>(
    `SELECT ${COLUMNS} FROM grants g ${LOOKUPS} WHERE g.tenant_id = $1 AND g.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** Kept totals; those of a principal, which has few, are counted. */
export function talliedGrants(
  { principal_id, asset_id, status }: GrantFilters,
  where: string,
  parameters: Parameters,
): string {
  if (principal_id !== undefined) return `SELECT count(*) AS total FROM grants g WHERE ${where}`;
  if (asset_id !== undefined) return tallySql('asset_grants', [asset_id, status], parameters);
  return tallySql('grants', [status], parameters);
}

/** Written into the statement, because only a constant lets the planner use the index of grants not active. */
export function statusLiteral(status: GrantStatus): GrantStatus {
  const known = GRANT_STATUSES.find((candidate) => candidate === status);
  if (!known) throw new TypeError(`unknown grant status ${status}`);
  return known;
}
