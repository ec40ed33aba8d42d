import type { GrantAccount } from '../core/accounts/grant-account.rules.ts';
import { grantAccount } from '../core/accounts/grant-account.sql.ts';
import type { Querier } from '../platform/database/database.ts';
import type { RevokedAccess } from './remediation.rules.ts';
import type { RemediationRow, RemediationSubject } from './remediations.sql.ts';

/** Whether a remediation of this grant is on its way. */
export const isBeingRemoved = (grantId: string): string =>
  `EXISTS (SELECT FROM remediations o WHERE o.tenant_id = $1 AND o.grant_id = ${grantId}
             AND o.operation = 'revoke' AND o.status IN ('pending', 'running', 'requested'))`;

export type RevocableGrant = RevokedAccess & {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  connector_id: string | null;
  /** By which account of the principal it is held. */
  account: GrantAccount | null;
  /** Of the demo's platforms. */
  simulated: boolean;
  /** Of the grant, until now. */
  was: 'active' | 'revoked';
};

const REVOCABLE = `r.id AS grant_id, r.principal_id, r.asset_id, r.permission, a.name AS asset_name, a.type AS asset_type,
            a.platform, v.display_name AS group_name, c.connector_id, a.simulated, r.status AS was,
            ${grantAccount('r.id')} AS account`;
const REVOCABLE_NAMES = `
     JOIN assets a ON a.tenant_id = $1 AND a.id = r.asset_id
     LEFT JOIN principals v ON v.tenant_id = $1 AND v.id = r.via_group_id
     LEFT JOIN LATERAL (SELECT connector_id FROM connector_objects
                        WHERE tenant_id = $1 AND kind = 'asset' AND lapse_id = r.asset_id LIMIT 1) c ON true`;

/**
 * Marks the active ones of these grants as being revoked, and tells what they are. Those that are gone already are told
 * too, so that it can be read back; those on their way are left to that.
 */
export async function beginRevoking(tx: Querier, grantIds: readonly string[]): Promise<RevocableGrant[]> {
  return tx.query<RevocableGrant>(
    `WITH locked AS MATERIALIZED (
       SELECT id, principal_id, asset_id, permission, via_group_id, status FROM grants g
       WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status <> 'revoking' AND NOT ${isBeingRemoved('g.id')}
       ORDER BY id FOR UPDATE
     ), revoking AS (
       UPDATE grants g SET status = 'revoking' FROM locked l
       WHERE g.tenant_id = $1 AND g.id = l.id AND l.status = 'active'
     )
     SELECT ${REVOCABLE} FROM locked r ${REVOCABLE_NAMES}`,
    [tx.tenant_id, grantIds],
  );
}

/** The same without touching them, for who wants to know before. Those that are not active are left out. */
export async function loadRevocable(q: Querier, grantIds: readonly string[]): Promise<RevocableGrant[]> {
  return q.query<RevocableGrant>(
    `SELECT ${REVOCABLE}
     FROM (SELECT id, principal_id, asset_id, permission, via_group_id, status FROM grants
           WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND status = 'active' ORDER BY id) r ${REVOCABLE_NAMES}`,
    [q.tenant_id, grantIds],
  );
}

export type RemediationRequest = RemediationSubject & Pick<RemediationRow, 'decision_id' | 'reason'>;

/** Due at once, also for workers whose clock is behind: one plans it, and says when it will be carried out. */
export async function insertRemediations(
  tx: Querier,
  requests: readonly RemediationRequest[],
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO remediations (tenant_id, id, review_id, decision_id, grant_id, principal_id, asset_id, platform,
       connector_id, execution, action, target, reason, requested_by, due_at, created_at)
     SELECT $1, id, review_id, decision_id, grant_id, principal_id, asset_id, platform, connector_id, execution, action,
            target, reason, requested_by, least($3, now()), least($3, now())
     FROM json_to_recordset($2) AS r (id text, review_id text, decision_id text, grant_id text, principal_id text,
       asset_id text, platform text, connector_id text, execution text, action text, target text, reason text, requested_by text)`,
    [tx.tenant_id, JSON.stringify(requests), new Date(now).toISOString()],
  );
  tx.wakes?.('remediations');
}
