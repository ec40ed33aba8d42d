import { remediationAsOf } from './as-of.sql.ts';

/**
 * What was known of a remediation `r` before an instant, joined to it: `s`, its state; `f`, the step that ended it; `w`, its last
 * attestation.
 */
export const remediationOutcomeAsOf = (
  tenantId: number,
  asOf: string,
): string => `CROSS JOIN ${remediationAsOf(asOf)} s
  LEFT JOIN LATERAL (
    SELECT step, outcome, detail, at FROM remediation_steps
    WHERE tenant_id = ${tenantId} AND remediation_id = r.id AND at < ${asOf}
      AND (step IN ('verify', 'conclude') OR outcome IN ('dry_run', 'attested', 'verified'))
    ORDER BY id DESC LIMIT 1) f ON s.status IN ('completed', 'reverted')
  LEFT JOIN LATERAL (
    SELECT detail FROM remediation_steps
    WHERE tenant_id = ${tenantId} AND remediation_id = r.id AND at < ${asOf} AND outcome = 'attested'
    ORDER BY id DESC LIMIT 1) w ON s.status = 'completed'`;

// A remediation without a connector was once recorded with this step too; only a platform that was read back verifies.
const IS_VERIFIED = `((f.step = 'verify' AND r.execution = 'connector') OR f.outcome = 'verified')`;

export const VERIFIED_AT = `CASE WHEN ${IS_VERIFIED} THEN f.at END`;

/** What a completed remediation rests on; null while it is not completed, and of a dry run. */
export const VERIFICATION = `CASE WHEN s.status <> 'completed' OR f.outcome = 'dry_run' THEN NULL
  WHEN s.last_outcome = 'contradicted' THEN 'contradicted: the access is there'
  WHEN r.execution = 'simulated' THEN 'simulated' WHEN ${IS_VERIFIED} THEN 'verified'
  WHEN f.outcome = 'attested' THEN 'attested, not verified' ELSE 'not verified' END`;
