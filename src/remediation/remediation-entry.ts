import type { AuditEntry } from '../audit/entries.sql.ts';
import type { AuditType } from '../audit/types.rules.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { RemediationSubject } from './remediations.sql.ts';

/** The entry of the audit trail about something that happened to a remediation. */
export function remediationEntry(
  removal: RemediationSubject,
  {
    event_type,
    description,
    data,
  }: { event_type: AuditType; description: string; data: Record<string, unknown> },
  { actor, now }: { actor: string; now: number },
): AuditEntry {
  const { id, action, principal_id, target, grant_id, asset_id, platform, review_id, execution } = removal;
  return {
    principal_id,
    event_type,
    description,
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
      ...data,
    },
  };
}
