import {
  type AccessPath,
  type Connector,
  ConnectorError,
  type UndoRecord,
} from '../../connectors/connector.ts';
import { grantKeys } from '../../connectors/keys.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { grantCircumstances, lostGrantIds } from '../guards/facts.sql.ts';
import { ATTEMPTS_MAX } from '../mode.rules.ts';
import { decideRemediation } from './decide-remediation.ts';
import { lossesOf } from './edge-losses.ts';
import { edgeConnectorOf, edgesElsewhere, groupOfKey } from './elsewhere.sql.ts';
import { choosePath, summaryOf } from './plan.rules.ts';
import { isMemberElsewhere, otherWays } from './plan-member.ts';
import { planRemediation } from './plan-remediation.ts';
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
    const opened = new Map<string | null, Promise<Connector>>();
    const open = (id: string | null): Promise<Connector> => {
      const known = opened.get(id) ?? context.openConnector(tenantId, id);
      opened.set(id, known);
      return known;
    };
    try {
      const connector = await open(work.connector_id);
      removal = { context, tenant_id: tenantId, lease, work, connector, open, keys };
      await (work.operation === 'restore' ? restore(removal) : revoke(removal));
    } finally {
      for (const each of opened.values()) await each.then((one) => one.close()).catch(() => {});
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
  const executor = await executorOf(removal);
  let problem: { message: string; replan: boolean; retryable: boolean } | null = null;
  try {
    const answer = await executor.revoke(undo, OPTIONS);
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
  const { context, tenant_id, lease, work, keys } = removal;
  const subject = { principal_key: keys.principal_key, asset_key: keys.asset_key };
  const isElsewhere = work.edge_connector_id !== null;
  const executor = await executorOf(removal);
  const read = await executor.verify(
    { edge: undo.edge, subject: isElsewhere ? null : subject, undo: null },
    OPTIONS,
  );
  const paths = isElsewhere && read.edge === 'absent' ? await pathsThere(removal) : read.paths;
  await context.db.transaction(tenant_id, async (tx) => {
    const grant = (await lockLeased(tx, work.id, lease)) && (await grantCircumstances(tx, work));
    if (!grant) return;
    const now = context.now();
    if (read.edge === 'absent') {
      const there =
        work.edge_connector_id === null ? null : await edgeConnectorOf(tx, work.edge_connector_id);
      if (
        there !== null &&
        work.attempts < ATTEMPTS_MAX &&
        (await isToFollow(tx, { removal, undo, paths }))
      ) {
        const message = `The membership is gone at ${there.name}, which was read back, but ${grant.connector_name} still gives the access: it takes that over in its own time.`;
        await postponeOrFail(tx, removal, { message, retryable: true, retry_after: FOLLOW_SECONDS, now });
        return;
      }
      const losses = await lossesOf(tx, removal, { undo, grant });
      // The directory's own rows are revoked by now; the record names them.
      const lost = [...new Set([...(await lostGrantIds(tx, losses)), ...losses.grant_ids])].filter(
        (id) => id !== work.grant_id,
      );
      const remaining = paths.map(summaryOf);
      const { verified_at } = read;
      const by = there === null ? grant.connector_name : there.name;
      await finishRemediation(tx, removal, { outcome: 'revoked', remaining, lost, verified_at, by, now });
      return;
    }
    const message = problem?.message ?? 'The platform said that it was removed, but it is still there.';
    await postponeOrFail(tx, removal, { retryable: true, ...problem, message, now });
  });
}

/** What the platform gives whose group was filled. That it cannot be asked any more does not undo what was removed elsewhere. */
async function pathsThere(removal: Remediation): Promise<AccessPath[]> {
  const { connector, keys, work } = removal;
  const { principal_key, asset_key } = keys;
  try {
    // No platform takes anything over here: whoever is not in the group is not let in.
    if (isMemberElsewhere(keys)) return await otherWays(removal, keys);
    return await connector.paths({ principal_key, asset_key }, OPTIONS);
  } catch (error) {
    if (!(error instanceof ConnectorError) || (error.retryable && work.attempts < ATTEMPTS_MAX)) throw error;
    const description = `Whether the access is still there is not known: ${error.message}.`;
    return [{ kind: 'group', keys: [], edge: null, permission: null, description }];
  }
}

/** Groups are filled from elsewhere every half hour or so. */
const FOLLOW_SECONDS = 900;

/** The platform still gives the access by the group, and no other way into it is known: it has not taken over the change yet. */
async function isToFollow(
  tx: Querier,
  { removal, undo, paths }: { removal: Remediation; undo: UndoRecord; paths: readonly AccessPath[] },
): Promise<boolean> {
  const { keys, work } = removal;
  const { chosen } = choosePath(paths, keys);
  if (chosen === null) return false;
  const { edge } = undo;
  const connector_id = work.connector_id ?? '';
  const group = await groupOfKey(tx, { connector_id, group_key: keys.via_group_key ?? '' });
  if (edge.kind !== 'membership' || group === null) return true;
  const { principal_id } = work;
  const [ways = []] = await edgesElsewhere(tx, [{ connector_id, group_id: group.id, principal_id }]);
  return !ways.some(({ is_listed, group_key }) => is_listed && group_key !== edge.group_key);
}

/** Whose edge is removed: the connector's whose access it gives, or that of a platform that fills the group. */
const executorOf = async ({ work, connector, open }: Remediation): Promise<Connector> =>
  work.edge_connector_id === null ? connector : open(work.edge_connector_id);

async function restore(removal: Remediation): Promise<void> {
  const { context, tenant_id, lease, work } = removal;
  await countAttempt(removal);
  const executor = await executorOf(removal);
  const undo = work.undo as unknown as UndoRecord;
  let problem: { message: string; retryable: boolean } | null = null;
  try {
    const answer = await executor.restore(undo, OPTIONS);
    if (answer.outcome === 'not_possible') problem = { message: answer.message, retryable: false };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.effect === 'none') throw error;
    problem = { message: error.message, retryable: error.retryable };
  }
  const read = await executor.verify({ edge: undo.edge, subject: null, undo }, OPTIONS);
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
