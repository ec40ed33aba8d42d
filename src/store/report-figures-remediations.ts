import type { RemediationOutcomes } from '../domain/compliance-summary.ts';
import type { ReportFilters } from '../domain/report.ts';
import type { Querier } from './database.ts';
import { Parameters } from './page.ts';
import { filterConditions, joinPair, type Window } from './report-figures.ts';

/** What an entry of the audit trail says about the state of a removal; entries about other things say nothing. */
const STATE = `CASE event_type
    WHEN 'remediation.started' THEN 'open' WHEN 'remediation.retried' THEN 'open'
    WHEN 'remediation.requested' THEN CASE WHEN data ->> 'operation' = 'restore' THEN 'completed' ELSE 'open' END
    WHEN 'remediation.executed' THEN 'completed' WHEN 'remediation.blocked' THEN 'blocked'
    WHEN 'remediation.attested' THEN CASE WHEN data ->> 'operation' = 'restore' THEN 'reverted' ELSE 'completed' END
    WHEN 'remediation.verified' THEN 'completed' WHEN 'remediation.closed' THEN 'completed'
    WHEN 'remediation.revert_cancelled' THEN 'completed'
    WHEN 'remediation.cancelled' THEN 'cancelled' WHEN 'remediation.reverted' THEN 'reverted'
    WHEN 'remediation.planned' THEN 'rehearsed'
    WHEN 'remediation.failed' THEN CASE WHEN data ->> 'operation' = 'restore' THEN 'completed' ELSE 'failed' END
  END`;
const EVENTS = [
  'started',
  'requested',
  'retried',
  'executed',
  'blocked',
  'attested',
  'verified',
  'closed',
  'revert_cancelled',
  'cancelled',
  'reverted',
  'planned',
  'failed',
];
/** What a connector has read back, or an import or a sync has shown. An attestation and the demo's simulation are neither. */
const IS_VERIFIED = `state = 'completed' AND (last_event = 'remediation.verified' OR execution = 'connector')`;

/**
 * Removals of a window, $2 to $3, with their state at its end. A row of `remediations` knows its latest state only, so
 * states are read from the audit trail.
 */
function removalsIn(parameters: Parameters, { from, to }: Window, filters: ReportFilters): string {
  parameters.add(from);
  parameters.add(to);
  const events = parameters.add(EVENTS.map((name) => `remediation.${name}`));
  return `entries AS MATERIALIZED (
      SELECT data ->> 'remediation_id' AS remediation_id, ${STATE} AS state, event_type, at, id, description,
             data ->> 'error' AS error
      FROM audit_entries WHERE tenant_id = $1 AND event_type = ANY (${events}::text[]) AND at < $3
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (remediation_id) * FROM entries ORDER BY remediation_id, at DESC, id DESC
    ), earlier AS MATERIALIZED (
      SELECT DISTINCT ON (remediation_id) remediation_id, state FROM entries WHERE at < $2
      ORDER BY remediation_id, at DESC, id DESC
    ), removals AS MATERIALIZED (
      SELECT r.id, r.created_at, coalesce(l.state, 'open') AS state, coalesce(l.at, r.created_at) AS at,
             l.event_type AS last_event, r.execution,
             coalesce(l.error, l.description) AS reason, p.display_name AS principal_name, a.name AS asset_name
      FROM remediations r ${joinPair('r')}
      LEFT JOIN latest l ON l.remediation_id = r.id
      LEFT JOIN earlier e ON e.remediation_id = r.id
      WHERE r.tenant_id = $1 AND r.created_at < $3
        AND (r.created_at >= $2 OR l.at >= $2 OR coalesce(e.state, 'open') = 'open')
        ${filterConditions(parameters, filters)})`;
}

export type RemediationFigures = Omit<RemediationOutcomes, 'exceptions'> & { rows: number };

export async function countRemediations(
  tx: Querier,
  window: Window,
  filters: ReportFilters,
): Promise<RemediationFigures> {
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const removals = removalsIn(parameters, window, filters);
  const inState = (state: string): string => `count(*) FILTER (WHERE state = '${state}')`;
  const rows = await tx.query<RemediationFigures>(
    `WITH ${removals}
     SELECT count(*) AS rows, count(*) FILTER (WHERE created_at >= $2) AS requested,
            count(*) FILTER (WHERE created_at < $2) AS carried_over, ${inState('completed')} AS completed,
            count(*) FILTER (WHERE ${IS_VERIFIED}) AS verified, ${inState('failed')} AS failed, ${inState('blocked')} AS blocked,
            ${inState('reverted')} AS reverted, ${inState('cancelled')} AS cancelled,
            ${inState('rehearsed')} AS rehearsed, ${inState('open')} AS open,
            round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM at - created_at)::float8 / 60)
                   FILTER (WHERE ${IS_VERIFIED}))::numeric, 2)::float8 AS median_minutes_to_verified
     FROM removals`,
    parameters.values,
  );
  return rows[0] as RemediationFigures;
}

type Exceptions = RemediationOutcomes['exceptions'];

/** Failed, blocked or reverted, the latest first. */
export async function listRemediationExceptions(
  tx: Querier,
  window: Window,
  filters: ReportFilters,
  limit: number,
): Promise<Exceptions> {
  const parameters = new Parameters();
  parameters.add(tx.tenant_id);
  const removals = removalsIn(parameters, window, filters);
  const rows = await tx.query<Exceptions['rows'][number] & { total: number }>(
    `WITH ${removals}
     SELECT id AS remediation_id, principal_name, asset_name, state AS status, reason, at, count(*) OVER () AS total
     FROM removals WHERE state IN ('failed', 'blocked', 'reverted')
     ORDER BY at DESC, id LIMIT ${parameters.add(limit)}`,
    parameters.values,
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => row) };
}
