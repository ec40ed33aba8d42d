import { Type } from 'typebox';
import { Enum, Named, NullableInteger, Timestamp } from '../../../gateway/common.schema.ts';
import { DECISION_WORDS, DECISIONS } from '../decisions/decision.rules.ts';
import { evidenceExample } from '../evidence/evidence.schema.ts';
import { Review, Text } from '../review.schema.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { KNOWN_AFTER_DAYS, SEEDED_OPEN_DAYS } from './seeded.rules.ts';

export const SEEDED_ID_EXAMPLE = '0198c0de-7d25-7f3b-8a51-5c6d7e8f9a10';

const {
  principal_id,
  principal_name,
  asset_id,
  asset_name,
  platform,
  access_grant_ids,
  decay_score,
  risk_level,
  recommendation,
  reason,
  notes,
  evidence_json,
} = Review.properties;

const question = {
  id: SEEDED_ID_EXAMPLE,
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  platform: 'databricks',
  access_grant_ids: ['grant-001'],
  decay_score: 83.8269,
  current_score: 83.8269,
  risk_level: 'CRITICAL',
  recommendation: 'REVOKE',
  reason: null,
  notes: null,
  evidence_json: evidenceExample,
  created_at: '2026-06-12T09:30:00.000Z',
  due_at: '2026-06-26T09:30:00.000Z',
};

export const SeededQuestion = Type.Object(
  {
    id: Type.String({ description: 'Of the question; it is no review.' }),
    principal_id,
    principal_name,
    asset_id,
    asset_name,
    platform,
    access_grant_ids,
    decay_score,
    current_score: Type.Number({ description: 'Of then.' }),
    risk_level,
    recommendation,
    reason,
    notes,
    evidence_json,
    created_at: Timestamp({ description: 'When it was asked of the caller.' }),
    due_at: Timestamp({ description: `Until when it can be answered: ${SEEDED_OPEN_DAYS} days later.` }),
  },
  {
    $id: 'SeededQuestion',
    description:
      'A review of the past with its evidence as it was when it was closed, asked once more of somebody else.',
    examples: [question],
  },
);

export const OpenSeededQuestion = Type.Object(
  {
    question: Type.Union([Named(SeededQuestion), Type.Null()], {
      description: 'The one that the caller is asked at the moment; null: none.',
    }),
  },
  { $id: 'OpenSeededQuestion', examples: [{ question }] },
);

export const SeededAnswerBody = Type.Object(
  {
    decision: Type.String({
      minLength: 1,
      maxLength: 20,
      description: `${DECISION_WORDS.join(', ')}, in either case; approve is confirm, and escalate says "I do not know".`,
      examples: ['CONFIRM'],
    }),
    reason: Text('Why.'),
  },
  { examples: [{ decision: 'CONFIRM', reason: 'Needed for the quarterly close.' }] },
);

const Known = (description: string) => Enum(['CONFIRM', 'REVOKE'], { description });

export const SeededAnswered = Type.Object(
  {
    id: Type.String(),
    decision: Enum(DECISIONS, { description: 'What was answered.' }),
    known: Known('What history says: CONFIRM, it was still needed; REVOKE, it was not.'),
    is_right: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'null: the answer was "I do not know".',
    }),
    message: Type.String({ description: 'What is known, in words.' }),
    review_id: Type.String({ description: 'The review that was asked about once more.' }),
    decided_at: Timestamp({ description: 'When that was decided.' }),
    days_used: NullableInteger({
      description: `Of a confirmation: on how many of the ${KNOWN_AFTER_DAYS} days after that the access was used.`,
    }),
    answered_at: Timestamp(),
  },
  {
    $id: 'AnsweredSeededQuestion',
    examples: [
      {
        id: SEEDED_ID_EXAMPLE,
        decision: 'CONFIRM',
        known: 'REVOKE',
        is_right: false,
        message:
          'This was a question from the past, nothing was changed. The access was revoked on 12 March 2026 and not missed in the 60 days after that.',
        review_id: REVIEW_ID_EXAMPLE,
        decided_at: '2026-03-12T09:30:00.000Z',
        days_used: null,
        answered_at: '2026-06-12T10:00:00.000Z',
      },
    ],
  },
);
