import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  Named,
  NullableInteger,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { EXECUTIONS, REMEDIATION_STATUSES, VERIFICATIONS } from '../../remediation/remediation.rules.ts';
import { Refusal } from '../../remediation/remediation.schema.ts';
import { Score } from '../scores/lists/score.schema.ts';
import { evidenceExample, ReviewEvidence } from './evidence/evidence.schema.ts';
import { FacetQuery } from './facets/facet-query.schema.ts';
import { AskedHolder } from './holder/holder.schema.ts';
import { PRIORITY_PARTS } from './priority/priority.rules.ts';
import { RECOMMENDATIONS, REVIEW_ORIGINS, REVIEW_RISKS, REVIEW_STATUSES } from './review.rules.ts';
import { DUE_FILTER, ID_FILTERS, REVIEW_ID_EXAMPLE, RISK_FILTER } from './review-filters.schema.ts';
import { REVIEW_SORTS } from './review-order.sql.ts';

const Decision = Type.Object({
  id: Type.String(),
  grant_id: Type.String(),
  decision: Enum(['CONFIRM', 'REVOKE']),
  reason: Type.String(),
  decided_by: Type.String(),
  decided_at: Timestamp(),
  next_review_at: NullableTimestamp({ description: 'Of a confirmation: until when it holds.' }),
});

const Remediation = Type.Object({
  id: Type.String({ description: 'Of the remediation.' }),
  grant_id: Type.String(),
  status: Enum(REMEDIATION_STATUSES),
  operation: Enum(['revoke', 'restore'], { description: 'restore: it is being put back.' }),
  execution: Enum(EXECUTIONS),
  dry_run: Type.Boolean(),
  verification: Type.Union([Enum(VERIFICATIONS), Type.Null()], {
    description: 'What it rests on that the access is gone; null while nothing is claimed.',
  }),
  verified_at: NullableTimestamp(),
  blocked_by: Type.Array(Refusal, { description: 'The guards that stop it; the access is still there.' }),
  error: NullableString(),
});

const PriorityPart = Type.Object({
  part: Enum(PRIORITY_PARTS),
  points: Type.Integer(),
  of: Type.Integer({ description: 'The most that it can be.' }),
  because: Type.String({ description: 'The reason, after "because".' }),
});

const example = {
  id: REVIEW_ID_EXAMPLE,
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  access_grant_ids: ['grant-001'],
  decay_score: 83.8269,
  risk_level: 'CRITICAL',
  platform: 'databricks',
  current_score: 83.8269,
  evidence_json: evidenceExample,
  recommendation: 'REVOKE',
  assigned_to_id: 'prin-007',
  assigned_to_name: 'Håkon Myrvold',
  workflow_id: '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b',
  campaign_id: null,
  status: 'PENDING',
  origin: 'threshold',
  reason: null,
  notes: null,
  requested_by: 'system',
  may_decide: true,
  decide_refusal: null,
  removals: [],
  previous_review_id: null,
  unanswered_before: 0,
  first_asked_at: null,
  priority: 78,
  priority_parts: [{ part: 'staleness', points: 34, of: 40, because: 'its score is 84' }],
  weighed_at: '2026-01-31T09:30:00.000Z',
  due_at: '2026-02-01T09:30:00.000Z',
  escalations: 0,
  with_holder_until: null,
  reviewer_asked_at: null,
  created_at: '2026-01-31T09:30:00.000Z',
  closed_at: null,
};

export const Review = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String({ description: 'Principal under review.' }),
    principal_name: NullableString(),
    asset_id: Type.String({ description: 'Asset under review.' }),
    asset_name: NullableString(),
    access_grant_ids: Type.Array(Type.String(), { description: 'Grants that are decided about.' }),
    decay_score: Score({ description: 'Score of the stalest grant when the review was generated.' }),
    risk_level: Enum(REVIEW_RISKS),
    platform: NullableString({ description: 'Of the asset.' }),
    current_score: Score({ description: 'Of now while the review is open, else of when it was closed.' }),
    evidence_json: Named(ReviewEvidence),
    recommendation: Enum(RECOMMENDATIONS, { description: 'As of now while the review is open.' }),
    assigned_to_id: NullableString({ description: 'null: nobody could be asked; an admin must assign it.' }),
    assigned_to_name: NullableString(),
    workflow_id: NullableString(),
    campaign_id: NullableString(),
    status: Enum(REVIEW_STATUSES),
    origin: Enum(REVIEW_ORIGINS, { description: 'What asked for it.' }),
    reason: NullableString(),
    notes: NullableString(),
    requested_by: Type.String(),
    may_decide: Type.Boolean({ description: 'Whether the caller may decide it, as the policy says.' }),
    decide_refusal: NullableString({ description: 'Of an open review: why the caller may not decide it.' }),
    removals: Type.Union([Type.Array(Remediation), Type.Null()], {
      description:
        'What came of each grant that was revoked, also in lists; null: the caller has no role that may see remediations.',
    }),
    previous_review_id: NullableString({
      description:
        'The confirmation that this review tests, or the review that nobody answered and that it asks again.',
    }),
    unanswered_before: Type.Integer({
      description: 'How often the same access was asked about just before without an answer.',
    }),
    first_asked_at: NullableTimestamp({ description: 'When, the first time; null when it was not.' }),
    priority: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'How much it matters, from 0 to 100: the sum of its parts. null: not weighed yet.',
    }),
    priority_parts: Type.Union([Type.Array(PriorityPart), Type.Null()], {
      description: 'What the priority is made of, and why.',
    }),
    weighed_at: NullableTimestamp({
      description: 'As of when the priority is: when it was asked, and again once a day while it is open.',
    }),
    due_at: Timestamp({ description: 'Deadline.' }),
    escalations: Type.Integer({
      description: 'How often it was escalated: at which of the `escalation_steps` of the policy it is.',
    }),
    with_holder_until: NullableTimestamp({
      description:
        'While the person who holds the access is asked first: when the reviewer is asked, if there is no answer before. null: the reviewer is asked.',
    }),
    reviewer_asked_at: NullableTimestamp({
      description:
        'When the reviewer was asked, where the holder was asked first; null: when it was created, or not yet.',
    }),
    created_at: Timestamp(),
    closed_at: NullableTimestamp(),
    decisions: Type.Optional(Type.Array(Decision, { description: 'Of one review, not in lists.' })),
    holder_question: Type.Optional(
      Type.Union([AskedHolder, Type.Null()], {
        description:
          'The latest question to the person who holds the access, and the answer; null: nobody has asked. Of one review, not in lists.',
      }),
    ),
    comments: Type.Optional(
      NullableInteger({
        description:
          'How many comments there are; null: the caller has no role that may read them. Of one review, not in lists.',
      }),
    ),
  },
  { $id: 'Review', examples: [example] },
);

const { id, decisions: _, holder_question: __, comments: ___, ...fields } = Review.properties;
/** All of a review, or the fields that were asked for. */
export const ListedReview = Type.Object(
  { id, ...Type.Partial(Type.Object(fields)).properties },
  { $id: 'ListedReview', examples: [example] },
);

export const ReviewPage = Page(
  ListedReview,
  example,
  'A page of reviews, the next due first: with all of their fields, or with those that were asked for.',
);

export const ReviewQuery = ListQuery({
  status: Type.Optional(Enum(REVIEW_STATUSES, { description: 'Only this status.', examples: ['PENDING'] })),
  ...RISK_FILTER,
  ...DUE_FILTER,
  ...ID_FILTERS,
  ...FacetQuery,
  fields: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Only these fields of each review, by their names with commas between them; and the id.',
      examples: ['principal_name,asset_name,current_score,recommendation,due_at'],
    }),
  ),
  sort: Type.Optional(
    Enum(REVIEW_SORTS, {
      description: 'due_at (default), score, or priority: how much each matters.',
      examples: ['due_at'],
    }),
  ),
  order: Type.Optional(
    Enum(['asc', 'desc'], {
      description: 'By default asc for due_at, desc for score and priority.',
      examples: ['asc'],
    }),
  ),
});

const TEXT_MAX = 4_000;
export const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description, examples: [example] });
export const Text = (description: string) => Type.String({ maxLength: TEXT_MAX, description });

export const NewReviewBody = Type.Object(
  {
    principal_id: Id('Whose access.', 'prin-001'),
    asset_id: Id('To what.', 'asset-001'),
    reason: Type.Optional(Text('Why it is asked.')),
    notes: Type.Optional(Text('Shown to the reviewer.')),
  },
  {
    examples: [
      {
        principal_id: 'prin-001',
        asset_id: 'asset-004',
        reason: 'manual_trigger',
        notes: 'Left the project.',
      },
    ],
  },
);

export const CreatedReview = Type.Object(
  {
    review_id: Type.String(),
    id: Type.String(),
    status: Type.String({ description: 'pending' }),
    principal_id: Type.String(),
    asset_id: Type.String(),
    access_grant_ids: Type.Array(Type.String()),
    decay_score: Score(),
    risk_level: Enum(REVIEW_RISKS),
    recommendation: Enum(RECOMMENDATIONS),
    assigned_to_id: NullableString(),
    workflow_id: Type.String(),
    due_at: Timestamp(),
    created_at: Timestamp(),
  },
  {
    $id: 'CreatedReview',
    examples: [
      {
        review_id: REVIEW_ID_EXAMPLE,
        id: REVIEW_ID_EXAMPLE,
        status: 'pending',
        principal_id: 'prin-001',
        asset_id: 'asset-004',
        access_grant_ids: ['grant-001'],
        decay_score: 12.5,
        risk_level: 'LOW',
        recommendation: 'CONFIRM',
        assigned_to_id: 'prin-007',
        workflow_id: example.workflow_id,
        due_at: '2026-02-14T09:30:00.000Z',
        created_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
);

export const ReassignBody = Type.Object(
  { assigned_to_id: Id('The new reviewer.', 'prin-002') },
  { examples: [{ assigned_to_id: 'prin-002' }] },
);

export const Reassigned = Type.Object(
  { id: Type.String(), assigned_to_id: Type.String(), status: Enum(REVIEW_STATUSES) },
  {
    $id: 'ReassignedReview',
    examples: [{ id: REVIEW_ID_EXAMPLE, assigned_to_id: 'prin-002', status: 'PENDING' }],
  },
);
