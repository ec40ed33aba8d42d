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
import { PERIOD_RULES } from '../period.rules.ts';
import { REPORT_FORMATS, REPORT_TYPES } from '../report.rules.ts';
import { CRON_LENGTH_MAX } from './cron-schedule.rules.ts';
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

const Word = () => NullableString({ minLength: 1, maxLength: ID_LENGTH_MAX });
const Classification = () => NullableString({ enum: [...CLASSIFICATIONS, null] });

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Cron = Type.String({
  minLength: 1,
  maxLength: CRON_LENGTH_MAX,
  description:
    'When it is made: minute, hour, day of month, month, day of week. One minute only: once an hour at most.',
  examples: ['0 6 1 * *'],
});
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Of the cron expression and of the period.',
  examples: ['Europe/Berlin'],
});
const Rule = Enum(PERIOD_RULES, {
  description:
    'What the report is about, from when it is due: the calendar day, week (from Monday), month, quarter or year before, or that many whole days before the day.',
});
const Recipients = Type.Array(Type.String({ maxLength: 320 }), {
  maxItems: RECIPIENTS_MAX,
  description:
    'E-mail addresses that are told when it is there. The webhook report.completed is always sent.',
});

export const ReportSchedule = Type.Object(
  {
    id: Type.String(),
    name: Name,
    type: Enum(REPORT_TYPES),
    format: Enum(REPORT_FORMATS),
    filters: Type.Object(
      { department: Word(), platform: Word(), classification: Classification() },
      { description: 'null: any.' },
    ),
    cron: Cron,
    time_zone: TimeZone,
    period_rule: Rule,
    recipients: Recipients,
    enabled: Type.Boolean(),
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

const Filters = Type.Object(
  {
    department: Type.Optional(Word()),
    platform: Type.Optional(Word()),
    classification: Type.Optional(Classification()),
  },
  { additionalProperties: false, description: 'Only rows that match all; null or left out: any.' },
);

export const ReportScheduleBody = Type.Object(
  {
    name: Name,
    type: Enum(REPORT_TYPES),
    format: Enum(REPORT_FORMATS),
    filters: Type.Optional(Filters),
    cron: Cron,
    time_zone: Type.Optional(TimeZone),
    period_rule: Rule,
    recipients: Type.Optional(Recipients),
    enabled: Type.Optional(Type.Boolean()),
  },
  { description: 'The time zone is UTC and it is enabled unless told otherwise.', examples: [settings] },
);

export const ReportSchedulePatchBody = Type.Object(
  {
    name: Type.Optional(Name),
    type: Type.Optional(Enum(REPORT_TYPES)),
    format: Type.Optional(Enum(REPORT_FORMATS)),
    filters: Type.Optional(Filters),
    cron: Type.Optional(Cron),
    time_zone: Type.Optional(TimeZone),
    period_rule: Type.Optional(Rule),
    recipients: Type.Optional(Recipients),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, description: 'What is left out stays as it is.', examples: [{ enabled: false }] },
);

/** Nothing needs to be said. */
export const ReportScheduleRunBody = Type.Object({});
