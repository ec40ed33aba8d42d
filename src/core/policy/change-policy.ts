import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Database, Querier } from '../../platform/database/database.ts';
import { type Fault, LapseError } from '../../platform/errors.ts';
import { enqueuePolicyChange } from '../jobs/jobs.sql.ts';
import { lookAtWaiting } from '../reviews/budget/waiting.sql.ts';
import { loadPeople } from '../reviews/evidence/pairs.sql.ts';
import { endAllWaitsForHolders } from '../reviews/holder/holder-first.sql.ts';
import { insertPolicy, loadPolicy, type StoredPolicy } from './policies.sql.ts';
import type { Policy } from './policy.rules.ts';
import { validatePolicy } from './validate-policy.rules.ts';

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
    if (policy.review.weekly_budget !== current.policy.review.weekly_budget) await lookAtWaiting(tx);
    if (policy.review.holder_first_days === 0 && current.policy.review.holder_first_days > 0)
      await endAllWaitsForHolders(tx);
    await appendAuditEntries(tx, [
      {
        event_type: 'policy.changed',
        description: `The policy was changed from version ${current.version} to ${version}.`,
        actor,
        at: changed.changed_at,
        data: { previous_version: current.version, version, previous_policy: current.policy, policy, job_id },
      },
    ]);
    return changed;
  });
}

/** The whole policy that some sections make of the one in force; throws with every fault at once. */
export async function readPolicyChange(
  tx: Querier,
  { input, expected_version }: Pick<PolicyChange, 'input' | 'expected_version'>,
): Promise<{ current: StoredPolicy; policy: Policy }> {
  const current = await loadPolicy(tx);
  const { policy, faults: found = [] } = validatePolicy(input, current.policy);
  const faults = [...found, ...(policy ? await unknownPeople(tx, policy, current.policy) : [])];
  if (!policy || faults.length > 0) {
    const summary = faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
    throw new LapseError('invalid_request', summary, faults);
  }
  if (expected_version !== undefined && expected_version !== current.version)
    throw overtaken(current.version);
  return { current, policy };
}

/** Whoever is newly named in a policy must be there and enabled; one who leaves later is passed over. */
async function unknownPeople(tx: Querier, policy: Policy, current: Policy): Promise<Fault[]> {
  const fields = ['fallback_reviewer_id', 'escalation_contact_id'] as const;
  const named = fields.filter(
    (field) => policy.review[field] !== null && policy.review[field] !== current.review[field],
  );
  const people = await loadPeople(
    tx,
    named.map((field) => policy.review[field]),
  );
  const msg = 'expected the id of a principal that is enabled, or null';
  return named
    .filter((field) => people.get(policy.review[field] as string)?.disabled !== false)
    .map((field) => ({ loc: ['body', 'review', field], msg, type: 'not_allowed' }));
}

export function overtaken(version: number): LapseError {
  return new LapseError(
    'conflict',
    `The policy is at version ${version} by now; read it again and repeat the change.`,
  );
}
