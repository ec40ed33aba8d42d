import type { Classification, PrincipalType } from '../directory/directory.rules.ts';
import { normalisePermission } from '../directory/permission.rules.ts';
import type { ReviewStatus } from '../reviews/review.rules.ts';

/** Which grants a campaign asks about; what is left out does not matter. */
export interface CampaignFilter {
  platform?: string;
  classification?: Classification;
  department?: string;
  principal_type?: PrincipalType;
  permission?: string;
  principal_ids?: string[];
  asset_ids?: string[];
  min_score?: number;
}

export const CAMPAIGN_STATUSES = ['generating', 'open', 'completed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** A permission is meant by its kind (`read_write`) or by the platform's own word (`ReadWrite`). */
export function allowsPermission(filter: CampaignFilter, permission: string): boolean {
  if (filter.permission === undefined) return true;
  const wanted = filter.permission.toLowerCase();
  return permission.toLowerCase() === wanted || normalisePermission(permission) === wanted;
}

export interface CampaignProgress {
  status: CampaignStatus;
  packets_total: number;
  packets_closed: number;
  percent: number;
}

export function campaignProgress(
  isGenerated: boolean,
  counts: Partial<Record<ReviewStatus, number>>,
): CampaignProgress {
  const { PENDING = 0, ESCALATED = 0, DECIDED = 0, EXPIRED = 0 } = counts;
  const packets_total = PENDING + ESCALATED + DECIDED + EXPIRED;
  const packets_closed = DECIDED + EXPIRED;
  const isDone = packets_closed === packets_total;
  return {
    status: isGenerated ? (isDone ? 'completed' : 'open') : 'generating',
    packets_total,
    packets_closed,
    percent:
      packets_total === 0 ? (isGenerated ? 100 : 0) : Math.floor((100 * packets_closed) / packets_total),
  };
}
