import { Type } from 'typebox';
import {
  ListQuery,
  NullableInteger,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { CronExpression, TimeZone } from '../../../gateway/cron.schema.ts';
import { REPORT_FORMATS, type ReportFormat } from '../../../reports/report.rules.ts';
import { CampaignFilter, NullableIds } from '../campaign.schema.ts';
import { DUE_DAYS_MAX } from './campaign-schedule.rules.ts';
import { PLACEHOLDERS } from './campaign-template.rules.ts';

export const SCHEDULE_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60';

const settings = {
  name: 'Personal data in Finance, {quarter} {year}',
  description: null,
  cron: '0 6 1 1,4,7,10 *',
  time_zone: 'Europe/Berlin',
  filter: { classification: 'pii', department: 'Finance' },
  reviewer_ids: null,
  due_days: 21,
  report: 'pdf',
  enabled: true,
};
const example = {
  id: SCHEDULE_ID_EXAMPLE,
  ...settings,
  next_run_at: '2026-04-01T04:00:00.000Z',
  last_run_at: '2026-01-01T05:00:00.412Z',
  last_campaign_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  last_error: null,
  warnings: [],
  created_by: 'admin@corp.example',
  created_at: '2025-12-15T10:00:00.000Z',
};

const placeholders = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
const SETTINGS = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `Of each campaign, with ${placeholders} of the day on which it is due.`,
  }),
  description: NullableString({ maxLength: 4_000, description: 'With the same placeholders.' }),
  cron: CronExpression('When a campaign is begun'),
  time_zone: TimeZone('Of the cron expression and of the placeholders.'),
  filter: CampaignFilter,
  reviewer_ids: NullableIds('Who take turns; null: by the routing of the policy.'),
  due_days: NullableInteger({
    minimum: 1,
    maximum: DUE_DAYS_MAX,
    description:
      'Days of 24 hours from when a campaign is begun to the deadline of its reviews; null: by the policy.',
  }),
  report: Type.Unsafe<ReportFormat | null>({
    type: ['string', 'null'],
    enum: [...REPORT_FORMATS, null],
    description:
      'The format in which the decisions of each campaign are reported when it is completed; null: no report is made.',
  }),
  enabled: Type.Boolean(),
};

export const CampaignSchedule = Type.Object(
  {
    id: Type.String(),
    ...SETTINGS,
    next_run_at: NullableTimestamp({ description: 'null: not enabled.' }),
    last_run_at: NullableTimestamp(),
    last_campaign_id: NullableString(),
    last_error: NullableString({ description: 'Why the last run began no campaign.' }),
    warnings: Type.Array(Type.String(), { description: 'What keeps it from doing all it is meant to do.' }),
    created_by: Type.String(),
    created_at: Timestamp(),
  },
  { $id: 'CampaignSchedule', examples: [example] },
);

export const CampaignSchedulePage = Page(CampaignSchedule, example, 'A page of schedules, ordered by id.');
export const CampaignScheduleQuery = ListQuery({});

export const CampaignScheduleBody = Type.Object(
  {
    ...Type.Partial(Type.Object(SETTINGS)).properties,
    name: SETTINGS.name,
    cron: SETTINGS.cron,
  },
  { description: 'The time zone is UTC and it is enabled unless told otherwise.', examples: [settings] },
);

export const CampaignSchedulePatchBody = Type.Partial(Type.Object(SETTINGS), {
  minProperties: 1,
  description: 'What is left out stays as it is; the filter and the reviewers are replaced as a whole.',
  examples: [{ enabled: false }],
});

/** Nothing needs to be said. */
export const CampaignScheduleRunBody = Type.Object({});
