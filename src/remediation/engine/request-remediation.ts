import type { Policy } from '../../core/policy/policy.rules.ts';
import { loadPeople } from '../../core/reviews/evidence/pairs.sql.ts';
import { routeRemediation } from '../../core/reviews/routing.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { GuardFacts } from '../guards/guards.rules.ts';
import { appendRemediationEntry } from './record-remediation.ts';
import type { Remediation } from './remediation-context.ts';
import { appendStep, moveTo } from './work.sql.ts';

/** Nothing is connected, so a person is asked to remove the access. It stays until somebody attests or a listing shows. */
export async function requestRemediation(
  tx: Querier,
  removal: Remediation,
  known: { owner_id: string | null; facts: GuardFacts; policy: Policy; now: number },
): Promise<void> {
  const { work } = removal;
  const { owner_id, facts, policy, now } = known;
  const fallback = policy.review.fallback_reviewer_id;
  const people = await loadPeople(tx, [owner_id, fallback, work.principal_id]);
  const { principal_id } = work;
  const assigned_to_id = routeRemediation({ principal_id, owner_id }, fallback, people);
  const at = isoInstant(now);
  await moveTo(tx, work, 'request', {
    assigned_to_id,
    requested_at: at,
    // The breaker counts what people are asked for too: the access is to go all the same.
    released_at: at,
    released_grants: facts.breaker.tenant.adding,
    released_asset_grants: facts.breaker.asset.adding,
    error: null,
    due_at: null,
    lease: null,
  });
  const who =
    assigned_to_id === null
      ? 'Nobody is assigned: the asset has no owner who can be asked, and the policy names no fallback reviewer.'
      : `It is assigned to ${people.get(assigned_to_id)?.display_name ?? assigned_to_id}.`;
  const said = `Nothing is connected to ${work.platform}, so a person must remove ${work.target}. ${who}`;
  await appendStep(tx, work, { step: 'request', outcome: 'requested', detail: said, at: now });
  await appendRemediationEntry(tx, removal, 'remediation.requested', said, {
    status: 'requested',
    operation: 'revoke',
    assigned_to_id,
  });
}
