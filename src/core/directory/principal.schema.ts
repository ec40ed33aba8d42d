import { Type } from 'typebox';
import {
  Enum,
  IncludeFilter,
  ListQuery,
  NullableBoolean,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Page,
  SortFilter,
  TextFilter,
  Timestamp,
  TotalIsExact,
} from '../../gateway/common.schema.ts';
import { RISK_LEVELS } from '../scores/decay.rules.ts';
import { PRINCIPAL_TYPES, PURPOSES } from './directory.rules.ts';
import { PRINCIPAL_SORTS } from './lists/principal-list.sql.ts';

const example = {
  id: 'prin-001',
  display_name: 'Amara Okafor',
  email: 'amara.okafor@corp.example',
  type: 'user',
  source: 'azure_ad',
  created_at: '2024-03-01T08:00:00.000Z',
  department: 'Finance',
  department_since: null,
  platform: 'fabric',
  manager_id: 'prin-004',
  mfa_enabled: true,
  last_login_at: '2026-01-30T17:12:00.000Z',
  disabled: false,
  protected: false,
  purpose: null,
  inventory_since: null,
  linked_to: null,
};

export const Principal = Type.Object(
  {
    id: Type.String(),
    display_name: Type.String(),
    email: NullableString(),
    type: Enum(PRINCIPAL_TYPES),
    source: Type.String({ description: 'Where the principal comes from, such as azure_ad or import.' }),
    created_at: Timestamp(),
    department: NullableString(),
    department_since: NullableTimestamp({
      description: 'Since when the directory says so; null when it was not seen to change.',
    }),
    platform: NullableString({ description: 'The platform the principal lives on, if it is of one only.' }),
    manager_id: NullableString({ description: 'Principal who answers for this one.' }),
    mfa_enabled: NullableBoolean({ description: 'null when the directory does not say.' }),
    last_login_at: NullableTimestamp(),
    disabled: Type.Boolean({ description: 'Disabled in the directory.' }),
    protected: Type.Boolean({ description: 'Its access is never removed automatically.' }),
    purpose: NullableString({
      enum: [...PURPOSES, null],
      description:
        'Its access is there for a case in which it is needed, and is asked about by a cycle of its own.',
    }),
    inventory_since: NullableTimestamp({
      description:
        'Since when it is known to use nearly everything on a platform, as scanners do: its use keeps no access of its groups fresh. null: it does not.',
    }),
    linked_to: NullableString({
      description:
        'The principal whose account this one is; it has all of its access and stands in lists for both.',
    }),
    overall_score: Type.Optional(
      NullableNumber({
        description:
          'That of its stalest grant, null without any. With include=scores or a sort, like all that follow.',
      }),
    ),
    risk_level: Type.Optional(NullableString({ enum: [...RISK_LEVELS, null] })),
    grants: Type.Optional(Type.Integer({ description: 'Active grants.' })),
  },
  { $id: 'Principal', examples: [example] },
);

export const PrincipalPage = Page(
  Principal,
  example,
  'A page of principals, ordered by id unless asked otherwise.',
  { total_is_exact: TotalIsExact() },
);

export const PrincipalQuery = ListQuery({
  email: TextFilter('Only the principal with this e-mail, in any case.', example.email),
  type: Type.Optional(Enum(PRINCIPAL_TYPES, { description: 'Only this type.', examples: ['user'] })),
  department: TextFilter('Only this department.', 'Finance'),
  q: TextFilter('Every word must begin a word of the name or e-mail.', 'amara fin'),
  ...SortFilter(PRINCIPAL_SORTS, 'id by default. score lists principals that have a grant.'),
  include: IncludeFilter('With the score and the number of grants of each.'),
});
