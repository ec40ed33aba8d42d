import { filterConditions, joinPair } from '../../core/overview/figures.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Parameters } from '../../platform/database/page.ts';
import { VERIFICATIONS } from '../../remediation/remediation.rules.ts';
import type { RemediationOutcomes } from './compliance-summary.rules.ts';
import { type Asked, listShown, parametersOf, SHOWN_MAX } from './figures-asked.sql.ts';

/** What an entry of the audit trail says about the state of a remediation; entries about other things say nothing. */
const STATE = `CASE event_type
    WHEN 'remediation.started' THEN 'open' WHEN 'remediation.retried' THEN 'open'
    -- Without an operation it is of an earlier release, and said that a remediation was asked for. A remediation that is to be
    -- undone stands until it is.
    WHEN 'remediation.requested' THEN CASE data ->> 'operation' WHEN 'revoke' THEN 'requested'
                                                                WHEN 'restore' THEN 'completed' ELSE 'open' END
    WHEN 'remediation.still_present' THEN 'requested'
    WHEN 'remediation.executed' THEN 'completed' WHEN 'remediation.closed' THEN 'completed'
    WHEN 'remediation.verified' THEN 'completed' WHEN 'remediation.revert_cancelled' THEN 'completed'
    WHEN 'remediation.attested' THEN CASE WHEN data ->> 'operation' = 'restore' THEN 'reverted' ELSE 'completed' END
    WHEN 'grant.reappeared' THEN 'contradicted' WHEN 'remediation.blocked' THEN 'blocked'
    WHEN 'remediation.cancelled' THEN 'cancelled' WHEN 'remediation.reverted' THEN 'reverted'
    WHEN 'remediation.planned' THEN 'rehearsed'
    WHEN 'remediation.failed' THEN CASE WHEN data ->> 'operation' = 'restore' THEN 'completed' ELSE 'failed' END
  END`;
/** What an entry claims that a remediation rests on; NULL: nothing. */
const CLAIM = `CASE event_type
    WHEN 'remediation.executed' THEN 'executed' WHEN 'remediation.closed' THEN 'not_verified'
    WHEN 'remediation.verified' THEN 'verified'
    WHEN 'remediation.attested' THEN CASE WHEN data ->> 'operation' = 'restore' THEN NULL ELSE 'attested' END
  END`;
/** Only a connector has read the platform after carrying a remediation out. */
const RESTS_ON = `CASE WHEN r.execution = 'simulated' THEN 'simulated'
    WHEN c.claim = 'executed' THEN CASE r.execution WHEN 'connector' THEN 'verified' ELSE 'not_verified' END
    ELSE coalesce(c.claim, 'not_verified') END`;
const EVENTS = [
  ...['started', 'requested', 'still_present', 'retried', 'executed', 'closed', 'attested', 'verified'],
  ...['blocked', 'cancelled', 'reverted', 'revert_cancelled', 'planned', 'failed'],
].map((name) => `remediation.${name}`);

/**
 * Remediations of a window, $2 to $3, with their state at its end. A row of `remediations` knows its latest state only, so
 * states are read from the audit trail.
 */
function remediationsIn(parameters: Parameters, { filters }: Asked): string {
  const events = parameters.add([...EVENTS, 'grant.reappeared']);
  return `entries AS MATERIALIZED (
      SELECT data ->> 'remediation_id' AS remediation_id, ${STATE} AS state, ${CLAIM} AS claim, at, id, description,
             data ->> 'error' AS error
      FROM audit_entries WHERE tenant_id = $1 AND event_type = ANY (${events}::text[]) AND at < $3
        AND data ? 'remediation_id'
    ), latest AS MATERIALIZED (
      SELECT DISTINCT ON (remediation_id) * FROM entries ORDER BY remediation_id, at DESC, id DESC
    ), earlier AS MATERIALIZED (
      SELECT DISTINCT ON (remediation_id) remediation_id, state FROM entries WHERE at < $2
      ORDER BY remediation_id, at DESC, id DESC
    ), claims AS MATERIALIZED (
      SELECT DISTINCT ON (remediation_id) remediation_id, claim, at FROM entries WHERE claim IS NOT NULL
      ORDER BY remediation_id, at DESC, id DESC
    ), removals AS MATERIALIZED (
      SELECT r.id, r.created_at, coalesce(l.state, 'open') AS state, coalesce(l.at, r.created_at) AS at,
             ${RESTS_ON} AS rests_on, c.at AS claimed_at,
             coalesce(l.error, l.description) AS reason, p.display_name AS principal_name, a.name AS asset_name
      FROM remediations r ${joinPair('r')}
      LEFT JOIN latest l ON l.remediation_id = r.id
      LEFT JOIN claims c ON c.remediation_id = r.id
      LEFT JOIN earlier e ON e.remediation_id = r.id
      WHERE r.tenant_id = $1 AND r.created_at < $3
        AND (r.created_at >= $2 OR l.at >= $2 OR coalesce(e.state, 'open') IN ('open', 'requested'))
        ${filterConditions(parameters, filters)})`;
}

type RemediationFigures = Omit<RemediationOutcomes, 'exceptions'> & { rows: number };

export async function countRemediations(tx: Querier, asked: Asked): Promise<RemediationFigures> {
  const parameters = parametersOf(tx, asked);
  const removals = remediationsIn(parameters, asked);
  const inState = (state: string): string => `count(*) FILTER (WHERE state = '${state}')`;
  const restingOn = (claim: string): string =>
    `count(*) FILTER (WHERE state = 'completed' AND rests_on = '${claim}') AS ${claim}`;
  const rows = await tx.query<RemediationFigures>(
    `WITH ${removals}
     SELECT count(*) AS rows, count(*) FILTER (WHERE created_at >= $2) AS requested,
            count(*) FILTER (WHERE created_at < $2) AS carried_over, ${inState('completed')} AS completed,
            ${VERIFICATIONS.map(restingOn).join(', ')}, ${inState('contradicted')} AS contradicted,
            ${inState('failed')} AS failed, ${inState('blocked')} AS blocked,
            ${inState('reverted')} AS reverted, ${inState('cancelled')} AS cancelled,
            ${inState('rehearsed')} AS rehearsed, count(*) FILTER (WHERE state IN ('open', 'requested')) AS open,
            ${inState('requested')} AS awaiting_person,
            round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM claimed_at - created_at)::float8 / 60)
                   FILTER (WHERE state = 'completed' AND rests_on = 'verified'))::numeric, 2)::float8 AS median_minutes_to_verified
     FROM removals`,
    parameters.values,
  );
  return rows[0] as RemediationFigures;
}

/** Failed, blocked, reverted or contradicted, the latest first. */
export async function listRemediationExceptions(
  tx: Querier,
  asked: Asked,
): Promise<RemediationOutcomes['exceptions']> {
  const parameters = parametersOf(tx, asked);
  const removals = remediationsIn(parameters, asked);
  return listShown(
    tx,
    `WITH ${removals}
     SELECT id AS remediation_id, principal_name, asset_name, state AS status, reason, at, count(*) OVER () AS total
     FROM removals WHERE state IN ('failed', 'blocked', 'reverted', 'contradicted')
     ORDER BY at DESC, id LIMIT ${parameters.add(SHOWN_MAX)}`,
    parameters,
  );
}
