import type { GrantAccount } from '../core/accounts/grant-account.rules.ts';
import { grantAccount } from '../core/accounts/grant-account.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../platform/database/page.ts';
import { tallySql } from '../platform/database/tallies.ts';
import type { PathSummary, RemediationPlan } from './engine/plan.rules.ts';
import type { GuardVerdict } from './guards/guards.rules.ts';
import type { RemediationMode } from './mode.rules.ts';
import type { Execution, RemediationAction, RemediationStatus, Verification } from './remediation.rules.ts';

/** What is removed, by which review and how. */
export type RemediationSubject = {
  id: string;
  review_id: string;
  grant_id: string;
  principal_id: string;
  asset_id: string;
  action: RemediationAction;
  target: string;
  platform: string;
  connector_id: string | null;
  execution: Execution;
  requested_by: string;
};

/** How far it is. */
export type RemediationState = {
  status: RemediationStatus;
  operation: 'revoke' | 'restore';
  dry_run: boolean;
  attempts: number;
  approved_by: string | null;
  approved_at: string | null;
  /** When it is carried out or tried next; null while it waits for a person and when it is over. */
  due_at: string | null;
  created_at: string;
  completed_at: string | null;
  verified_at: string | null;
  reverted_at: string | null;
  assigned_to_id: string | null;
  requested_at: string | null;
  attested_at: string | null;
  contradicted_at: string | null;
  contradiction_open: boolean;
};

export type RemediationRow = RemediationSubject &
  RemediationState & {
    decision_id: string;
    principal_name: string;
    asset_name: string;
    /** By which account of the principal it is, or was, held. */
    account: GrantAccount | null;
    simulated: boolean;
    mode: RemediationMode | null;
    error: string | null;
    reason: string;
    /** What showed it: the connector, an import or a sync. */
    verified_by: string | null;
    /** What a remediation that is over rests on; null while nothing is claimed. */
    verification: Verification | null;
    assigned_to_name: string | null;
    attested_by: string | null;
    attestation: string | null;
    observed: 'gone' | 'present' | null;
    observed_at: string | null;
    observed_by: string | null;
  };

export type RemediationDetail = RemediationRow & {
  plan: RemediationPlan | null;
  guards: GuardVerdict[] | null;
  remaining_paths: PathSummary[] | null;
  /** What puts it back, as it would be sent. */
  undo: { made_at: string; statements: string[] } | null;
  accept_other_losses: boolean;
  steps: { attempt: number; step: string; outcome: string; detail: string | null; at: string }[];
};

/** As `verificationOf` of the domain has it, of a row `r`. */
export const VERIFICATION = `CASE WHEN r.status <> 'completed' OR r.dry_run THEN NULL
  WHEN r.execution = 'simulated' THEN 'simulated' WHEN r.verified_at IS NOT NULL THEN 'verified'
  WHEN r.attested_at IS NOT NULL THEN 'attested' ELSE 'not_verified' END`;

const COLUMNS = `r.id, r.review_id, r.decision_id, r.grant_id, r.principal_id, p.display_name AS principal_name, r.asset_id,
  a.name AS asset_name, ${grantAccount('r.grant_id')} AS account, r.action, r.target, r.platform, r.connector_id, r.execution,
  r.execution = 'simulated' AS simulated, r.status, r.operation, r.mode, r.dry_run,
  r.attempts, r.error, r.reason, r.requested_by, r.approved_by, r.approved_at, r.due_at, r.created_at, r.completed_at,
  r.verified_at, r.verified_by, r.reverted_at, ${VERIFICATION} AS verification, r.assigned_to_id,
  o.display_name AS assigned_to_name, r.requested_at, r.attested_by, r.attested_at, r.attestation, r.observed,
  r.observed_at, r.observed_by, r.contradicted_at, r.contradiction_open`;

const NAMES = `JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
  JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
  LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = r.assigned_to_id`;

export interface RemediationFilters {
  status?: RemediationStatus | undefined;
  review_id?: string | undefined;
  grant_id?: string | undefined;
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  platform?: string | undefined;
  assigned_to_id?: string | undefined;
  /** Those whose access was seen although its remediation was requested or claimed. */
  contradiction_open?: 'true' | 'false' | undefined;
  /** By age. */
  order?: 'asc' | 'desc' | undefined;
}

const FILTERS = [
  'status',
  'review_id',
  'grant_id',
  'principal_id',
  'asset_id',
  'platform',
  'assigned_to_id',
] as const;

export async function listRemediations(
  q: Querier,
  filters: RemediationFilters,
  page: PageRequest,
): Promise<PageOf<RemediationRow>> {
  const parameters = new Parameters();
  const conditions = [`r.tenant_id = ${parameters.add(q.tenant_id)}`];
  for (const name of FILTERS) {
    const value = filters[name];
    if (value !== undefined) conditions.push(`r.${name} = ${parameters.add(value)}`);
  }
  if (filters.contradiction_open !== undefined) {
    conditions.push(
      filters.contradiction_open === 'true' ? 'r.contradiction_open' : 'NOT r.contradiction_open',
    );
  }
  const where = conditions.join(' AND ');
  const descending = filters.order === 'desc';
  return queryPage(q, page, {
    parameters,
    key: 'r.id',
    descending,
    total: totalSql(filters, where, parameters),
    page: (bounds) =>
      `SELECT ${COLUMNS} FROM (SELECT r.* FROM remediations r WHERE ${where} ${bounds}) AS r ${NAMES} ORDER BY r.id ${descending ? 'DESC' : 'ASC'}`,
  });
}

/** A review, a grant, a principal and an assignee have few, and findings are; those are counted. */
function totalSql(filters: RemediationFilters, where: string, parameters: Parameters): string {
  const { review_id, grant_id, principal_id, asset_id, platform, status } = filters;
  const few = [review_id, grant_id, principal_id, filters.assigned_to_id, filters.contradiction_open];
  if (few.some((filter) => filter !== undefined)) {
    return `SELECT count(*) AS total FROM remediations r WHERE ${where}`;
  }
  return asset_id === undefined
    ? tallySql('remediations', [platform, status], parameters)
    : tallySql('asset_remediations', [asset_id, status, platform], parameters);
}

export async function getRemediation(q: Querier, id: string): Promise<RemediationDetail | null> {
  const rows = await q.query<RemediationDetail>(
    `SELECT ${COLUMNS}, r.plan, r.guards, r.remaining_paths, r.accept_other_losses,
            CASE WHEN r.undo IS NOT NULL THEN
              json_build_object('made_at', r.undo->'made_at', 'statements', r.undo->'statements') END AS undo,
            coalesce((SELECT json_agg(json_build_object('attempt', s.attempt, 'step', s.step, 'outcome', s.outcome,
                        'detail', s.detail, 'at', to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                        ORDER BY s.id)
                      FROM remediation_steps s WHERE s.tenant_id = $1 AND s.remediation_id = r.id), '[]') AS steps
     FROM remediations r ${NAMES} WHERE r.tenant_id = $1 AND r.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}
