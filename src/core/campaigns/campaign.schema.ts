import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  NullableTimestamp,
  ORDERS,
  Page,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { REPORT_FORMATS } from '../../reports/report.rules.ts';
import { CLASSIFICATIONS, PRINCIPAL_TYPES } from '../directory/directory.rules.ts';
import { CAMPAIGN_STATUSES } from './campaign.rules.ts';

const IDS_MAX = 500;
const IDS = {
  items: { type: 'string', minLength: 1, maxLength: ID_LENGTH_MAX },
  minItems: 1,
  maxItems: IDS_MAX,
};
const Ids = (description: string) => Type.Unsafe<string[]>({ type: 'array', ...IDS, description });
export const NullableIds = (description: string) =>
  Type.Unsafe<string[] | null>({ type: ['array', 'null'], ...IDS, description });
const Word = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description, examples: [example] });

export const CampaignFilter = Type.Object(
  {
    platform: Type.Optional(Word('Of the asset.', 'databricks')),
    classification: Type.Optional(Enum(CLASSIFICATIONS, { description: 'Of the asset.' })),
    department: Type.Optional(Word('Of the principal.', 'Finance')),
    principal_type: Type.Optional(Enum(PRINCIPAL_TYPES)),
    permission: Type.Optional(
      Word('read, write, read_write, admin, owner, or the word of the platform.', 'admin'),
    ),
    principal_ids: Type.Optional(Ids('Only these principals.')),
    asset_ids: Type.Optional(Ids('Only these assets.')),
    min_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Scores of at least this.' }),
    ),
  },
  { additionalProperties: false, description: 'Which active grants; what is left out does not matter.' },
);

const example = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  name: 'Quarterly review of personal data',
  description: null,
  status: 'open',
  filter: { classification: 'pii' },
  reviewer_ids: null,
  due_at: '2026-03-01T00:00:00.000Z',
  created_by: 'dev-admin',
  created_at: '2026-01-31T09:30:00.000Z',
  generated_at: '2026-01-31T09:30:02.000Z',
  schedule_id: null,
  report: null,
  report_id: null,
  progress: {
    grants_total: 180,
    grants_examined: 180,
    grants_matched: 42,
    packets_total: 40,
    packets_created: 37,
    packets_joined: 3,
    packets_elsewhere: 0,
    pending: 30,
    escalated: 1,
    decided: 9,
    confirmed: 6,
    revoked: 3,
    expired: 0,
    percent: 22,
  },
};

export const Campaign = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableString(),
    status: Enum(CAMPAIGN_STATUSES, {
      description: 'generating while reviews are being made, open until the last is closed.',
    }),
    filter: CampaignFilter,
    reviewer_ids: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description:
        'Who take turns, or share them as `review.assign_to` of the policy says; null: by the routing of the policy.',
    }),
    due_at: NullableTimestamp({ description: 'null: by the policy.' }),
    created_by: Type.String(),
    created_at: Timestamp(),
    generated_at: NullableTimestamp({ description: 'When the last review was made.' }),
    schedule_id: NullableString({
      description: 'The schedule that had it begun, which may be deleted since; null: by hand.',
    }),
    report: NullableString({
      enum: [...REPORT_FORMATS, null],
      description:
        'The format in which its decisions are reported when it is completed; null: no report is made.',
    }),
    report_id: NullableString({
      description: 'The report of its decisions that was asked for last, which may be deleted since.',
    }),
    progress: Type.Object({
      grants_total: Type.Integer({ description: 'To be looked at.' }),
      grants_examined: Type.Integer(),
      grants_matched: Type.Integer(),
      packets_total: Type.Integer({ description: 'A review is about one principal and one asset.' }),
      packets_created: Type.Integer(),
      packets_joined: Type.Integer({ description: 'Were open already and belong to the campaign since.' }),
      packets_elsewhere: Type.Integer({ description: 'Are open in another campaign and stay there.' }),
      pending: Type.Integer(),
      escalated: Type.Integer(),
      decided: Type.Integer({ description: 'Those that were confirmed and those that were revoked.' }),
      confirmed: Type.Integer({ description: 'Every grant of the review stays.' }),
      revoked: Type.Integer({
        description: 'At least one grant of the review is taken away, or was gone before.',
      }),
      expired: Type.Integer(),
      percent: Type.Integer({ description: 'Reviews that are closed.' }),
    }),
  },
  { $id: 'Campaign', examples: [example] },
);

export const CampaignPage = Page(Campaign, example, 'A page of campaigns, ordered by id, which is by age.');
export const CampaignQuery = ListQuery({
  order: Type.Optional(Enum(ORDERS, { description: 'By age; asc by default.', examples: ['desc'] })),
});

export const CampaignBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 4_000 })),
    filter: Type.Optional(CampaignFilter),
    due_at: Type.Optional(
      Timestamp({ description: 'Of all its reviews; by the policy if left out.', maxLength: 40 }),
    ),
    reviewer_ids: Type.Optional(Ids('Who take turns; by the routing of the policy if left out.')),
  },
  {
    examples: [
      {
        name: 'Quarterly review of personal data',
        filter: { classification: 'pii', min_score: 20 },
        reviewer_ids: ['prin-002', 'prin-007'],
      },
    ],
  },
);
