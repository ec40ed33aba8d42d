import type { Querier } from '../../platform/database/database.ts';
import { Parameters } from '../../platform/database/page.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { ReportFilters } from '../../reports/report.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { halfLifeClass } from '../scores/half-life.rules.ts';
import { epochMs } from '../scores/lists/score-history.sql.ts';
import type { KeptPast } from './compliance-lapse.rules.ts';
import { filterConditions } from './figures.sql.ts';

/**
 * Instants are milliseconds since 1970. What many grants share comes as text, so that it is read once per text and not
 * once per grant: a million rows cost most where they are taken apart.
 */
export type GrantRow = {
  id: string;
  principal_id: string;
  /** `PrincipalTraits` as JSON. */
  principal: string;
  is_service: boolean;
  /** `AssetTraits` as JSON. */
  asset: string;
  permission: string;
  granted_at: number;
  seen_at: number;
  revoked_at: number | null;
  restored_at: number | null;
  last_used_at: number | null;
  lapses_at: number | null;
  half_life_class: number | null;
  has_purpose: boolean;
  /** In hex; null when it was not used since `since`, because then the past can be told without. */
  active_days: string | null;
  /** Changes of the lapse date since `since`, "instant:milliseconds" each, separated by spaces. */
  changes: string | null;
  /** Nobody had answered the last review of it before `to`, and none was open then. */
  unanswered: boolean;
};

export interface PrincipalTraits {
  type: string;
  disabled: boolean;
  mfa_enabled: boolean | null;
  last_login_at: number | null;
}

export interface AssetTraits {
  platform: string;
  classification: string | null;
  contains_pii: boolean | null;
  /** By which it is watched. */
  connector_id: string | null;
}

const PAGE = 2_000;

/** Every grant there was before `to`, in no order, page by page. To be called with the plans of sets. */
export async function* grantsBefore(
  tx: Querier,
  { since, to, filters }: { since: string; to: string; filters: ReportFilters },
): AsyncGenerator<GrantRow[]> {
  const parameters = new Parameters();
  for (const value of [tx.tenant_id, since, to]) parameters.add(value);
  await tx.query(
    `DECLARE report_grants NO SCROLL CURSOR FOR
     WITH p AS MATERIALIZED (
       SELECT id, department, type = 'service_account' AS is_service, purpose IS NOT NULL AS has_purpose,
              json_build_object('type', type, 'disabled', disabled, 'mfa_enabled', mfa_enabled,
                'last_login_at', ${epochMs('last_login_at')})::text AS traits
       FROM principals WHERE tenant_id = $1
     ), a AS MATERIALIZED (
       SELECT id, platform, classification, json_build_object('platform', platform, 'classification', classification,
                'contains_pii', contains_pii, 'connector_id', connector_id)::text AS traits
       FROM assets WHERE tenant_id = $1
     ), h AS MATERIALIZED (
       SELECT grant_id, string_agg(${epochMs('at')} || ':' || ${epochMs('(lapses_at - previous_lapses_at)')}, ' ') AS changes
       FROM score_history WHERE tenant_id = $1 AND at >= $2 AND previous_lapses_at IS NOT NULL GROUP BY grant_id
     ), u AS MATERIALIZED (
       SELECT DISTINCT w.grant_id FROM (
         SELECT DISTINCT ON (principal_id, asset_id) id, status, closed_at, access_grant_ids FROM reviews
         WHERE tenant_id = $1 AND created_at < $3
         ORDER BY principal_id, asset_id, created_at DESC, id DESC) l
       CROSS JOIN LATERAL unnest(l.access_grant_ids) AS w (grant_id)
       WHERE l.status = 'EXPIRED' AND l.closed_at < $3
         AND NOT EXISTS (SELECT FROM review_decisions d WHERE d.tenant_id = $1 AND d.review_id = l.id
                           AND d.grant_id = w.grant_id AND d.decided_at < $3)
     )
     SELECT g.id, g.principal_id, p.traits AS principal, p.is_service, a.traits AS asset, g.permission,
            ${epochMs('g.granted_at')} AS granted_at, ${epochMs('g.created_at')} AS seen_at, ${epochMs('g.revoked_at')} AS revoked_at,
            ${epochMs('g.restored_at')} AS restored_at, ${epochMs('s.last_used_at')} AS last_used_at,
            ${epochMs('s.lapses_at')} AS lapses_at, s.half_life_class, p.has_purpose OR g.purpose IS NOT NULL AS has_purpose,
            CASE WHEN s.last_used_at >= $2 THEN encode(s.active_days, 'hex') END AS active_days, h.changes,
            u.grant_id IS NOT NULL AS unanswered
     FROM grants g JOIN p ON p.id = g.principal_id JOIN a ON a.id = g.asset_id
     LEFT JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
     LEFT JOIN h ON h.grant_id = g.id
     LEFT JOIN u ON u.grant_id = g.id
     WHERE g.tenant_id = $1 AND g.granted_at < $3 ${filterConditions(parameters, filters)}`,
    parameters.values,
  );
  // The next page is on its way while this one is counted.
  const fetch = (): Promise<GrantRow[]> => {
    const page = tx.query<GrantRow>(`FETCH ${PAGE} FROM report_grants`);
    page.catch(() => {});
    return page;
  };
  for (let next = fetch(); ; ) {
    const rows = await next;
    if (rows.length === 0) break;
    next = fetch();
    yield rows;
  }
  await tx.query('CLOSE report_grants');
}

const NO_CHANGES: KeptPast['changes'] = [];

export function keptPast(row: GrantRow, policy: Policy): KeptPast {
  const { patience } = policy;
  const { granted_at, seen_at, last_used_at } = row;
  return {
    granted_at,
    is_service: row.is_service,
    seen_at,
    last_used_at,
    has_purpose: row.has_purpose,
    active_days: row.active_days === null ? null : Buffer.from(row.active_days, 'hex'),
    // Not scored yet: nothing is known of it but when it was granted.
    lapses_at: row.lapses_at ?? granted_at + patience.never_used_days * DAY_MS,
    half_life_class: row.half_life_class ?? halfLifeClass(patience.never_used_days, policy),
    changes: row.changes === null ? NO_CHANGES : readChanges(row.changes),
  };
}

function readChanges(changes: string): KeptPast['changes'] {
  return changes.split(' ').map((change) => {
    const [at, by_ms] = change.split(':').map(Number) as [number, number];
    return { at, by_ms };
  });
}

/** Removed before the instant, and not put back before it. */
export function wasGone({ revoked_at, restored_at }: GrantRow, instant: number): boolean {
  if (revoked_at === null || revoked_at >= instant) return false;
  return restored_at === null || restored_at >= instant;
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
     JOIN grants g ON g.tenant_id = $1 AND g.id = w.id
     JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id`,
    [tx.tenant_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
