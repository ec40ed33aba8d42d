import { Type } from 'typebox';
import {
  Enum,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { PRINCIPAL_TYPES } from '../../directory/directory.rules.ts';
import { FacetQuery } from '../facets/facet-query.schema.ts';
import { RECOMMENDATIONS, REVIEW_RISKS } from '../review.rules.ts';
import { ID_FILTERS, REVIEW_ID_EXAMPLE, RISK_FILTER } from '../review-filters.schema.ts';
import { DECIDE_TOGETHER_RULE, EXCEPTION_KINDS } from './decide-together.rules.ts';
import { GROUP_REASONS, GROUPINGS } from './review-group.rules.ts';

/** A hundred of them. */
const REVIEW_IDS_LENGTH_MAX = 3_700;

export const GroupQuery = ListQuery({
  by: Enum(GROUPINGS, {
    description:
      'What the reviews of a group have in common, besides what is recommended. Those of an asset; of a person (principal); of an asset that is inherited through the same group, without what is not inherited; of a reason and an asset, reason by reason; of a campaign and an asset, without what no campaign asks about.',
    examples: ['asset'],
  }),
  ...RISK_FILTER,
  ...ID_FILTERS,
  ...FacetQuery,
  review_ids: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: REVIEW_IDS_LENGTH_MAX,
      description: 'Only these reviews: ids with commas between them.',
      examples: [REVIEW_ID_EXAMPLE],
    }),
  ),
});

const counts = (names: readonly string[], description: string) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])), { description });

const GroupException = Type.Object({
  review_id: Type.String(),
  principal_id: Type.String(),
  principal_name: Type.String(),
  principal_type: Enum(PRINCIPAL_TYPES),
  asset_id: Type.String(),
  asset_name: Type.String(),
  recommendation: Enum(RECOMMENDATIONS),
  risk_level: Enum(REVIEW_RISKS),
  idle_days: Type.Integer({ description: 'Since the latest use, or since it was granted.' }),
  last_used_at: NullableTimestamp(),
  why: Type.Array(
    Type.Object({ kind: Enum(EXCEPTION_KINDS), says: Type.String({ description: 'In a sentence.' }) }),
  ),
});

const example = {
  key: 'WyJhc3NldCJd.3q2-7w',
  by: 'asset',
  reason: 'never_used',
  sentence: '58 people have never used read on customer_forecast_0; 3 stand out.',
  asset_id: 'asset-001',
  asset_name: 'customer_forecast_0',
  principal_id: null,
  principal_name: null,
  group_id: null,
  group_name: null,
  campaign_id: null,
  campaign_name: null,
  members: 58,
  looked_at: 58,
  recommendation: 'REVOKE',
  decisions: ['REVOKE'],
  together: 55,
  exceptions_total: 3,
  exception_kinds: [{ kind: 'anomaly', members: 3 }],
  exceptions: [],
  by_reason: [{ reason: 'never_used', members: 58 }],
  by_recommendation: { REVOKE: 58, REVIEW: 0, CONFIRM: 0 },
  by_risk: { CRITICAL: 58, HIGH: 0, MEDIUM: 0, LOW: 0 },
  by_idle_days: [{ from: 0, to: 30, members: 0 }],
  first_due_at: '2026-02-01T09:30:00.000Z',
  seen: 'S0ksSgQA',
};

export const ReviewGroup = Type.Object(
  {
    key: Type.String({ description: 'Names the group when it is decided.' }),
    by: Enum(GROUPINGS),
    reason: Type.Unsafe<(typeof GROUP_REASONS)[number] | null>({
      type: ['string', 'null'],
      enum: [...GROUP_REASONS, null],
      description: 'Why all members are asked about; null: for several reasons.',
    }),
    sentence: Type.String({ description: 'What the group is, in a sentence.' }),
    asset_id: NullableString(),
    asset_name: NullableString(),
    principal_id: NullableString(),
    principal_name: NullableString(),
    group_id: NullableString({ description: 'Through which it is inherited; by group only.' }),
    group_name: NullableString(),
    campaign_id: NullableString({ description: 'By campaign only.' }),
    campaign_name: NullableString(),
    members: Type.Integer({ description: 'Open reviews of the group.' }),
    looked_at: Type.Integer({
      description: 'All, or the first 5,000 of a larger group: the rest is of these.',
    }),
    recommendation: Enum(RECOMMENDATIONS, { description: 'Of most of them, as of now.' }),
    decisions: Type.Array(Enum(['CONFIRM', 'REVOKE']), {
      description: 'What may be decided of those that may be decided together.',
    }),
    together: Type.Integer({ description: 'How many may be decided together by the caller.' }),
    exceptions_total: Type.Integer({ description: 'How many may not.' }),
    exception_kinds: Type.Array(Type.Object({ kind: Enum(EXCEPTION_KINDS), members: Type.Integer() }), {
      description: 'Why they may not; of some for several reasons.',
    }),
    exceptions: Type.Array(GroupException, { description: 'The first 20 of them.' }),
    by_reason: Type.Array(Type.Object({ reason: Enum(GROUP_REASONS), members: Type.Integer() }), {
      description: 'Why they are asked about.',
    }),
    by_recommendation: counts(RECOMMENDATIONS, 'As of now.'),
    by_risk: counts(REVIEW_RISKS, 'When the reviews were generated.'),
    by_idle_days: Type.Array(
      Type.Object({
        from: Type.Integer(),
        to: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: without an end.' }),
        members: Type.Integer(),
      }),
      { description: 'Days since the latest use, or since it was granted.' },
    ),
    first_due_at: Timestamp({ description: 'The next deadline of a member.' }),
    seen: Type.String({
      description:
        'What was shown of those that may be decided together. It is sent back with the decision, so that nothing is decided that was not seen.',
    }),
  },
  { $id: 'ReviewGroup', examples: [example] },
);

const rule = [DECIDE_TOGETHER_RULE[0]];

export const ReviewGroupPage = Type.Object(
  {
    ...Page(ReviewGroup, example, '').properties,
    rule: Type.Array(Type.String(), { description: 'What may be decided together, in sentences.' }),
  },
  {
    description: 'A page of groups of open reviews, the largest first.',
    examples: [{ items: [example], next_cursor: null, total: 1, limit: 50, offset: 0, rule }],
  },
);
