import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { endWaitsForHolders } from '../reviews/holder/holder-first.sql.ts';
import { openReviews } from '../reviews/open-reviews.ts';
import { joinCampaign } from '../reviews/reviews.sql.ts';
import { lapseDateOf } from '../scores/decay.rules.ts';
import { byClass } from '../scores/half-life.rules.ts';
import { allowsPermission } from './campaign.rules.ts';
import { addCampaignProgress, type CampaignRow, claimCampaign, nextCampaignGrants } from './campaigns.sql.ts';

const GRANTS_PER_BATCH = 2_000;

/** Makes the reviews of the next grants of a campaign, and keeps how far it is. Answers how many grants were examined. */
export async function advanceCampaign(tx: Querier, now: number): Promise<number> {
  const campaign = await claimCampaign(tx);
  if (!campaign) return 0;
  const { policy } = await loadPolicy(tx);
  const { filter } = campaign;
  const grants = await nextCampaignGrants(tx, {
    filter,
    position: campaign.position,
    limit: GRANTS_PER_BATCH,
    lapsed_before: lapsedBefore(filter.min_score, now, policy),
  });
  const matching = grants.filter((grant) => grant.matches && allowsPermission(filter, grant.permission));
  const { opened, existing } = await openReviews(tx, {
    pairs: matching,
    origin: 'campaign',
    requested_by: campaign.created_by,
    reason: `Campaign: ${campaign.name}`,
    campaign: {
      id: campaign.id,
      reviewer_ids: campaign.reviewer_ids,
      due_at: campaign.due_at === null ? null : Date.parse(campaign.due_at),
      turn: campaign.packets_created,
    },
    policy,
    now,
  });
  // A pair with several grants may have got its review in an earlier batch.
  const others = existing.filter((pair) => pair.open_campaign_id !== campaign.id);
  const open = others.map((pair) => pair.open_review_id as string);
  const joined = await joinCampaign(tx, open, campaign.id);
  // A campaign waits for no holder.
  await endWaitsForHolders(tx, open);
  const isDone = grants.length < GRANTS_PER_BATCH;
  await addCampaignProgress(tx, campaign.id, {
    position: grants.at(-1)?.id ?? campaign.position,
    examined: grants.length,
    matched: matching.length,
    created: opened.length,
    joined,
    elsewhere: others.length - joined,
    generated_at: isDone ? isoInstant(now) : null,
  });
  if (isDone) await announce(tx, campaign, now);
  return Math.max(1, grants.length);
}

/** A score of 100 is never reached. */
function lapsedBefore(minScore: number | undefined, now: number, policy: Policy): number[] | null {
  if (minScore === undefined || minScore <= 0) return null;
  return byClass(policy, (halfLife) =>
    minScore >= 100 ? Number.NEGATIVE_INFINITY : lapseDateOf(minScore, now, halfLife),
  );
}

async function announce(tx: Querier, campaign: CampaignRow, now: number): Promise<void> {
  const { id, name } = campaign;
  await appendAuditEntries(tx, [
    {
      event_type: 'campaign.generated',
      description: `All reviews of the campaign ${name} are made.`,
      actor: 'system',
      at: isoInstant(now),
      data: { campaign_id: id, name },
    },
  ]);
}

/** One batch of one campaign; the next turn does the next. */
export function advanceCampaigns({ db, now }: PipelineContext, tenantId: number): Promise<number> {
  return db.transaction(tenantId, (tx) => advanceCampaign(tx, now()));
}
