import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../../../gateway/common.schema.ts';
import { GROUP_MEMBERS_MAX } from '../group-members.sql.ts';
import { GROUP_REASONS, GROUPINGS } from '../review-group.rules.ts';
import { GROUP_DECISION_STATUSES, MEMBER_STATES } from './group-decision.rules.ts';

/** It names up to a hundred reviews. */
const KEY_LENGTH_MAX = 8_192;
const SEEN_LENGTH_MAX = 500_000;
const REASON_LENGTH_MAX = 4_000;
const NOTE_LENGTH_MAX = 4_000;

export const GroupDecisionBody = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: KEY_LENGTH_MAX, description: 'Of the group.' }),
    seen: Type.String({
      minLength: 1,
      maxLength: SEEN_LENGTH_MAX,
      description:
        'Of the group, as it was looked at. If any of these reviews has changed since, the answer is 409.',
    }),
    decision: Type.String({
      maxLength: 20,
      description:
        'confirm (or approve) or revoke, in either case; one of `decisions` of the group. Nothing is escalated together.',
      examples: ['REVOKE'],
    }),
    reason: Type.String({ minLength: 1, maxLength: REASON_LENGTH_MAX, description: 'Why, for all of them.' }),
    leave_out: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
        maxItems: GROUP_MEMBERS_MAX,
        uniqueItems: true,
        description: 'Ids of reviews that may be decided together and are not to be decided by this.',
      }),
    ),
    next_review_at: Type.Optional(
      Timestamp({
        description: 'Of a confirmation: until when it holds, at most a year ahead.',
        maxLength: 40,
      }),
    ),
  },
  {
    examples: [
      {
        key: 'WyJhc3NldCJd.3q2-7w',
        seen: 'S0ksSgQA',
        decision: 'REVOKE',
        reason: 'The forecast was never rolled out to them.',
      },
    ],
  },
);

const example = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  sentence: '58 people have never used read on customer_forecast_0; 3 stand out.',
  by: 'asset',
  group_reason: 'never_used',
  decision: 'REVOKE',
  reason: 'The forecast was never rolled out to them.',
  next_review_at: null,
  decided_by: 'hakon@example.com',
  created_at: '2026-01-31T09:30:00.000Z',
  starts_at: '2026-01-31T09:30:08.000Z',
  status: 'decided',
  members: 55,
  waiting: 0,
  decided: 54,
  left_out: 1,
  called_off: 0,
  undone: 0,
  stands: 0,
  told: [
    {
      review_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60',
      principal_id: 'prin-001',
      principal_name: 'Amara Okafor',
      asset_id: 'asset-001',
      asset_name: 'customer_forecast_0',
      state: 'left_out',
      why: 'The review is decided already.',
    },
  ],
  may_undo: true,
  undone_by: null,
  undo_asked_at: null,
};

export const GroupDecision = Type.Object(
  {
    id: Type.String({ description: 'Also of its job.' }),
    sentence: Type.String({ description: 'What the group was when it was decided.' }),
    by: Enum(GROUPINGS),
    group_reason: Type.Unsafe<(typeof GROUP_REASONS)[number] | null>({
      type: ['string', 'null'],
      enum: [...GROUP_REASONS, null],
      description: 'Why all of them were asked about; null: for several reasons.',
    }),
    decision: Enum(['CONFIRM', 'REVOKE']),
    reason: Type.String(),
    next_review_at: NullableTimestamp(),
    decided_by: Type.String(),
    created_at: Timestamp(),
    starts_at: Timestamp({
      description: 'Nothing is decided before; until then an undo leaves no trace in any review.',
    }),
    status: Enum(GROUP_DECISION_STATUSES, {
      description: 'held until it starts, deciding, decided; undoing, undone.',
    }),
    members: Type.Integer({ description: 'Reviews that were to be decided.' }),
    waiting: Type.Integer({ description: 'Not decided yet.' }),
    decided: Type.Integer({
      description: 'Decided, each with its own decision, audit entry and remediation.',
    }),
    left_out: Type.Integer({
      description: 'Decided by somebody else meanwhile, used, or changed; they are as they were.',
    }),
    called_off: Type.Integer({ description: 'Not decided, because it was undone before.' }),
    undone: Type.Integer({
      description: 'Decided, and its remediation was cancelled or the access is being put back.',
    }),
    stands: Type.Integer({ description: 'Decided, and cannot be undone.' }),
    told: Type.Array(
      Type.Object({
        review_id: Type.String(),
        principal_id: Type.String(),
        principal_name: Type.String(),
        asset_id: Type.String(),
        asset_name: Type.String(),
        state: Enum(MEMBER_STATES),
        why: Type.String({ description: 'In a sentence.' }),
      }),
      { description: 'The first 20 that were left out, or cannot be undone, and why.' },
    ),
    may_undo: Type.Boolean({ description: 'Whether the caller may undo it.' }),
    undone_by: NullableString(),
    undo_asked_at: NullableTimestamp(),
  },
  { $id: 'GroupDecision', examples: [example] },
);

export const UndoBody = Type.Object(
  { note: Type.Optional(Type.String({ maxLength: NOTE_LENGTH_MAX, description: 'Kept with every step.' })) },
  { examples: [{ note: 'The project goes on after all.' }] },
);

export const GroupDecisionQuery = ListQuery({});
export const GroupDecisionPage = Page(
  GroupDecision,
  example,
  'A page of decisions about groups, the latest first.',
);
