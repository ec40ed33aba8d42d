import { Type } from 'typebox';
import {
  Enum,
  ID_LENGTH_MAX,
  ListQuery,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../gateway/common.schema.ts';
import { PRINCIPAL_TYPES } from '../directory/directory.rules.ts';
import { CONFLICT_KINDS, LINK_REASONS } from './link.rules.ts';

export const ACCOUNT_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e70';

const conflictExample = {
  kind: 'shared_address',
  candidates: [{ id: 'prin-001', display_name: 'Amara Okafor' }],
  shared: ['amara.okafor@corp.example'],
  found_at: '2026-01-30T08:00:00.000Z',
};

const example = {
  id: ACCOUNT_ID_EXAMPLE,
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  own_principal_id: ACCOUNT_ID_EXAMPLE,
  connector_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  connector_name: 'Shop',
  platform: 'postgres',
  name: 'amara',
  external_key: 'role/amara',
  type: 'user',
  entra_object_id: null,
  disabled: false,
  gone_at: null,
  how: 'sign_in_name',
  linked_at: '2026-01-12T08:00:00.000Z',
  linked_by: 'system',
  settled: null,
  grants: 4,
  conflict: null,
};

export const Account = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String({ description: 'Whose account it is.' }),
    principal_name: Type.String(),
    own_principal_id: Type.String({ description: 'The principal that it is when it is linked to nobody.' }),
    connector_id: Type.String(),
    connector_name: Type.String(),
    platform: Type.String(),
    name: Type.String({ description: 'What it signs in with, or its name there.' }),
    external_key: Type.String({ description: 'What its platform calls it.' }),
    type: Enum(PRINCIPAL_TYPES),
    entra_object_id: NullableString({
      description: 'Its object id in Entra ID, where the platform says it.',
    }),
    disabled: Type.Boolean(),
    gone_at: NullableTimestamp({ description: 'Since when its platform no longer lists it.' }),
    how: Enum(LINK_REASONS, {
      description:
        'Why it is this principal: it is its own, or was linked by the object id, the name that it signs in with, the e-mail that an import states, or an admin.',
    }),
    linked_at: Timestamp({ description: 'Since when.' }),
    linked_by: Type.String({ description: 'Who linked it; `system` for a sync.' }),
    settled: Type.Unsafe<'linked' | 'unlinked' | null>({
      type: ['string', 'null'],
      enum: ['linked', 'unlinked', null],
      description: 'What an admin has decided, which no sync changes.',
    }),
    grants: Type.Integer({ description: 'Active grants that it holds.' }),
    conflict: Type.Unsafe<AccountConflict | null>({
      type: ['object', 'null'],
      description: 'Why it was linked to nobody, where it may be somebody.',
      properties: {
        kind: Enum(CONFLICT_KINDS),
        candidates: Type.Array(Type.Object({ id: Type.String(), display_name: Type.String() })),
        shared: Type.Array(Type.String(), { description: 'The addresses that it shares with them.' }),
        found_at: Timestamp(),
      },
      required: ['kind', 'candidates', 'shared', 'found_at'],
    }),
  },
  { $id: 'Account', examples: [example, { ...example, how: 'own', conflict: conflictExample }] },
);

export interface AccountConflict {
  kind: (typeof CONFLICT_KINDS)[number];
  candidates: { id: string; display_name: string }[];
  shared: string[];
  found_at: string;
}

export const AccountList = Type.Object(
  { items: Type.Array(Account) },
  {
    description: 'The accounts of a principal on all connected platforms.',
    examples: [{ items: [example] }],
  },
);
export const ConflictPage = Page(
  Account,
  { ...example, how: 'own', conflict: conflictExample },
  'Accounts that may be of somebody, and were linked to nobody because what is known of them does not agree.',
);
export const ConflictQuery = ListQuery({});

export const LinkBody = Type.Object(
  {
    account_id: Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'The account that is of this principal, with all of its access.',
      examples: [ACCOUNT_ID_EXAMPLE],
    }),
  },
  { examples: [{ account_id: ACCOUNT_ID_EXAMPLE }] },
);

export const AccountParams = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Id of the principal.',
    examples: ['prin-001'],
  }),
  account_id: Type.String({
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    description: 'Id of the account.',
    examples: [ACCOUNT_ID_EXAMPLE],
  }),
});
