import { Type } from 'typebox';
import { CRON_LENGTH_MAX } from '../platform/cron-schedule.rules.ts';

export const CronExpression = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: CRON_LENGTH_MAX,
    description: `${what}: minute, hour, day of month, month, day of week. One minute only: once an hour at most.`,
    examples: ['0 6 1 * *'],
  });

export const TimeZone = (description: string) =>
  Type.String({ minLength: 1, maxLength: 64, description, examples: ['Europe/Berlin'] });
