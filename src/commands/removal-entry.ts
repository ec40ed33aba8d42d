import type { AuditType } from '../domain/audit-types.ts';
import { isoInstant } from '../domain/iso-instant.ts';
import type { AuditEntry } from '../store/audit-entries.ts';
import type { RemediationWork } from '../store/remediation-work.ts';

/** What every entry about a removal tells of it. */
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

/** The entry of the audit trail about something that happened to a removal. */
export function removalEntry(
  removal: Told,
  said: { event_type: AuditType; description: string; data: Record<string, unknown> },
  { actor, now, newId }: { actor: string; now: number; newId: () => string },
): AuditEntry {
  const { id, action, principal_id, target, grant_id, asset_id, platform, review_id, execution } = removal;
  return {
    id: newId(),
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
