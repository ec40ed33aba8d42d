import { Type } from 'typebox';
import {
  Enum,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../gateway/common.schema.ts';
import { DELIVERY_STATUSES } from '../webhooks/deliveries.sql.ts';
import { WAITS_FOR, type WaitsFor } from '../webhooks/types.rules.ts';
import { WEBHOOK_URL_LENGTH_MAX } from '../webhooks/url.rules.ts';
import { Attempts, DELIVERY_ID_EXAMPLE, ENDPOINT_ID_EXAMPLE } from '../webhooks/webhook.schema.ts';
import { MAIL_SECURITY, SLACK_API_URL } from './channel.rules.ts';
import {
  CHANNEL_KINDS,
  GATHER_SECONDS,
  GATHER_SECONDS_MAX,
  OCCASION_NAMES,
  type Occasion,
} from './notification.rules.ts';

const Occasions = Type.Array(Enum(OCCASION_NAMES as [Occasion, ...Occasion[]]), {
  minItems: 1,
  uniqueItems: true,
  description: `What is told: ${OCCASION_NAMES.join(', ')}. removal_requested goes to the person who is to remove access where nothing is connected, removal_blocked to whoever revoked what a guard keeps from being removed, holder_answered to whoever asked the person who holds the access, mentioned to whoever a comment mentions.`,
});
const Description = Type.String({ maxLength: 500 });

const host = Type.String({ minLength: 1, maxLength: 253, description: 'The mail server.' });
const port = Type.Integer({ minimum: 1, maximum: 65_535 });
const security = Enum(MAIL_SECURITY, {
  description: 'starttls is required, not tried; none is for a server on loopback only.',
});
const from = Type.String({ minLength: 1, maxLength: 254, description: 'The address that mails come from.' });
const gather_seconds = Type.Integer({
  minimum: 0,
  maximum: GATHER_SECONDS_MAX,
  description: `What happens to one recipient within this time is one message; ${GATHER_SECONDS} unless told.`,
});

const decide_links = Type.Boolean({
  description:
    'Of e-mail: whether each mail to a reviewer has a link, good once, to a page on which they decide without signing in. false unless told: whoever reads the mailbox can then decide.',
});

const team_id = Type.String({
  maxLength: 40,
  description: 'Of an app of Slack: the id of the workspace (T…).',
});
const api_url = Type.String({
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description: `Of an app of Slack: where its API is; ${SLACK_API_URL} unless told.`,
});

const GivenSettings = Type.Object(
  {
    host: Type.Optional(host),
    port: Type.Optional(port),
    security: Type.Optional(security),
    username: Type.Optional(NullableString({ maxLength: 320 })),
    password: Type.Optional(NullableString({ maxLength: 1_000, description: 'Kept sealed, never shown.' })),
    from: Type.Optional(from),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: WEBHOOK_URL_LENGTH_MAX,
        description: 'Of slack and teams: the incoming webhook. Kept sealed, shown without its path.',
      }),
    ),
    gather_seconds: Type.Optional(gather_seconds),
    decide_links: Type.Optional(decide_links),
    bot_token: Type.Optional(
      Type.String({ maxLength: 400, description: 'Of an app of Slack (xoxb-…). Kept sealed, never shown.' }),
    ),
    signing_secret: Type.Optional(
      Type.String({ maxLength: 200, description: 'Of an app of Slack. Kept sealed, never shown.' }),
    ),
    team_id: Type.Optional(team_id),
    api_url: Type.Optional(api_url),
  },
  {
    description:
      'E-mail takes host, port, security, username, password, from and decide_links; slack and teams take url. An app of Slack, which writes to reviewers and lets them decide, takes bot_token, signing_secret and team_id instead.',
  },
);

const example = {
  id: ENDPOINT_ID_EXAMPLE,
  kind: 'email',
  description: 'Mail to reviewers',
  occasions: ['assigned', 'reminder', 'escalated', 'overdue'],
  settings: {
    host: 'smtp.corp.example',
    port: 587,
    security: 'starttls',
    username: 'lapse',
    from: 'lapse@corp.example',
    gather_seconds: 60,
    decide_links: false,
  },
  interactions_path: null,
  enabled: true,
  disabled_reason: null,
  disabled_at: null,
  last_success_at: '2026-01-31T09:30:00.000Z',
  last_failure_at: null,
  last_error: null,
  failing_since: null,
  created_by: 'admin@corp.example',
  created_at: '2026-01-30T08:00:00.000Z',
};

export const NotificationChannel = Type.Object(
  {
    id: Type.String(),
    kind: Enum(CHANNEL_KINDS),
    description: Type.String(),
    occasions: Type.Array(Enum(OCCASION_NAMES as [Occasion, ...Occasion[]])),
    settings: Type.Object(
      {
        host: Type.Optional(Type.String()),
        port: Type.Optional(Type.Integer()),
        security: Type.Optional(Enum(MAIL_SECURITY)),
        username: Type.Optional(NullableString()),
        from: Type.Optional(Type.String()),
        url: Type.Optional(Type.String({ description: 'Without the part that is the secret.' })),
        gather_seconds: Type.Integer(),
        decide_links: Type.Optional(Type.Boolean()),
        team_id: Type.Optional(Type.String()),
        api_url: Type.Optional(Type.String()),
      },
      { description: 'Without secrets.' },
    ),
    interactions_path: NullableString({
      description:
        'Of an app of Slack: the path of its Request URL for interactivity, on the address of this service.',
    }),
    enabled: Type.Boolean(),
    disabled_reason: NullableString(),
    disabled_at: NullableTimestamp(),
    last_success_at: NullableTimestamp(),
    last_failure_at: NullableTimestamp(),
    last_error: NullableString(),
    failing_since: NullableTimestamp(),
    created_by: Type.String(),
    created_at: Timestamp(),
  },
  { $id: 'NotificationChannel', examples: [example] },
);

export const ChannelPage = Page(NotificationChannel, example, 'A page of channels, ordered by id.');

export const ChannelBody = Type.Object(
  {
    kind: Enum(CHANNEL_KINDS),
    settings: GivenSettings,
    occasions: Type.Optional(Occasions),
    description: Type.Optional(Description),
  },
  {
    examples: [
      {
        kind: 'email',
        settings: {
          host: 'smtp.corp.example',
          port: 587,
          security: 'starttls',
          username: 'lapse',
          password: 'correct horse battery staple',
          from: 'lapse@corp.example',
        },
        occasions: ['assigned', 'reminder', 'escalated', 'overdue'],
        description: 'Mail to reviewers',
      },
    ],
  },
);

export const ChannelPatchBody = Type.Object(
  {
    settings: Type.Optional(GivenSettings),
    occasions: Type.Optional(Occasions),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: 'true sends what waits; false stops at once.' })),
  },
  { minProperties: 1, examples: [{ occasions: ['assigned', 'escalated'] }] },
);

export const ChannelTestBody = Type.Object(
  {
    recipient: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 254,
        description: 'Of e-mail: the address to send the test to.',
      }),
    ),
  },
  { examples: [{ recipient: 'admin@corp.example' }] },
);

const delivery = {
  id: DELIVERY_ID_EXAMPLE,
  channel_id: ENDPOINT_ID_EXAMPLE,
  type: 'notification.reviews',
  recipient: 'prin-002',
  status: 'delivered',
  attempts: [
    {
      at: '2026-01-31T09:30:00.120Z',
      status_code: 250,
      latency_ms: 41.3,
      error: null,
      response: '250 2.0.0 Ok',
    },
  ],
  next_attempt_at: null,
  waits_until: null,
  waits_for: null,
  created_at: '2026-01-31T09:30:00.000Z',
  finished_at: '2026-01-31T09:30:00.170Z',
};

export const NotificationDelivery = Type.Object(
  {
    id: Type.String(),
    channel_id: Type.String(),
    type: Type.String({
      description:
        'notification.reviews (reviews and what came of them), notification.digest (the same once a day), notification.holder (a question to who holds the access), notification.message or notification.test.',
    }),
    recipient: NullableString({
      description: 'Of e-mail: the id of the person, or the address; null when the channel is told.',
    }),
    status: Enum(DELIVERY_STATUSES, {
      description: 'skipped: there was nobody or nothing to tell; the attempt says why.',
    }),
    attempts: Attempts,
    next_attempt_at: NullableTimestamp(),
    waits_until: NullableTimestamp({
      description: 'Until when it is kept back on purpose; null: nothing keeps it.',
    }),
    waits_for: Type.Unsafe<WaitsFor | null>({
      type: ['string', 'null'],
      enum: [...WAITS_FOR, null],
      description:
        'Why: what else concerns its recipient within the time to gather, their quiet hours, the days on which they get messages, or their daily digest.',
    }),
    created_at: Timestamp(),
    finished_at: NullableTimestamp(),
  },
  { $id: 'NotificationDelivery', examples: [delivery] },
);
export const NotificationDeliveryPage = Page(
  NotificationDelivery,
  delivery,
  'A page of messages, newest first.',
);
export const NotificationDeliveryQuery = ListQuery({
  status: Type.Optional(Enum(DELIVERY_STATUSES, { description: 'Only this status.', examples: ['dead'] })),
});
