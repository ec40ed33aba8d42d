import { Type } from 'typebox';
import { Enum, NullableString } from '../gateway/common.schema.ts';
import { ROLES } from '../gateway/roles.rules.ts';

export const SessionAnswer = Type.Object(
  {
    auth: Enum(['disabled', 'bearer', 'cookie'], {
      description:
        'How the caller is known: not at all (authentication is off), by a token, or by a session of the browser.',
    }),
    tenant: Type.String({ description: "The organisation's id at its identity provider." }),
    organisation_name: NullableString({
      description: 'What the organisation calls itself; null until somebody names it.',
    }),
    principal_id: NullableString({ description: 'The principal that the caller is, if it is known.' }),
    name: NullableString(),
    email: NullableString(),
    roles: Type.Array(Enum(ROLES)),
    version: Type.String({ description: 'Of the service.' }),
  },
  {
    $id: 'Session',
    examples: [
      {
        auth: 'bearer',
        tenant: '5f0c2a9e-31c4-4d1b-9b73-0f6b0d6f9d11',
        organisation_name: 'Northwind Mutual Insurance',
        principal_id: 'prin-007',
        name: 'Håkon Myrvold',
        email: 'hakon.myrvold@example.com',
        roles: ['service.reviewer'],
        version: '0.1.0',
      },
    ],
  },
);
