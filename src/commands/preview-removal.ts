import { lapseDateOf } from '../domain/decay.ts';
import type { Policy } from '../domain/policy.ts';
import { actionFor, type Execution, executionOf, type RemediationAction } from '../domain/remediation.ts';
import { type GuardVerdict, judge } from '../domain/remediation-guards.ts';
import { modeFor, type RemediationMode } from '../domain/remediation-mode.ts';
import type { RemediationPlan } from '../domain/remediation-plan.ts';
import type { Querier } from '../store/database.ts';
import {
  describeLosses,
  type GrantCircumstances,
  grantCircumstances,
  type Losses,
} from '../store/remediation-facts.ts';
import { loadRevocable, type RevocableGrant } from '../store/remediation-requests.ts';
import { removalGuardFacts } from './removal-guard-facts.ts';

export interface PreviewedRemoval {
  grant_id: string;
  permission: string;
  action: RemediationAction;
  target: string;
  platform: string;
  connector_name: string | null;
  execution: Execution;
  mode: RemediationMode;
  undo_window_minutes: number;
  also_removes: RemediationPlan['also_removes'];
  guards: GuardVerdict[];
}

/** A packet has one or two grants; nobody reads more than this before a decision. */
const PREVIEWED_MAX = 20;

/**
 * What a revocation would begin, judged by the guards that will judge it then. The platform itself is not asked: which
 * statements are sent is known when it is planned.
 */
export async function previewRemoval(
  q: Querier,
  grantIds: readonly string[],
  { policy, now }: { policy: Policy; now: number },
): Promise<PreviewedRemoval[]> {
  const grants = await loadRevocable(q, grantIds.slice(0, PREVIEWED_MAX));
  const previews: PreviewedRemoval[] = [];
  for (const grant of grants) {
    const circumstances = await grantCircumstances(q, grant);
    if (circumstances) previews.push(await previewOne(q, grant, circumstances, { policy, now }));
  }
  return previews;
}

async function previewOne(
  q: Querier,
  revocable: RevocableGrant,
  grant: GrantCircumstances,
  { policy, now }: { policy: Policy; now: number },
): Promise<PreviewedRemoval> {
  const { grant_id, permission, platform } = revocable;
  const losses = expectedLosses(revocable, grant);
  const freshAfter = lapseDateOf(policy.review.threshold, now, policy.half_life_days);
  const also_removes = await describeLosses(q, losses, freshAfter);
  const removal = { ...revocable, accept_other_losses: false, released_at: null };
  const facts = await removalGuardFacts(q, removal, { grant, also: also_removes, now, losses });
  return {
    grant_id,
    permission,
    ...actionFor(revocable),
    platform,
    connector_name: grant.connector_name,
    execution: executionOf(revocable),
    mode: modeFor(policy.remediation.mode, grant.connector_mode),
    undo_window_minutes: policy.remediation.undo_window_minutes,
    also_removes,
    guards: judge(facts, policy),
  };
}

function expectedLosses(
  { grant_id, principal_id, asset_id }: RevocableGrant,
  { via_group_id, principal_type }: GrantCircumstances,
): Losses {
  const isMembership = via_group_id !== null;
  return {
    grant_id,
    grant_ids: [],
    membership: isMembership ? { group_id: via_group_id, member_id: principal_id } : null,
    group_grant: !isMembership && principal_type === 'group' ? { group_id: principal_id, asset_id } : null,
  };
}
