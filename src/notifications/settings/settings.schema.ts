import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  Model,
  NullableString,
  NullableTimestamp,
} from '../../gateway/common.schema.ts';
import {
  ALWAYS_AT_ONCE,
  CHOSEN_OCCASIONS,
  DEFAULT_SETTINGS,
  DELIVERIES,
  URGENT_OCCASIONS,
  WEEKDAYS,
} from './settings.rules.ts';

const Time = (description: string, example: string) =>
  Type.String({
    maxLength: 20,
    description: `${description} HH:MM.`,
    examples: [example],
  });

const FIELDS = {
  delivery: Enum(DELIVERIES, {
    description: `at_once: when it happens; daily: one message a day, at digest_at; off: none. ${ALWAYS_AT_ONCE}`,
  }),
  digest_at: Time('When the daily message comes, in time_zone; not in quiet_hours.', '08:00'),
  time_zone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Of all times here, by its name in the time zone database.',
    examples: ['Europe/Berlin'],
  }),
  quiet_hours: Type.Unsafe<{ from: string; to: string } | null>({
    type: ['object', 'null'],
    properties: { from: Time('First quiet minute.', '20:00'), to: Time('First minute after it.', '07:00') },
    required: ['from', 'to'],
    description: 'Messages wait until they end. They may pass midnight. null: none.',
    examples: [{ from: '20:00', to: '07:00' }],
  }),
  weekdays: Type.Array(Enum(WEEKDAYS), {
    minItems: 1,
    maxItems: WEEKDAYS.length,
    uniqueItems: true,
    description: 'On which days messages come.',
  }),
  occasions: Type.Array(Enum(CHOSEN_OCCASIONS), {
    maxItems: CHOSEN_OCCASIONS.length,
    uniqueItems: true,
    description: 'What is told besides of what is always told at once.',
  }),
};

const example = {
  delivery: 'daily',
  digest_at: '08:00',
  time_zone: 'Europe/Berlin',
  quiet_hours: { from: '20:00', to: '07:00' },
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  occasions: ['assigned', 'reminder'],
} as const;

export const SettingsBody = Type.Object(
  {
    delivery: Type.Optional(FIELDS.delivery),
    digest_at: Type.Optional(FIELDS.digest_at),
    time_zone: Type.Optional(FIELDS.time_zone),
    quiet_hours: Type.Optional(FIELDS.quiet_hours),
    weekdays: Type.Optional(FIELDS.weekdays),
    occasions: Type.Optional(FIELDS.occasions),
  },
  {
    additionalProperties: false,
    description: `What is left out is as for somebody who never chose: ${DEFAULT_SETTINGS.delivery}, ${DEFAULT_SETTINGS.digest_at}, ${DEFAULT_SETTINGS.time_zone}, no quiet hours, every day, every occasion.`,
    examples: [example],
  },
);

export const NotificationSettings = Model(
  'NotificationSettings',
  {
    principal_id: Type.String(),
    email: NullableString({
      description: 'Where messages go, as the directory has it; null: nobody can write to this person.',
    }),
    ...FIELDS,
    always_at_once: Type.Object(
      {
        occasions: Type.Array(Enum(URGENT_OCCASIONS)),
        note: Type.String({ description: 'The same as a sentence, with what else is sent at once.' }),
      },
      { description: 'What is sent at once whatever is set here.' },
    ),
    occasions_sent: Type.Array(Enum(CHOSEN_OCCASIONS), {
      description: 'Which occasions any channel sends to persons now; wanting others has no effect.',
    }),
    next_digest_at: NullableTimestamp({
      description: 'When the next daily message is due; null: there is none.',
    }),
    version: Type.Integer({ description: 'How often it was changed; the last change counts. 0: never.' }),
    changed_at: NullableTimestamp(),
  },
  {
    principal_id: 'prin-007',
    email: 'hakon.myrvold@example.com',
    ...example,
    always_at_once: { occasions: [...URGENT_OCCASIONS], note: ALWAYS_AT_ONCE },
    occasions_sent: ['assigned', 'reminder'],
    next_digest_at: '2026-02-02T07:00:00.000Z',
    version: 3,
    changed_at: '2026-01-31T09:30:00.000Z',
  },
);

export const SettingsParams = Type.Object({
  principal_id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Id of the person.',
    examples: ['prin-007'],
  }),
});
