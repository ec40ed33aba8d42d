import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { enqueuePolicyChange } from '../jobs/jobs.sql.ts';
import { insertPolicy, type StoredPolicy } from './policies.sql.ts';
import { overtaken, readPolicyChange } from './read-policy-change.ts';

export interface PolicyChange {
  tenant_id: number;
  /** Who changes it, as the audit trail shows it. */
  actor: string;
  /** Sections of a policy; what is left out stays as it is. */
  input: Record<string, unknown>;
  /** Refuse unless this version is in force. */
  expected_version?: number | undefined;
}

/**
 * The new version, its audit entry and the work it causes commit together. Sending what is already in force changes
 * nothing, so that a repeat does not compute a million lapse dates twice.
 */
export function changePolicy(db: Database, change: PolicyChange): Promise<StoredPolicy> {
  const { actor, input, expected_version } = change;
  return db.transaction(change.tenant_id, async (tx) => {
    const { current, policy } = await readPolicyChange(tx, { input, expected_version });
    if (isDeepStrictEqual(policy, current.policy)) return current;
    const version = current.version + 1;
    const job_id = uuidv7();
    const changed = await insertPolicy(tx, { version, policy, changed_by: actor, job_id });
    if (!changed?.changed_at) throw overtaken(version);
    await enqueuePolicyChange(tx, job_id);
    await appendAuditEntries(tx, [
      {
        id: uuidv7(),
        principal_id: null,
        event_type: 'policy.changed',
        description: `The policy was changed from version ${current.version} to ${version}.`,
        actor,
        at: changed.changed_at,
        data: {
          previous_version: current.version,
          version,
          previous_policy: current.policy,
          policy,
          job_id,
        },
      },
    ]);
    return changed;
  });
}
