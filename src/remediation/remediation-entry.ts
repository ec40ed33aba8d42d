import type { AuditEntry } from '../audit/entries.sql.ts';
import type { AuditType } from '../audit/types.rules.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { RemediationWork } from './engine/work.sql.ts';

/** What every entry about a remediation tells of it. */
type Told = Pick<
  RemediationWork,
  | 'id'
  | 'review_id'
  | 'grant_id'
  | 'principal_id'
  | 'asset_id'
  | 'platform'
  | 'action'
  | 'target'
  | 'execution'
>;

/** The entry of the audit trail about something that happened to a remediation. */
export function remediationEntry(
  removal: Told,
  said: { event_type: AuditType; description: string; data: Record<string, unknown> },
  { actor, now }: { actor: string; now: number },
): AuditEntry {
  const { id, action, principal_id, target, grant_id, asset_id, platform, review_id, execution } = removal;
  return {
    principal_id,
    event_type: said.event_type,
    description: said.description,
    actor,
    at: isoInstant(now),
    data: {
      remediation_id: id,
      action,
      principal_id,
      target,
      grant_id,
      asset_id,
      platform,
      review_id,
      execution,
      simulated: execution === 'simulated',
      ...said.data,
    },
  };
}
