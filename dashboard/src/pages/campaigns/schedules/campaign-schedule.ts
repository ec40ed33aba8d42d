import type { Item, Options } from '@lapse/client';
import { type CampaignDraft, campaignBody, EMPTY_DRAFT } from '../campaign.ts';

export type CampaignSchedule = Item<'/v1/campaigns/schedules'>;
type Body = NonNullable<Options<'/v1/campaigns/schedules', 'post'>['body']>;

export interface ScheduleDraft extends CampaignDraft {
  cron: string;
  time_zone: string;
  due_days: number | string;
  /** Empty: no report is made. */
  report: string;
}

/** What stands in the form of a schedule; of a new one, nothing but when. */
export function scheduleDraft(
  schedule: CampaignSchedule | undefined,
  when: Pick<ScheduleDraft, 'cron' | 'time_zone'>,
): ScheduleDraft {
  if (!schedule) return { ...EMPTY_DRAFT, ...when, due_days: '', report: '' };
  const { name, description, filter, reviewer_ids, due_days, report } = schedule;
  return {
    ...EMPTY_DRAFT,
    ...filter,
    ...when,
    name,
    description: description ?? '',
    reviewer_ids: reviewer_ids ?? [],
    due_days: due_days ?? '',
    report: report ?? '',
  };
}

/** What it says of a campaign alone. */
export const campaignOf = ({ cron, time_zone, due_days, report, ...draft }: ScheduleDraft): CampaignDraft =>
  draft;

/** What the API takes; what was left empty is said to be none, so that a change can take it away. */
export function scheduleBody(draft: ScheduleDraft): Body {
  const { cron, time_zone, due_days, report } = draft;
  const { name, description = null, filter = {}, reviewer_ids = null } = campaignBody(campaignOf(draft));
  return {
    name,
    description,
    filter,
    reviewer_ids,
    cron: cron.trim(),
    time_zone: time_zone.trim(),
    due_days: typeof due_days === 'number' ? due_days : null,
    report: (report || null) as NonNullable<Body['report']> | null,
  };
}
