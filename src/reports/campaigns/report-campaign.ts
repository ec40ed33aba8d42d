import {
  type CompletedCampaign,
  claimCampaignToReport,
  lockCampaign,
  recordCampaignReport,
} from '../../core/campaigns/campaigns.sql.ts';
import { loadPolicy } from '../../core/policy/policies.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { ReportFormat } from '../report.rules.ts';
import type { ReportRow } from '../reports.sql.ts';
import { requestReport } from '../request-report.ts';

/**
 * Asks for the report of one campaign that is completed and wants one, in the transaction in which the campaign names it: once,
 * however many workers there are. False: there was none, or it has to wait.
 */
export async function reportCompletedCampaign(tx: Querier, now: number): Promise<boolean> {
  const campaign = await claimCampaignToReport(tx);
  // By the clock of another program its last review was closed in a moment.
  if (!campaign?.report || Date.parse(campaign.ended_at) >= now) return false;
  try {
    await reportOn(tx, campaign, { format: campaign.report, actor: `campaign ${campaign.name}`, now });
  } catch (error) {
    // Too many reports wait: it is asked for when there is room.
    if (error instanceof LapseError && error.code === 'rate_limited') return false;
    throw error;
  }
  return true;
}

export interface CampaignReportOrder {
  format: ReportFormat;
  /** As the audit trail and the report show it. */
  actor: string;
  now: number;
}

/** Asks for the report of the decisions of a campaign that is completed. */
export async function reportCampaign(
  tx: Querier,
  id: string,
  order: CampaignReportOrder,
): Promise<ReportRow> {
  const campaign = required(await lockCampaign(tx, id), 'campaign');
  if (!campaign.has_ended) {
    throw new LapseError('conflict', 'The campaign is not completed yet: some of its reviews are open.');
  }
  return reportOn(tx, campaign, order);
}

async function reportOn(
  tx: Querier,
  { id, begins_at }: CompletedCampaign,
  { format, actor, now }: CampaignReportOrder,
): Promise<ReportRow> {
  const { policy } = await loadPolicy(tx);
  // What is older is not kept.
  const kept_since = now - policy.retention.history_days * DAY_MS;
  const report = await requestReport(tx, {
    request: {
      type: 'review_decisions',
      format,
      period_start: isoInstant(Math.max(Date.parse(begins_at), kept_since)),
      period_end: isoInstant(now),
      filters: { department: null, platform: null, classification: null, campaign_id: id },
    },
    actor,
    now,
  });
  await recordCampaignReport(tx, id, report.id);
  return report;
}
