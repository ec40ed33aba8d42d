import type { Querier } from '../../platform/database/database.ts';
import { FINDINGS_SHOWN, type RemediationFinding } from './finding.rules.ts';

/** Open findings with names, those of the oldest remediations first, as many as have an alert each. */
export function listRemediationFindings(q: Querier): Promise<RemediationFinding[]> {
  return q.query<RemediationFinding>(
    `SELECT r.id AS remediation_id, r.status <> 'requested' AS is_claimed,
            coalesce(p.display_name, r.principal_id) AS principal_name, coalesce(a.name, r.asset_id) AS asset_name,
            coalesce(g.permission, 'access') AS permission, r.platform, r.observed_by, r.observed_at, r.verified_by,
            r.verified_at, r.attested_by, r.attested_at, r.completed_at, r.requested_at,
            o.display_name AS assigned_to_name
     FROM (SELECT * FROM remediations WHERE tenant_id = $1 AND contradiction_open ORDER BY id LIMIT ${FINDINGS_SHOWN}) r
     LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = r.principal_id
     LEFT JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
     LEFT JOIN grants g ON g.tenant_id = $1 AND g.id = r.grant_id
     LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = r.assigned_to_id
     ORDER BY r.id`,
    [q.tenant_id],
  );
}
