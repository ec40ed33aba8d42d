import { advanceCampaign } from '../campaigns/advance-campaign.ts';
import type { PipelineContext } from './process-tenant.ts';

/** One batch of one campaign; the next turn does the next. */
export function advanceCampaigns({ db, now, newId }: PipelineContext, tenantId: number): Promise<number> {
  return db.transaction(tenantId, (tx) => advanceCampaign(tx, { now: now(), newId }));
}
