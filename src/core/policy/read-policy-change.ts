import type { Querier } from '../../platform/database/database.ts';
import { type Fault, LapseError } from '../../platform/errors.ts';
import { loadPeople } from '../reviews/evidence/pairs.sql.ts';
import { loadPolicy, type StoredPolicy } from './policies.sql.ts';
import type { Policy } from './policy.rules.ts';
import { validatePolicy } from './validate-policy.rules.ts';

/** The whole policy that some sections make of the one in force; throws with every fault at once. */
export async function readPolicyChange(
  tx: Querier,
  { input, expected_version }: { input: Record<string, unknown>; expected_version?: number | undefined },
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
