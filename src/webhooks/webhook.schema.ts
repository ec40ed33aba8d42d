import { type TProperties, Type } from 'typebox';
import {
  Enum,
  IdParams,
  ListQuery,
  NullableInteger,
  NullableString,
  NullableTimestamp,
  Page,
  TextFilter,
  Timestamp,
} from '../gateway/common.schema.ts';
import { DELIVERY_STATUSES } from './deliveries.sql.ts';
import { WEBHOOK_TYPES } from './types.rules.ts';
import { WEBHOOK_URL_LENGTH_MAX } from './url.rules.ts';

export const ENDPOINT_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';
export const DELIVERY_ID_EXAMPLE = '0198c0df-1a2b-7c3d-8e4f-5a6b7c8d9e0f';

const example = {
  id: ENDPOINT_ID_EXAMPLE,
  url: 'https://hooks.corp.example/lapse',
  event_types: ['review.created', 'review.decided'],
  description: 'Tickets for the security team',
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  previous_secret_expires_at: null,
  health: {
    breaker: 'closed',
    next_probe_at: null,
    consecutive_failures: 0,
    failing_since: null,
    last_success_at: '2026-01-31T09:30:00.000Z',
    last_failure_at: null,
    last_error: null,
    pending: 0,
    dead: 0,
  },
  created_by: 'admin@corp.example',
  created_at: '2026-01-30T08:00:00.000Z',
};

const Url = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description:
    'https, on the public internet unless the operator has opened more. Redirects are not followed.',
});
const EventTypes = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: `"*" alone for all, or some of ${WEBHOOK_TYPES.join(', ')}.`,
});
const Description = Type.String({ maxLength: 500 });

const Health = Type.Object({
  breaker: Enum(['closed', 'open'] as const, {
    description: 'Open after ten failures in a row: single deliveries are tried until one succeeds.',
  }),
  next_probe_at: NullableTimestamp({ description: 'While the breaker is open: when one is tried.' }),
  consecutive_failures: Type.Integer(),
  failing_since: NullableTimestamp({
    description: 'Nothing but failure since; after five days it is disabled.',
  }),
  last_success_at: NullableTimestamp(),
  last_failure_at: NullableTimestamp(),
  last_error: NullableString({ description: 'Of the last failure.' }),
  pending: Type.Integer({ description: 'Deliveries that wait for their first or next attempt.' }),
  dead: Type.Integer({ description: 'Deliveries that were abandoned; redeliver sends them again.' }),
});

const fields = {
  id: Type.String(),
  url: Type.String(),
  event_types: Type.Array(Type.String()),
  description: Type.String(),
  enabled: Type.Boolean({ description: 'One that is not gets no events; what waited before waits on.' }),
  disabled_reason: NullableString(),
  disabled_at: NullableTimestamp(),
  previous_secret_expires_at: NullableTimestamp({
    description: 'Until then the secret before the present one signs too.',
  }),
  health: Health,
  created_by: Type.String(),
  created_at: Timestamp(),
} satisfies TProperties;

export const Webhook = Type.Object(fields, { $id: 'Webhook', examples: [example] });

export const WebhookWithSecret = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: 'Signs what is sent. Shown this once; keep it where the receiver can read it.',
    }),
  },
  {
    $id: 'WebhookWithSecret',
    examples: [{ ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }],
  },
);

export const WebhookPage = Page(Webhook, example, 'A page of webhooks, ordered by id.');

export const WebhookBody = Type.Object(
  { url: Url, event_types: EventTypes, description: Type.Optional(Description) },
  { examples: [{ url: example.url, event_types: example.event_types, description: example.description }] },
);

export const WebhookPatchBody = Type.Object(
  {
    url: Type.Optional(Url),
    event_types: Type.Optional(EventTypes),
    description: Type.Optional(Description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'true resumes what waits and forgets failures; false stops at once.' }),
    ),
  },
  { minProperties: 1, examples: [{ event_types: ['*'] }] },
);

/** Nothing to say yet. */
export const OrderBody = Type.Object({}, { examples: [{}] });

export const RedeliverBody = Type.Object(
  { since: Timestamp({ description: 'Deliveries that were made at or after this.' }) },
  { examples: [{ since: '2026-01-31T00:00:00Z' }] },
);

export const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'How many are sent again.' }) },
  { $id: 'Redelivered', examples: [{ redelivered: 12 }] },
);

const delivery = {
  id: DELIVERY_ID_EXAMPLE,
  webhook_id: ENDPOINT_ID_EXAMPLE,
  event_id: `evt_${DELIVERY_ID_EXAMPLE}`,
  type: 'review.created',
  status: 'delivered',
  attempts: [
    { at: '2026-01-31T09:30:00.120Z', status_code: 200, latency_ms: 41.3, error: null, response: 'ok' },
  ],
  next_attempt_at: null,
  created_at: '2026-01-31T09:30:00.000Z',
  finished_at: '2026-01-31T09:30:00.170Z',
};

/** Of deliveries to programs and to people. */
export const Attempts = Type.Array(
  Type.Object({
    at: Timestamp(),
    status_code: NullableInteger(),
    latency_ms: Type.Number(),
    error: NullableString(),
    response: NullableString({ description: 'The first 4 KiB of the answer.' }),
  }),
  { description: 'The latest, oldest first.' },
);

const deliveryFields = {
  id: Type.String(),
  webhook_id: Type.String(),
  event_id: Type.String({ description: 'The id of the event, which receivers know it by.' }),
  type: Type.String(),
  status: Enum(DELIVERY_STATUSES),
  attempts: Attempts,
  next_attempt_at: NullableTimestamp({
    description: 'null while it is being sent, and when it is delivered or dead.',
  }),
  created_at: Timestamp(),
  finished_at: NullableTimestamp(),
} satisfies TProperties;

export const WebhookDelivery = Type.Object(deliveryFields, { $id: 'WebhookDelivery', examples: [delivery] });

const payload = `{"id":"evt_${DELIVERY_ID_EXAMPLE}","type":"review.created","created_at":"2026-01-31T09:30:00.000Z","data":{}}`;

export const WebhookDeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    payload: Type.String({ description: 'The body, byte by byte as it is sent at every attempt.' }),
  },
  { $id: 'WebhookDeliveryDetail', examples: [{ ...delivery, payload }] },
);

export const WebhookDeliveryPage = Page(WebhookDelivery, delivery, 'A page of deliveries, newest first.');

export const WebhookDeliveryQuery = ListQuery({
  status: Type.Optional(Enum(DELIVERY_STATUSES, { description: 'Only this status.', examples: ['dead'] })),
  event_type: TextFilter('Of the event.', 'review.created'),
  since: Type.Optional(Timestamp({ description: 'Made at or after this.' })),
});

export const EndpointParams = (endpoint: string) => IdParams(endpoint, ENDPOINT_ID_EXAMPLE);

export const DeliveryParams = (endpoint: string, delivery: string) =>
  Type.Object({
    id: EndpointParams(endpoint).properties.id,
    delivery_id: IdParams(delivery, DELIVERY_ID_EXAMPLE).properties.id,
  });
