import { Type } from 'typebox';
import {
  Enum,
  IdFilter,
  IncludeFilter,
  ListQuery,
  NullableInteger,
  NullableNumber,
  NullableString,
  NullableTimestamp,
  Page,
  SortFilter,
  TextFilter,
  Timestamp,
  TotalIsExact,
} from '../../gateway/common.schema.ts';
import { HELD_BY_EXAMPLE, HeldBy } from '../accounts/held-by.schema.ts';
import { RISK_LEVELS } from '../scores/decay.rules.ts';
import { Unanswered } from '../scores/lists/score.schema.ts';
import { CLASSIFICATIONS, GRANT_STATUSES, PRINCIPAL_TYPES, PURPOSES } from './directory.rules.ts';
import { GRANT_SORTS, LAST_REVIEWS } from './lists/grant-list.sql.ts';

const example = {
  id: 'grant-001',
  principal_id: 'prin-001',
  principal_name: 'Amara Okafor',
  asset_id: 'asset-001',
  asset_name: 'customer_profiles',
  platform: 'databricks',
  permission: 'ReadWrite',
  status: 'active',
  via_group_id: null,
  purpose: null,
  granted_at: '2024-05-02T10:00:00.000Z',
  last_used_at: '2026-01-28T14:03:00.000Z',
  account: HELD_BY_EXAMPLE,
};

export const Grant = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String(),
    principal_name: Type.String(),
    asset_id: Type.String(),
    asset_name: Type.String(),
    platform: Type.String(),
    permission: Type.String({ description: 'As the platform names it.' }),
    status: Enum(GRANT_STATUSES),
    via_group_id: NullableString({
      description: 'The group through which it is inherited; null when direct.',
    }),
    purpose: NullableString({
      enum: [...PURPOSES, null],
      description:
        'It is there for a case in which it is needed, and is asked about by a cycle of its own. null: nothing else than its principal.',
    }),
    granted_at: Timestamp(),
    last_used_at: NullableTimestamp({ description: 'null when no use was ever seen.' }),
    account: HeldBy(),
    score: Type.Optional(
      NullableNumber({
        description:
          'With include=scores, a sort or a filter by name, platform, department or risk, like all that follow. null when it is revoked.',
      }),
    ),
    risk_level: Type.Optional(NullableString({ enum: [...RISK_LEVELS, null] })),
    lapses_at: Type.Optional(NullableTimestamp({ description: 'When the score is exactly 50.' })),
    model_version: Type.Optional(
      NullableInteger({ description: 'By which score model of the policy the lapse date was computed.' }),
    ),
    principal_type: Type.Optional(Enum(PRINCIPAL_TYPES)),
    department: Type.Optional(NullableString({ description: 'Of the principal.' })),
    classification: Type.Optional(
      NullableString({ enum: [...CLASSIFICATIONS, null], description: 'Of the asset.' }),
    ),
    via_group_name: Type.Optional(NullableString()),
    unanswered: Type.Optional(Unanswered()),
  },
  { $id: 'Grant', examples: [example] },
);

export const GrantPage = Page(Grant, example, 'A page of grants, ordered by id unless asked otherwise.', {
  total_is_exact: TotalIsExact(),
});

export const GrantQuery = ListQuery({
  principal_id: IdFilter('Only grants of this principal.', 'prin-001'),
  asset_id: IdFilter('Only grants on this asset.', 'asset-001'),
  status: Type.Optional(Enum(GRANT_STATUSES, { description: 'Only this status.', examples: ['active'] })),
  platform: TextFilter('Only grants on assets of this platform.', 'databricks'),
  connector_id: IdFilter(
    'Only grants on assets that this connector reads.',
    '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  ),
  department: TextFilter('Only grants of principals of this department.', 'Finance'),
  q: TextFilter(
    'Every word must begin a word of the name or e-mail of the principal, or else of the name or a tag of the asset.',
    'customer',
  ),
  risk_level: Type.Optional(
    Enum(RISK_LEVELS, {
      description:
        'Only grants with a score of this level, also while they are being removed; ordered by score.',
      examples: ['critical'],
    }),
  ),
  last_review: Type.Optional(
    Enum(LAST_REVIEWS, {
      description:
        'unanswered: only stale access whose last review expired without an answer and that has no open review; ordered by score.',
      examples: ['unanswered'],
    }),
  ),
  ...SortFilter(
    GRANT_SORTS,
    'id by default. score lists what is there, also while it is being removed. last_used needs principal_id or asset_id.',
  ),
  include: IncludeFilter('With the score of each grant and more about both of its ends.'),
});
