import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { KEPT_PER_CALL_MAX, PAYLOAD_BYTES_MAX, REJECTION_SOURCES, REPLAYED_MAX } from './rejection.rules.ts';

const rejection = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  event: {
    event_id: 'fabric-audit-4711',
    principal_id: 'prin-001',
    asset_id: 'asset-9',
    action: 'query',
    timestamp: '2026-01-31T09:30:00Z',
  },
  text: null,
  is_cut: false,
  event_id: 'fabric-audit-4711',
  reason: 'asset_id: there is no asset "asset-9"',
  source: 'batch',
  attempts: 0,
  received_at: '2026-01-31T09:30:01.000Z',
};

export const RejectionItem = Type.Object(
  {
    id: Type.String(),
    event: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'As it came; null when it is not a JSON object, or not kept whole.',
    }),
    text: NullableString({ description: 'What came instead of a JSON object, or the part that was kept.' }),
    is_cut: Type.Boolean({
      description: `Not kept whole: longer than ${PAYLOAD_BYTES_MAX} bytes, or not text. It cannot be replayed; have it sent again.`,
    }),
    event_id: NullableString({ description: 'The one that was given; null when there was none.' }),
    reason: Type.String({ description: 'Which field, and what was expected.' }),
    source: Enum(REJECTION_SOURCES, {
      description: 'How it came: alone, in a batch, in a stream, or read by a connector.',
    }),
    attempts: Type.Integer({ description: 'How often it was replayed and refused again.' }),
    received_at: Timestamp(),
  },
  { $id: 'EventRejection', examples: [rejection] },
);

export const RejectionPage = Page(RejectionItem, rejection, 'A page of refused events, newest first.');
export const RejectionQuery = ListQuery({});

/** Which of a list are meant; the description says what is when none are named. */
export const IdsBody = (description: string) =>
  Type.Object({
    ids: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
        minItems: 1,
        maxItems: REPLAYED_MAX,
        description,
        examples: [[rejection.id]],
      }),
    ),
  });

export const RejectionReplayBody = IdsBody(
  `Only these; when absent ${REPLAYED_MAX} of those that can be replayed, the least tried and oldest first.`,
);
export const RejectionReplayAnswer = Type.Object(
  {
    replayed: Type.Integer({ description: 'How many were accepted now and wait to be applied.' }),
    rejected: Type.Integer({ description: 'How many were refused again and stay in the list.' }),
  },
  { examples: [{ replayed: 1, rejected: 0 }] },
);

export const RejectionDismissBody = IdsBody('Only these; all when absent.');
export const RejectionDismissAnswer = Type.Object(
  { dismissed: Type.Integer({ description: 'How many left the list.' }) },
  { examples: [{ dismissed: 1 }] },
);

export const REJECTIONS_DESCRIPTION = `Events that name an unknown principal or asset or a time that cannot be, and items of batches and lines of streams that are no events. The newest 1,000, for 30 days; of one request or piece of a stream the last ${KEPT_PER_CALL_MAX}. One that is sent again under its event_id is listed once.`;
