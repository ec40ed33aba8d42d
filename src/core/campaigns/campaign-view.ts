import type { Querier } from '../../platform/database/database.ts';
import { type CampaignCounts, campaignCounts } from '../reviews/counts.sql.ts';
import { campaignProgress } from './campaign.rules.ts';
import type { CampaignRow } from './campaigns.sql.ts';

/** Campaigns as the API shows them: with how far they are. */
export async function withProgress(q: Querier, campaigns: readonly CampaignRow[]) {
  const counts = await campaignCounts(
    q,
    campaigns.map((campaign) => campaign.id),
  );
  return campaigns.map((campaign) => {
    const { grants_total, grants_examined, grants_matched } = campaign;
    const { packets_created, packets_joined, packets_elsewhere, ...about } = campaign;
    const counted: Partial<CampaignCounts> = counts.get(campaign.id) ?? {};
    const { PENDING = 0, ESCALATED = 0, DECIDED = 0, EXPIRED = 0, REVOKED = 0 } = counted;
    const { status, packets_total, percent } = campaignProgress(campaign.generated_at !== null, counted);
    return {
      ...about,
      status,
      progress: {
        grants_total,
        grants_examined,
        grants_matched,
        packets_total,
        packets_created,
        packets_joined,
        packets_elsewhere,
        pending: PENDING,
        escalated: ESCALATED,
        decided: DECIDED,
        confirmed: DECIDED - REVOKED,
        revoked: REVOKED,
        expired: EXPIRED,
        percent,
      },
    };
  });
}
