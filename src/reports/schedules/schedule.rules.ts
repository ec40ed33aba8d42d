import type { Fault } from '../../platform/errors.ts';
import { isTimeZone } from '../../platform/local-time.rules.ts';
import type { PeriodRule } from '../period.rules.ts';
import type { ReportFilters, ReportFormat, ReportType } from '../report.rules.ts';
import { cronFault } from './cron-schedule.rules.ts';

export const RECIPIENTS_MAX = 50;

/** What somebody wants to get again and again. */
export interface ScheduleSettings {
  name: string;
  type: ReportType;
  format: ReportFormat;
  filters: ReportFilters;
  cron: string;
  time_zone: string;
  period_rule: PeriodRule;
  recipients: string[];
  enabled: boolean;
}

/** One local part, one at sign, a domain with a dot; what else could go wrong, the mail server tells. */
const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62}\.)+[a-z0-9-]{2,63}$/i;

export function scheduleFaults({
  cron,
  time_zone,
  recipients,
}: Pick<ScheduleSettings, 'cron' | 'time_zone' | 'recipients'>): Fault[] {
  const faults: Fault[] = [];
  const wrong = cronFault(cron);
  if (wrong !== null) faults.push({ loc: ['body', 'cron'], msg: wrong, type: 'invalid' });
  if (!isTimeZone(time_zone)) {
    const msg = 'expected the name of a time zone, such as UTC or Europe/Berlin';
    faults.push({ loc: ['body', 'time_zone'], msg, type: 'invalid' });
  }
  for (const [i, address] of recipients.entries()) {
    if (ADDRESS.test(address)) continue;
    faults.push({ loc: ['body', 'recipients', i], msg: 'expected an e-mail address', type: 'invalid' });
  }
  return faults;
}
