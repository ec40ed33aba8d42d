import { ConnectorError, type UndoRecord } from '../../connectors/connector.ts';
import { grantKeys } from '../../connectors/keys.sql.ts';
import { grantCircumstances, lostGrantIds } from '../guards/facts.sql.ts';
import { decideRemediation, lossesOf } from './decide-remediation.ts';
import { planRemediation, summaryOf } from './plan-remediation.ts';
import { finishRemediation, finishRevert, postponeOrFail } from './record-remediation.ts';
import { CALL_TIMEOUT_MS, type Remediation, type RemediationContext } from './remediation-context.ts';
import { lockLeased, moveTo, type RemediationWork } from './work.sql.ts';

const OPTIONS = { timeout_ms: CALL_TIMEOUT_MS };

/**
 * One attempt at a remediation or its reversal. No transaction is open while the platform is called. Whatever happens in
 * between, the lease ends and the attempt is repeated: the undo record is stored before anything is removed, and
 * removing what is gone is no fault.
 */
export async function executeRemediation(
  context: RemediationContext,
  tenantId: number,
  work: RemediationWork,
  lease: string,
): Promise<void> {
  let removal: Remediation | undefined;
  try {
    const keys = await grantKeys(context.db.tenant(tenantId), work);
    if (!keys) throw new ConnectorError('protocol', 'The connector does not know this grant any more.');
    const connector = await context.openConnector(tenantId, work.connector_id);
    removal = { context, tenant_id: tenantId, lease, work, connector, keys };
    try {
      await (work.operation === 'restore' ? restore(removal) : revoke(removal));
    } finally {
      await connector.close().catch(() => {});
    }
  } catch (error) {
    await recordFailure(context, { tenantId, work, lease }, removal, error as Error);
  }
}

async function revoke(removal: Remediation): Promise<void> {
  const { work } = removal;
  const isUnderWay = work.released_at !== null && work.undo !== null;
  if (isUnderWay) await countAttempt(removal);
  else if ((await decideRemediation(removal, await planRemediation(removal))) === 'over') return;
  const undo = work.undo as unknown as UndoRecord;
  const { connector } = removal;
  let problem: { message: string; replan: boolean; retryable: boolean } | null = null;
  try {
    const answer = await connector.revoke(undo, OPTIONS);
    if (answer.outcome === 'changed') problem = { message: answer.message, replan: true, retryable: true };
    if (answer.outcome === 'not_possible')
      problem = { message: answer.message, replan: false, retryable: false };
  } catch (error) {
    // It may have been done all the same: what is read back decides.
    if (!(error instanceof ConnectorError) || error.effect === 'none') throw error;
    problem = { message: error.message, replan: false, retryable: error.retryable };
  }
  await concludeRevoke(removal, undo, problem);
}

async function concludeRevoke(
  removal: Remediation,
  undo: UndoRecord,
  problem: { message: string; replan: boolean; retryable: boolean } | null,
): Promise<void> {
  const { context, tenant_id, lease, work, connector, keys } = removal;
  const subject = { principal_key: keys.principal_key, asset_key: keys.asset_key };
  const read = await connector.verify({ edge: undo.edge, subject, undo: null }, OPTIONS);
  await context.db.transaction(tenant_id, async (tx) => {
    const grant = (await lockLeased(tx, work.id, lease)) && (await grantCircumstances(tx, work));
    if (!grant) return;
    const now = context.now();
    if (read.edge === 'absent') {
      const losses = lossesOf(removal, { undo }, grant);
      // The directory's own rows are revoked by now; the record names them.
      const lost = [...new Set([...(await lostGrantIds(tx, losses)), ...losses.grant_ids])].filter(
        (id) => id !== work.grant_id,
      );
      const remaining = read.paths.map(summaryOf);
      const { verified_at } = read;
      const by = grant.connector_name;
      await finishRemediation(tx, removal, { outcome: 'revoked', remaining, lost, verified_at, by, now });
      return;
    }
    const message = problem?.message ?? 'The platform said that it was removed, but it is still there.';
    await postponeOrFail(tx, removal, { retryable: true, ...problem, message, now });
  });
}

async function restore(removal: Remediation): Promise<void> {
  const { context, tenant_id, lease, work, connector } = removal;
  await countAttempt(removal);
  const undo = work.undo as unknown as UndoRecord;
  let problem: { message: string; retryable: boolean } | null = null;
  try {
    const answer = await connector.restore(undo, OPTIONS);
    if (answer.outcome === 'not_possible') problem = { message: answer.message, retryable: false };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.effect === 'none') throw error;
    problem = { message: error.message, retryable: error.retryable };
  }
  const read = await connector.verify({ edge: undo.edge, subject: null, undo }, OPTIONS);
  await context.db.transaction(tenant_id, async (tx) => {
    if (!(await lockLeased(tx, work.id, lease))) return;
    const now = context.now();
    if (read.edge === 'present') {
      await finishRevert(tx, removal, read.verified_at, now);
      return;
    }
    const message = problem?.message ?? 'The platform said that it was put back, but it is not as it was.';
    await postponeOrFail(tx, removal, { retryable: true, ...problem, message, now });
  });
}

async function countAttempt({ context, tenant_id, lease, work }: Remediation): Promise<void> {
  work.attempts += 1;
  await context.db.transaction(tenant_id, async (tx) => {
    if (!(await lockLeased(tx, work.id, lease))) return;
    await moveTo(tx, work, work.operation === 'restore' ? 'start_revert' : 'start', {
      attempts: work.attempts,
    });
  });
}

async function recordFailure(
  context: RemediationContext,
  { tenantId, work, lease }: { tenantId: number; work: RemediationWork; lease: string },
  removal: Remediation | undefined,
  error: Error,
): Promise<void> {
  const known = error instanceof ConnectorError ? error : null;
  // Not the platform's fault: told to whoever runs Lapse, and tried again like one of the platform's.
  if (!known) context.onError(error, tenantId);
  await context.db.transaction(tenantId, async (tx) => {
    const current = await lockLeased(tx, work.id, lease);
    if (!current) return;
    // An attempt that failed before it was counted counts too, or it would be repeated for ever.
    const attempts = Math.max(work.attempts, current.attempts + (current.attempts === work.attempts ? 1 : 0));
    await postponeOrFail(
      tx,
      {
        ...(removal ?? ({ context, tenant_id: tenantId, lease } as Remediation)),
        work: { ...current, attempts },
      },
      {
        message: known?.message ?? 'An unexpected fault of Lapse; see its log.',
        retryable: known?.retryable ?? true,
        retry_after: known?.retry_after,
        now: context.now(),
      },
    );
  });
}
