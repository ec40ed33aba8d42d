import { type CronSchedule, cronScheduleFaults } from '../../../platform/cron-schedule.rules.ts';
import type { Fault } from '../../../platform/errors.ts';
import type { ReportFormat } from '../../../reports/report.rules.ts';
import type { CampaignFilter } from '../campaign.rules.ts';
import { templateFault } from './campaign-template.rules.ts';

export const DUE_DAYS_MAX = 3_650;

/** The campaign that somebody wants to have begun again and again. */
export interface CampaignScheduleSettings extends CronSchedule {
  /** With placeholders, as the description. */
  name: string;
  description: string | null;
  filter: CampaignFilter;
  /** Who take turns; null: by the routing of the policy. */
  reviewer_ids: string[] | null;
  /** From when a campaign is begun to the deadline of its reviews; null: by the policy. */
  due_days: number | null;
  /** The format in which the decisions of each campaign are reported when it is completed; null: no report is made. */
  report: ReportFormat | null;
}

export function campaignScheduleFaults(settings: CampaignScheduleSettings): Fault[] {
  const faults = cronScheduleFaults(settings);
  for (const field of ['name', 'description'] as const) {
    const wrong = templateFault(settings[field] ?? '');
    if (wrong !== null) faults.push({ loc: ['body', field], msg: wrong, type: 'invalid' });
  }
  return faults;
}
