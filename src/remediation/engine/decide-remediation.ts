import { v7 as uuidv7 } from 'uuid';
import type { UndoRecord } from '../../connectors/connector.ts';
import { loadPolicy } from '../../core/policy/policies.sql.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { lastFreshDates } from '../../core/scores/half-life.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { describeAllLosses } from '../guards/all-losses.ts';
import { tripBreaker } from '../guards/breakers.sql.ts';
import { type GrantCircumstances, grantCircumstances, NOTHING_LOST } from '../guards/facts.sql.ts';
import { remediationGuardFacts } from '../guards/guard-facts.ts';
import { breakerReason, type GuardFacts, type GuardVerdict, judge } from '../guards/guards.rules.ts';
import { modeFor, type RemediationMode } from '../mode.rules.ts';
import { elsewhereWarnings, lossesOf } from './edge-losses.ts';
import type { RemediationPlan } from './plan.rules.ts';
import type { PlannedRemediation } from './plan-remediation.ts';
import {
  appendRemediationEntry,
  failRemediation,
  finishRemediation,
  releaseGrant,
} from './record-remediation.ts';
import type { Remediation } from './remediation-context.ts';
import { requestRemediation } from './request-remediation.ts';
import { appendStep, changeRemediation, lockGuards, lockLeased, moveTo } from './work.sql.ts';

const MINUTE_MS = 60_000;

/**
 * Asks the guards, and decides in one transaction: blocked, rehearsed, waiting for a person or for the undo window, or
 * released to be carried out; then the undo record is durable. One at a time per tenant, so that the breaker counts.
 */
export async function decideRemediation(
  removal: Remediation,
  planned: PlannedRemediation,
): Promise<'released' | 'over'> {
  const { context, tenant_id, lease, work } = removal;
  return inTurn(tenant_id, () =>
    context.db.transaction(tenant_id, async (tx) => {
      await lockGuards(tx);
      const current = await lockLeased(tx, work.id, lease);
      const grant = current && (await grantCircumstances(tx, work));
      if (!current || !grant) return 'over';
      const { policy } = await loadPolicy(tx);
      const now = context.now();
      const at = planned.outcome === 'planned' ? planned.at : null;
      const mode = modeFor(modeFor(policy.remediation.mode, grant.connector_mode), at?.mode ?? null);
      work.status = current.status;
      if (planned.outcome === 'already_absent') {
        // An earlier attempt whose outcome was not known may have removed it; its record says what went with it.
        const lost = work.undo
          ? (await lossesOf(tx, removal, { undo: work.undo as unknown as UndoRecord, grant })).grant_ids
          : [];
        const remaining = planned.others;
        const by = planned.by ?? grant.connector_name;
        await finishRemediation(tx, removal, { outcome: 'already_absent', remaining, lost, now, mode, by });
        return 'over';
      }
      if (planned.outcome === 'not_possible') {
        await failRemediation(tx, removal, { message: planned.message, now });
        return 'over';
      }
      work.edge_connector_id = at?.connector_id ?? null;
      const losses = await lossesOf(tx, removal, { undo: planned.undo, grant });
      const freshAfter = lastFreshDates(policy, now);
      const also = (await describeAllLosses(tx, [losses], freshAfter)).get(work.grant_id) ?? NOTHING_LOST;
      const plan: RemediationPlan = {
        action: work.connector_id === null ? work.action : planned.action,
        target: work.connector_id === null ? work.target : planned.target,
        elsewhere: at && {
          connector_id: at.connector_id,
          connector_name: at.connector_name,
          platform: at.platform,
        },
        path: planned.path,
        statements: planned.statements,
        warnings: [...elsewhereWarnings(at, also), ...planned.warnings],
        also_removes: also,
        other_paths: planned.others,
        planned_at: isoInstant(now),
      };
      const facts = await remediationGuardFacts(tx, work, { grant, also, now, losses });
      const verdicts = judge(facts, policy);
      await changeRemediation(tx, work.id, {
        plan,
        guards: verdicts,
        mode,
        action: plan.action,
        target: plan.target,
        edge_connector_id: work.edge_connector_id,
      });
      return enact(tx, removal, { grant, planned, plan, verdicts, facts, policy, mode, now });
    }),
  );
}

const turns = new Map<number, Promise<unknown>>();

/** Other processes are kept out by a lock; within one, waiting must not take a connection each. */
function inTurn<T>(tenantId: number, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(tenantId) ?? Promise.resolve()).then(work, work);
  turns.set(
    tenantId,
    mine.catch(() => {}),
  );
  return mine;
}

interface Decision {
  grant: GrantCircumstances;
  planned: Extract<PlannedRemediation, { outcome: 'planned' }>;
  plan: RemediationPlan;
  verdicts: GuardVerdict[];
  facts: GuardFacts;
  policy: Policy;
  mode: RemediationMode;
  now: number;
}

async function enact(tx: Querier, removal: Remediation, decision: Decision): Promise<'released' | 'over'> {
  const { work } = removal;
  const { verdicts, mode, now, policy } = decision;
  const stopped = verdicts.filter((verdict) => !verdict.passed);
  if (mode === 'dry_run') {
    await rehearse(tx, removal, decision, stopped);
    return 'over';
  }
  if (stopped.length > 0) {
    await block(tx, removal, decision, stopped);
    return 'over';
  }
  if (mode === 'manual' && work.approved_at === null) {
    await moveTo(tx, work, 'wait', { due_at: null, lease: null, error: null });
    const detail = 'An admin must approve it.';
    await appendStep(tx, work, { step: 'plan', outcome: 'awaiting_approval', detail, at: now });
    return 'over';
  }
  const undoUntil =
    Date.parse(work.approved_at ?? work.created_at) + policy.remediation.undo_window_minutes * MINUTE_MS;
  if (now < undoUntil) {
    await moveTo(tx, work, 'wait', { due_at: isoInstant(undoUntil), lease: null, error: null });
    const detail = `It can be cancelled until ${isoInstant(undoUntil)}.`;
    await appendStep(tx, work, { step: 'plan', outcome: 'waiting', detail, at: now });
    return 'over';
  }
  if (work.execution === 'person') {
    const { grant, facts } = decision;
    await requestRemediation(tx, removal, { owner_id: grant.owner_id, facts, policy, now });
    return 'over';
  }
  await release(tx, removal, decision);
  return 'released';
}

async function rehearse(
  tx: Querier,
  removal: Remediation,
  { plan, now }: Decision,
  stopped: GuardVerdict[],
): Promise<void> {
  const { work } = removal;
  const wouldBlock = stopped.map((verdict) => verdict.message).join(' ');
  await moveTo(tx, work, 'rehearse', {
    dry_run: true,
    error: wouldBlock ? `It would be blocked: ${wouldBlock}` : null,
    completed_at: isoInstant(now),
    due_at: null,
    lease: null,
  });
  const detail = wouldBlock || 'Nothing was changed.';
  await appendStep(tx, work, { step: 'plan', outcome: 'dry_run', detail, at: now });
  await releaseGrant(tx, work.grant_id);
  const said = `A dry run says what the remediation of ${plan.target} would do; nothing was changed.`;
  await appendRemediationEntry(tx, removal, 'remediation.planned', said, {
    status: 'completed',
    dry_run: true,
    statements: plan.statements,
    would_be_blocked_by: stopped.map((verdict) => verdict.guard),
  });
}

async function block(
  tx: Querier,
  removal: Remediation,
  decision: Decision,
  stopped: GuardVerdict[],
): Promise<void> {
  const { work } = removal;
  const { facts, policy, plan, now } = decision;
  const error = stopped.map(({ message, remedy }) => `${message} ${remedy}`).join(' ');
  const trip = facts.breaker.open === null ? breakerReason(facts.breaker, policy) : null;
  // Only what nothing else stops would have been one remediation too many.
  if (trip && stopped.length === 1) {
    const id = uuidv7();
    const breaker = { id, ...trip, asset_id: work.asset_id, tripped_at: now };
    if (await tripBreaker(tx, breaker)) {
      const said = `The breaker has stopped remediations: ${trip.reason}`;
      await appendRemediationEntry(tx, removal, 'remediation.breaker_tripped', said, {
        breaker_id: id,
        ...trip,
      });
    }
  }
  await moveTo(tx, work, 'block', { error, due_at: null, lease: null });
  await appendStep(tx, work, { step: 'guards', outcome: 'blocked', detail: error, at: now });
  await releaseGrant(tx, work.grant_id);
  const said = `The remediation of ${plan.target} is blocked: ${error}`;
  await appendRemediationEntry(tx, removal, 'remediation.blocked', said, {
    status: 'blocked',
    requested_by: work.requested_by,
    guards: stopped,
  });
}

async function release(tx: Querier, removal: Remediation, { planned, facts, now }: Decision): Promise<void> {
  const { work } = removal;
  work.attempts += 1;
  work.undo = planned.undo as unknown as Record<string, unknown>;
  await moveTo(tx, work, 'start', {
    attempts: work.attempts,
    undo: planned.undo,
    released_at: work.released_at ?? isoInstant(now),
    released_grants: facts.breaker.tenant.adding,
    released_asset_grants: facts.breaker.asset.adding,
  });
  const detail = 'The undo record is stored.';
  await appendStep(tx, work, { step: 'guards', outcome: 'passed', detail, at: now });
}
