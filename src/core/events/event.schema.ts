import { type Static, Type } from 'typebox';
import { Enum, ListQuery, NullableString, Page, Timestamp } from '../../gateway/common.schema.ts';
import { REPLAYED_MAX } from './rejections/rejection.rules.ts';
import { IdsBody } from './rejections/rejection.schema.ts';

export const EVENTS_PER_BATCH_MAX = 500;

/** What the description says about the bodies is in openapi.ts; here is what is checked before the events are. */
export const EventBody = Type.Unsafe<unknown>({ type: 'object' });

export const EventBatchBody = Type.Object({
  events: Type.Array(Type.Unknown(), { minItems: 1, maxItems: EVENTS_PER_BATCH_MAX }),
});

export const EventAnswer = Type.Object(
  {
    event_id: Type.String({ description: 'The one that was given, or the one that Lapse made.' }),
    status: Enum(['accepted', 'rejected']),
    message: Type.String({ description: 'Why it was rejected, if it was.' }),
  },
  {
    examples: [
      {
        event_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
        status: 'accepted',
        message: 'The event is stored and will be applied within seconds.',
      },
    ],
  },
);

export const EventBatchAnswer = Type.Object(
  {
    accepted: Type.Integer({ description: 'Events stored.' }),
    rejected: Type.Integer({ description: 'Events not stored.' }),
    event_ids: Type.Array(Type.String(), { description: 'Of the accepted events, in their order.' }),
    rejections: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Place in the batch, counted from 0.' }),
        event_id: NullableString({ description: 'The one that was given; null when there was none.' }),
        reason: Type.String({ description: 'Which field, and what was expected.' }),
      }),
    ),
  },
  {
    examples: [
      {
        accepted: 1,
        rejected: 1,
        event_ids: ['fabric-audit-4711'],
        rejections: [{ index: 1, event_id: null, reason: 'asset_id: there is no asset "asset-9"' }],
      },
    ],
  },
);

export type EventStreamAnswer = Static<typeof EventStreamAnswer>;
export const EventStreamAnswer = Type.Object(
  {
    lines: Type.Integer({ description: 'Lines read, empty ones not counted.' }),
    accepted: Type.Integer({ description: 'Lines stored.' }),
    rejected: Type.Integer({ description: 'Lines not stored.' }),
    rejections: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Counted from 1.' }),
        reason: Type.String({ description: 'Which field, and what was expected.' }),
      }),
      { description: 'The first 1,000 rejected lines.' },
    ),
  },
  {
    examples: [
      {
        lines: 3,
        accepted: 2,
        rejected: 1,
        rejections: [{ line: 3, reason: 'principal_id: there is no principal "prin-9"' }],
      },
    ],
  },
);

const deadLetter = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  event: {
    event_id: 'fabric-audit-4711',
    principal_id: 'prin-001',
    asset_id: 'asset-001',
    action: 'query',
    platform: 'databricks',
    timestamp: '2026-01-31T09:30:00.000Z',
    metadata: { rows_returned: 120 },
  },
  recalculation: null,
  reason: 'numeric field overflow',
  attempts: 5,
  received_at: '2026-01-31T09:30:01.000Z',
  created_at: '2026-01-31T09:31:00.000Z',
};

export const DeadLetterItem = Type.Object(
  {
    id: Type.String(),
    event: Type.Unsafe<object>({
      type: 'object',
      additionalProperties: true,
      description: 'As it was accepted; without any field when a recalculation was set aside.',
    }),
    recalculation: Type.Unsafe<{ grant_id: string; cause: string } | null>({
      type: ['object', 'null'],
      properties: { grant_id: { type: 'string' }, cause: { type: 'string' } },
      required: ['grant_id', 'cause'],
      description:
        'The grant whose lapse date could not be computed, and why it was to be; null: an event was set aside.',
    }),
    reason: Type.String({ description: 'Why it could not be applied.' }),
    attempts: Type.Integer({ description: 'How often it was tried.' }),
    received_at: Timestamp(),
    created_at: Timestamp({ description: 'When it was set aside.' }),
  },
  { $id: 'DeadLetter', examples: [deadLetter] },
);

export const DeadLetterPage = Page(DeadLetterItem, deadLetter, 'A page of events set aside, oldest first.');
export const DeadLetterQuery = ListQuery({});

export const ReplayBody = IdsBody(`Only these; the oldest ${REPLAYED_MAX} when absent.`);

export const ReplayAnswer = Type.Object(
  { replayed: Type.Integer({ description: 'How many wait to be applied again.' }) },
  { examples: [{ replayed: 1 }] },
);
