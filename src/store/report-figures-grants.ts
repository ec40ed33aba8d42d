import type { ReportFilters } from '../domain/report.ts';
import type { Querier } from './database.ts';
import { Parameters } from './page.ts';
import { filterConditions } from './report-figures.ts';

/** Instants are milliseconds since 1970. */
export type GrantRow = {
  id: string;
  principal_id: string;
  principal_type: string;
  disabled: boolean;
  mfa_enabled: boolean | null;
  last_login_at: number | null;
  permission: string;
  platform: string;
  classification: string | null;
  contains_pii: boolean | null;
  granted_at: number;
  revoked_at: number | null;
  restored_at: number | null;
  last_used_at: number | null;
  active_days: Buffer | null;
  lapses_at: number | null;
  /** Of the changes since `since`: when, and by how many milliseconds. */
  changed_at: number[] | null;
  changed_by: number[] | null;
};

const PAGE = 10_000;
const ms = (column: string): string => `extract(epoch FROM ${column})::float8 * 1000`;

/** Every grant there was before `to`, those of one principal after another, page by page. */
export async function* grantsBefore(
  tx: Querier,
  { since, to, filters }: { since: string; to: string; filters: ReportFilters },
): AsyncGenerator<GrantRow[]> {
  let [principal, grant] = ['', ''];
  for (;;) {
    const parameters = new Parameters();
    for (const value of [tx.tenant_id, principal, grant, to, since]) parameters.add(value);
    const rows = await tx.query<GrantRow>(
      `SELECT g.id, g.principal_id, p.type AS principal_type, p.disabled, p.mfa_enabled,
              ${ms('p.last_login_at')} AS last_login_at, g.permission, a.platform, a.classification, a.contains_pii,
              ${ms('g.granted_at')} AS granted_at, ${ms('g.revoked_at')} AS revoked_at,
              ${ms('g.restored_at')} AS restored_at, ${ms('s.last_used_at')} AS last_used_at, s.active_days,
              ${ms('s.lapses_at')} AS lapses_at, h.changed_at, h.changed_by
       FROM grants g
       JOIN LATERAL (SELECT type, disabled, mfa_enabled, last_login_at, department FROM principals
                     WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
       JOIN LATERAL (SELECT platform, classification, contains_pii FROM assets
                     WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
       LEFT JOIN LATERAL (SELECT last_used_at, active_days, lapses_at FROM grant_scores
                          WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true
       CROSS JOIN LATERAL (
         SELECT array_agg(${ms('h.at')}) AS changed_at,
                array_agg(${ms('(h.lapses_at - h.previous_lapses_at)')}) AS changed_by
         FROM score_history h WHERE h.tenant_id = $1 AND h.grant_id = g.id AND h.at >= $5
           AND h.previous_lapses_at IS NOT NULL) h
       WHERE g.tenant_id = $1 AND (g.principal_id, g.id) > ($2, $3) AND g.granted_at < $4
             ${filterConditions(parameters, filters)}
       ORDER BY g.principal_id, g.id LIMIT ${PAGE}`,
      parameters.values,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    [principal, grant] = [last.principal_id, last.id];
  }
}

export type NamedGrant = {
  id: string;
  principal_name: string;
  department: string | null;
  asset_name: string;
};

export async function nameGrants(tx: Querier, ids: readonly string[]): Promise<Map<string, NamedGrant>> {
  const rows = await tx.query<NamedGrant>(
    `SELECT g.id, p.display_name AS principal_name, p.department, a.name AS asset_name
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = w.id LIMIT 1) g ON true
     JOIN LATERAL (SELECT * FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT * FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true`,
    [tx.tenant_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
