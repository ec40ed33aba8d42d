import { Type } from 'typebox';
import { CLASSIFICATIONS } from '../../core/directory/directory.rules.ts';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { CronExpression, TimeZone } from '../../gateway/cron.schema.ts';
import { PERIOD_RULES } from '../period.rules.ts';
import { REPORT_FORMATS, REPORT_TYPES } from '../report.rules.ts';
import { RECIPIENTS_MAX } from './schedule.rules.ts';

export const SCHEDULE_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';

const settings = {
  name: 'Monthly summary for the auditors',
  type: 'compliance_summary',
  format: 'pdf',
  filters: { department: null, platform: null, classification: null },
  cron: '0 6 1 * *',
  time_zone: 'Europe/Berlin',
  period_rule: 'previous_month',
  recipients: ['audit@corp.example'],
  enabled: true,
};
const example = {
  id: SCHEDULE_ID_EXAMPLE,
  ...settings,
  next_run_at: '2026-02-01T05:00:00.000Z',
  last_run_at: '2026-01-01T05:00:00.412Z',
  last_report_id: '0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  last_error: null,
  warnings: [],
  created_by: 'admin@corp.example',
  created_at: '2025-12-15T10:00:00.000Z',
};

const FILTERS = Type.Object({
  department: NullableString({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  platform: NullableString({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  classification: NullableString({ enum: [...CLASSIFICATIONS, null] }),
});
const SETTINGS = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  type: Enum(REPORT_TYPES),
  format: Enum(REPORT_FORMATS),
  filters: Type.Partial(FILTERS, {
    additionalProperties: false,
    description: 'Only rows that match all; null or left out: any.',
  }),
  cron: CronExpression('When it is made'),
  time_zone: TimeZone('Of the cron expression and of the period.'),
  period_rule: Enum(PERIOD_RULES, {
    description:
      'What the report is about, from when it is due: the calendar day, week (from Monday), month, quarter or year before, or that many whole days before the day.',
  }),
  recipients: Type.Array(Type.String({ maxLength: 320 }), {
    maxItems: RECIPIENTS_MAX,
    description:
      'E-mail addresses that are told when it is there. The webhook report.completed is always sent.',
  }),
  enabled: Type.Boolean(),
};

export const ReportSchedule = Type.Object(
  {
    id: Type.String(),
    ...SETTINGS,
    filters: Type.Object(FILTERS.properties, { description: 'null: any.' }),
    next_run_at: NullableTimestamp({ description: 'null: not enabled.' }),
    last_run_at: NullableTimestamp(),
    last_report_id: NullableString(),
    last_error: NullableString({ description: 'Why the last run asked for no report.' }),
    warnings: Type.Array(Type.String(), { description: 'What keeps it from doing all it is meant to do.' }),
    created_by: Type.String(),
    created_at: Timestamp(),
  },
  { $id: 'ReportSchedule', examples: [example] },
);

export const ReportSchedulePage = Page(ReportSchedule, example, 'A page of schedules, ordered by id.');
export const ReportScheduleQuery = ListQuery({});

export const ReportScheduleBody = Type.Object(
  {
    ...SETTINGS,
    filters: Type.Optional(SETTINGS.filters),
    time_zone: Type.Optional(SETTINGS.time_zone),
    recipients: Type.Optional(SETTINGS.recipients),
    enabled: Type.Optional(SETTINGS.enabled),
  },
  { description: 'The time zone is UTC and it is enabled unless told otherwise.', examples: [settings] },
);

export const ReportSchedulePatchBody = Type.Partial(Type.Object(SETTINGS), {
  minProperties: 1,
  description: 'What is left out stays as it is.',
  examples: [{ enabled: false }],
});

/** Nothing needs to be said. */
export const ReportScheduleRunBody = Type.Object({});
