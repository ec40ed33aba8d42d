import { Type } from 'typebox';
import { Enum, NullableString, NullableTimestamp, Timestamp } from '../../../gateway/common.schema.ts';
import { EXECUTIONS } from '../../../remediation/remediation.rules.ts';
import { Elsewhere, Refusal } from '../../../remediation/remediation.schema.ts';
import { REVIEW_STATUSES } from '../review.rules.ts';
import { Id, Text } from '../review.schema.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { DECISION_WORDS } from './decision.rules.ts';

const DecisionWord = () =>
  Type.String({
    minLength: 1,
    maxLength: 20,
    description: `${DECISION_WORDS.join(', ')}, in either case; approve is confirm.`,
    examples: ['REVOKE'],
  });

export const DecideBody = Type.Object(
  {
    decision: DecisionWord(),
    justification: Type.Optional(Text('Why; required unless grant_id is given.')),
    next_review_at: Type.Optional(
      Timestamp({
        description: 'Of a confirmation: until when it holds, at most a year ahead.',
        maxLength: 40,
      }),
    ),
    escalate_to_id: Type.Optional(Id('Of an escalation: to whom.', 'prin-002')),
    grant_id: Type.Optional(Id('Decide about this grant only.', 'grant-001')),
    reason: Type.Optional(Text('Why; with grant_id.')),
  },
  {
    description:
      'With `justification` about every grant of the review that has no decision yet, or with `grant_id` and `reason` about one.',
    examples: [{ decision: 'CONFIRM', justification: 'Needed for the audit.' }],
  },
);

const begunExample = {
  id: '0198c0de-7d22-7f3b-8a51-5c6d7e8f9a0d',
  grant_id: 'grant-001',
  execution: 'connector',
  elsewhere: null,
  refused_by: [
    {
      guard: 'last_admin',
      message: 'Nobody else could administer customer_profiles.',
      remedy: 'Give another active principal admin or owner access, then retry.',
    },
  ],
};

const BegunRemediations = Type.Array(
  Type.Object({
    id: Type.String({ description: 'Of the remediation.' }),
    grant_id: Type.String(),
    execution: Enum(EXECUTIONS),
    elsewhere: Elsewhere,
    refused_by: Type.Array(Refusal, { description: 'Guards that would refuse it at this moment.' }),
  }),
  {
    description:
      'The remediations that this has begun, with what is known of the guards by now. The worker that carries them out asks the guards again, and the platform, and decides: see `remediations` of the review, or the remediation.',
  },
);

const recordExample = {
  id: '0198c0de-7d21-7f3b-8a51-5c6d7e8f9a0c',
  packet_id: REVIEW_ID_EXAMPLE,
  review_id: REVIEW_ID_EXAMPLE,
  grant_id: 'grant-001',
  grant_ids: ['grant-001'],
  decision: 'REVOKE',
  decided_by: 'dev-admin',
  decided_at: '2026-01-31T10:00:00.000Z',
  status: 'DECIDED',
  assigned_to_id: 'prin-007',
  next_review_at: null,
  removals: [begunExample],
};

export const DecisionRecord = Type.Object(
  {
    id: Type.String(),
    packet_id: Type.String(),
    review_id: Type.String(),
    grant_id: NullableString({ description: 'null when the answer was about several.' }),
    grant_ids: Type.Array(Type.String(), { description: 'All that were decided by this.' }),
    decision: Type.String({ description: 'In the words of the form that was used.' }),
    decided_by: Type.String(),
    decided_at: Timestamp(),
    status: Enum(REVIEW_STATUSES, { description: 'Of the review, by now.' }),
    assigned_to_id: NullableString(),
    next_review_at: NullableTimestamp(),
    removals: BegunRemediations,
  },
  { $id: 'DecisionRecord', examples: [recordExample] },
);

export const BULK_DECISIONS_MAX = 500;

export const BulkDecideBody = Type.Object(
  {
    decisions: Type.Array(
      Type.Object({
        grant_id: Id('A grant of the review.', 'grant-001'),
        decision: DecisionWord(),
        reason: Type.Optional(Text('Why.')),
      }),
      { minItems: 1, maxItems: BULK_DECISIONS_MAX },
    ),
  },
  { examples: [{ decisions: [{ grant_id: 'grant-001', decision: 'revoke', reason: 'Unused.' }] }] },
);

export const BulkDecideAnswer = Type.Object(
  {
    review_id: Type.String(),
    processed: Type.Integer({ description: 'How many were accepted.' }),
    results: Type.Array(
      Type.Object({
        grant_id: Type.String(),
        status: Enum(['accepted', 'conflict', 'invalid']),
        detail: NullableString({ description: 'Why not.' }),
      }),
    ),
    removals: BegunRemediations,
  },
  {
    $id: 'BulkDecision',
    examples: [
      {
        review_id: REVIEW_ID_EXAMPLE,
        processed: 1,
        results: [{ grant_id: 'grant-001', status: 'accepted', detail: null }],
        removals: [begunExample],
      },
    ],
  },
);

export const TutorialDecisionBody = Type.Object(
  { decision: DecisionWord(), justification: Type.Optional(Text('Why.')) },
  { examples: [{ decision: 'revoke', justification: 'No longer on the project.' }] },
);

export const TutorialDecision = Type.Object(
  {
    review_id: Type.String(),
    status: Type.String({ description: 'completed, or escalated.' }),
    decision: Type.String(),
    decided_by: Type.String(),
    decided_at: Timestamp(),
    removals: BegunRemediations,
  },
  {
    $id: 'TutorialDecision',
    examples: [
      {
        review_id: REVIEW_ID_EXAMPLE,
        status: 'completed',
        decision: 'revoke',
        decided_by: 'dev-admin',
        decided_at: '2026-01-31T10:00:00.000Z',
        removals: [begunExample],
      },
    ],
  },
);
