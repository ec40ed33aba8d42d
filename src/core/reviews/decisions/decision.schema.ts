import { Type } from 'typebox';
import {
  Enum,
  IdFilter,
  ListQuery,
  NullableInteger,
  NullableString,
  NullableTimestamp,
  ONE_REQUIRED,
  Page,
  TextFilter,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { RECOMMENDATIONS, REVIEW_RISKS, REVIEW_STATUSES } from '../review.rules.ts';

const EXAMPLE_ID = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';

const example = {
  id: EXAMPLE_ID,
  review_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60',
  grant_id: 'grant-001',
  decision: 'REVOKE',
  reason: 'no longer in Claims',
  decided_by: 'hakon@example.com',
  decided_by_name: 'Håkon Myrvold',
  decided_at: '2026-01-31T09:30:00.000Z',
  next_review_at: null,
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  permission: 'read',
  via_group_id: null,
  review_status: 'DECIDED',
  decay_score: 83.8269,
  risk_level: 'CRITICAL',
  recommendation: 'REVOKE',
  remediation_id: '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b',
  remediation_status: 'completed',
  remediation_error: null,
  execution: 'connector',
  attested_by: null,
  attested_at: null,
  completed_at: '2026-01-31T09:31:00.000Z',
  verified_at: '2026-01-31T09:31:00.000Z',
  reverted_at: null,
  audit_entry_id: '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0c',
  audit_position: 20,
};

export const DecisionItem = Type.Object(
  {
    id: Type.String(),
    review_id: Type.String({ description: 'The review that asked.' }),
    grant_id: Type.String(),
    decision: Enum(['CONFIRM', 'REVOKE']),
    reason: Type.String(),
    decided_by: Type.String({ description: 'As it was recorded.' }),
    decided_by_name: Type.String({ description: 'The name of that person, where the directory knows it.' }),
    decided_at: Timestamp(),
    next_review_at: NullableTimestamp({ description: 'Of a confirmation: until when it holds.' }),
    principal_id: Type.String(),
    principal_name: NullableString(),
    asset_id: Type.String(),
    asset_name: NullableString(),
    permission: NullableString(),
    via_group_id: NullableString(),
    review_status: Enum(REVIEW_STATUSES),
    decay_score: Type.Number({ description: 'When the review was made.' }),
    risk_level: Enum(REVIEW_RISKS),
    recommendation: Enum(RECOMMENDATIONS),
    remediation_id: NullableString({
      description: 'The remediation that it caused; null for a confirmation.',
    }),
    remediation_status: NullableString(),
    remediation_error: NullableString({ description: 'Why the remediation failed or was blocked.' }),
    execution: NullableString({
      description: 'By whom it is removed: `connector`, `person`, or `simulated` in the demo.',
    }),
    attested_by: NullableString({ description: 'Who said that a person removed it.' }),
    attested_at: NullableTimestamp(),
    completed_at: NullableTimestamp({ description: 'When the remediation ended.' }),
    verified_at: NullableTimestamp({
      description: 'When the access was verified removed; null: that it is gone is not verified.',
    }),
    reverted_at: NullableTimestamp(),
    audit_entry_id: NullableString({
      description: 'The entry that records the decision; `GET /v1/audit/{id}/proof` proves it.',
    }),
    audit_position: NullableInteger({ description: 'Its place in the audit log.' }),
  },
  { $id: 'DecisionItem', examples: [example] },
);

export const DecisionPage = Page(DecisionItem, example, 'A page of decisions, the latest first.');

export const DecisionQuery = ListQuery({
  principal_id: IdFilter('Only decisions about the access of this principal.', 'prin-001', ONE_REQUIRED),
  asset_id: IdFilter('Only decisions about access to this asset.', 'asset-001'),
  principal: TextFilter(
    'The same by name: an id, an e-mail, or words that begin words of the name.',
    'amara oka',
  ),
  asset: TextFilter('The same by name: an id, or words that begin words of the name or a tag.', 'customer'),
  review_id: IdFilter('Only decisions of this review.', EXAMPLE_ID),
  decision: Type.Optional(Enum(['CONFIRM', 'REVOKE'], { description: 'Only these.', examples: ['REVOKE'] })),
});
