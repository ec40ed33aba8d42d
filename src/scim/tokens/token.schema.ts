import { Type } from 'typebox';
import { NullableString, NullableTimestamp, Page, Timestamp } from '../../gateway/common.schema.ts';

export const TOKEN_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';

const example = {
  id: TOKEN_ID_EXAMPLE,
  name: 'Entra ID',
  created_by: 'admin@corp.example',
  created_at: '2026-01-30T08:00:00.000Z',
  rotated_at: null,
  previous_expires_at: null,
  last_used_at: '2026-01-31T09:30:00.000Z',
  revoked_at: null,
  revoked_by: null,
};

const fields = {
  id: Type.String(),
  name: Type.String({ description: 'Whom it is for. What it changes is told as "<name> (SCIM)".' }),
  created_by: Type.String(),
  created_at: Timestamp(),
  rotated_at: NullableTimestamp({ description: 'When it last got another secret.' }),
  previous_expires_at: NullableTimestamp({
    description: 'Until then the secret before that may be used, too.',
  }),
  last_used_at: NullableTimestamp({ description: 'To the minute; null: never.' }),
  revoked_at: NullableTimestamp({ description: 'Since then it is refused.' }),
  revoked_by: NullableString(),
};

export const ScimToken = Type.Object(fields, { $id: 'ScimToken', examples: [example] });

export const ScimTokenWithSecret = Type.Object(
  {
    ...fields,
    token: Type.String({ description: 'What the identity provider sends as bearer token. Shown this once.' }),
  },
  {
    $id: 'ScimTokenWithSecret',
    examples: [
      {
        ...example,
        last_used_at: null,
        token: 'lapse_scim_1_0198c0de7d1f7c1a9d7e0f1b2c3d4e5f_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo',
      },
    ],
  },
);

export const ScimTokenPage = Page(
  ScimToken,
  example,
  'A page of SCIM tokens, ordered by id, revoked ones among them.',
);

export const ScimTokenBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      description: 'Whom it is for, such as Entra ID.',
    }),
  },
  { examples: [{ name: 'Entra ID' }] },
);

/** Nothing to say yet. */
export const RotateBody = Type.Object({}, { examples: [{}] });
