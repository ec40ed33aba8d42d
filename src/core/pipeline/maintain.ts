import { v7 as uuidv7 } from 'uuid';
import { deleteExpiredResponses } from '../../gateway/idempotency/idempotency-keys.sql.ts';
import { forgetUnseenReviewers } from '../../gateway/seen-reviewers.sql.ts';
import type { TenantTurns } from '../../platform/background/tenant-turns.ts';
import { foldTallies } from '../../platform/database/tallies.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { deleteEndedSessions } from '../../sessions/sessions.sql.ts';
import { settleMoves } from '../directory/department-moves.sql.ts';
import { forgetImportNames } from '../directory/directory-removals.sql.ts';
import { dropEventPartitions, ensureEventPartitions } from '../events/event-partitions.sql.ts';
import { trimRejections } from '../events/rejections/rejections.sql.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { forgetDryRuns } from '../policy/policy-dry-runs.sql.ts';
import { forgetDecisionLinks } from '../reviews/elsewhere/decision-links.sql.ts';
import { forgetLinks } from '../reviews/holder/holder.sql.ts';
import { idlePeers } from '../scores/apply/peer-groups.sql.ts';
import { requestForChanged, requestRecalculation } from '../scores/apply/recalculations.sql.ts';
import { findInventoryAccounts } from '../scores/inventory/find-inventory-accounts.ts';
import { PEER_WINDOW_DAYS } from '../scores/peers.rules.ts';
import { countLastingGaps } from '../scores/telemetry-gaps.sql.ts';
import { keepRetention } from './keep-retention.ts';
import type { PipelineContext } from './process-tenant.ts';

/** Holders looked at per turn; all of a million are looked at within hours, which is soon enough for 90 days. */
const PEERS_PER_TURN = 5_000;

/** No import takes two days; what it has named is of no use any more. */
const IMPORT_MS_MAX = 2 * DAY_MS;
const NO_BYTES = new Uint8Array(16);

const positions = new Map<number, string>();
/** Of all tenants, as of the last look. */
let longestEventsDays = Number.POSITIVE_INFINITY;

/** What time alone makes necessary, in small pieces: sums folded, old answers forgotten, outages and idle peers counted. */
export async function maintainTenant(context: PipelineContext, tenantId: number): Promise<void> {
  const { db } = context;
  await db.transaction(tenantId, foldTallies);
  await db.transaction(tenantId, deleteExpiredResponses);
  await db.transaction(tenantId, forgetDryRuns);
  await db.transaction(tenantId, deleteEndedSessions);
  await db.transaction(tenantId, forgetLinks);
  await db.transaction(tenantId, forgetDecisionLinks);
  await db.transaction(tenantId, forgetUnseenReviewers);
  await db.transaction(tenantId, trimRejections);
  await db.transaction(tenantId, (tx) => countLastingGaps(tx, new Date(context.now()).toISOString()));
  await db.transaction(tenantId, (tx) =>
    forgetImportNames(tx, { before: uuidv7({ msecs: context.now() - IMPORT_MS_MAX, random: NO_BYTES }) }),
  );
  await db.transaction(tenantId, async (tx) =>
    requestForChanged(tx, 'directory', 'principal_id', await settleMoves(tx, context.now())),
  );
  await db.transaction(tenantId, (tx) => findInventoryAccounts(tx, context.now()));
  await keepRetention(context, tenantId, longestEventsDays);
  await db.transaction(tenantId, async (tx) => {
    const before = new Date(context.now() - PEER_WINDOW_DAYS * DAY_MS).toISOString();
    const { last, idle } = await idlePeers(tx, {
      after: positions.get(tenantId) ?? '',
      before,
      limit: PEERS_PER_TURN,
    });
    positions.set(tenantId, last ?? '');
    await requestRecalculation(tx, 'time', idle);
  });
}

/**
 * Months to come have partitions before their events do; months that no tenant wants to keep are dropped whole. As long as
 * one cannot say what it wants to keep, nothing is dropped.
 */
export async function maintainStore(
  { db, now }: PipelineContext,
  { tenants, turns }: { tenants: readonly number[]; turns: TenantTurns },
): Promise<void> {
  await ensureEventPartitions(db, new Date(now()));
  const kept = await Promise.all(
    tenants.map((tenantId) =>
      turns.take('event_retention', tenantId, async () => {
        const { policy } = await loadPolicy(db.tenant(tenantId));
        return policy.retention.events_days;
      }),
    ),
  );
  const days = kept.flatMap((each) => each ?? []);
  if (days.length === 0 || days.length < tenants.length) return;
  longestEventsDays = Math.max(...days);
  await dropEventPartitions(db, new Date(now() - longestEventsDays * DAY_MS));
}
