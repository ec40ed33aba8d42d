import { type CronSchedule, cronScheduleFaults } from '../../platform/cron-schedule.rules.ts';
import type { Fault } from '../../platform/errors.ts';
import type { PeriodRule } from '../period.rules.ts';
import type { ReportFilters, ReportFormat, ReportType } from '../report.rules.ts';

export const RECIPIENTS_MAX = 50;

/** What somebody wants to get again and again. */
export interface ScheduleSettings extends CronSchedule {
  name: string;
  type: ReportType;
  format: ReportFormat;
  filters: ReportFilters;
  period_rule: PeriodRule;
  recipients: string[];
}

/** One local part, one at sign, a domain with a dot; what else could go wrong, the mail server tells. */
const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z0-9-]{2,63}$/i;

export function scheduleFaults({
  cron,
  time_zone,
  recipients,
}: Pick<ScheduleSettings, 'cron' | 'time_zone' | 'recipients'>): Fault[] {
  const faults = cronScheduleFaults({ cron, time_zone });
  for (const [i, address] of recipients.entries()) {
    if (ADDRESS.test(address)) continue;
    faults.push({ loc: ['body', 'recipients', i], msg: 'expected an e-mail address', type: 'invalid' });
  }
  return faults;
}
