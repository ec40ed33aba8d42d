import { Type } from 'typebox';
import {
  Enum,
  IncludeFilter,
  ListQuery,
  NullableBoolean,
  NullableInteger,
  NullableString,
  Page,
  SortFilter,
  TextFilter,
  Timestamp,
  TotalIsExact,
} from '../../gateway/common.schema.ts';
import { ASSET_TYPES, CLASSIFICATIONS } from './directory.rules.ts';
import { ASSET_SORTS } from './lists/asset-list.sql.ts';

const example = {
  id: 'asset-001',
  name: 'customer_profiles',
  type: 'table',
  platform: 'databricks',
  classification: 'pii',
  owner_id: 'prin-002',
  contains_pii: true,
  protected: false,
  tags: ['crm'],
  created_at: '2024-03-01T08:00:00.000Z',
};

export const Asset = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Enum(ASSET_TYPES),
    platform: Type.String({
      description: 'fabric, synapse, databricks, postgres, or another that feeds Lapse.',
    }),
    classification: NullableString({
      enum: [...CLASSIFICATIONS, null],
      description: 'null until classified.',
    }),
    owner_id: NullableString({ description: 'Principal who answers for the asset.' }),
    contains_pii: NullableBoolean(),
    protected: Type.Boolean({ description: 'Lapse never removes access to it.' }),
    tags: Type.Array(Type.String()),
    created_at: Timestamp(),
    owner_name: Type.Optional(
      NullableString({ description: 'With include=scores or a sort, like all that follow.' }),
    ),
    grants: Type.Optional(Type.Integer({ description: 'Active grants on it.' })),
    stale: Type.Optional(
      NullableInteger({
        description: 'How many of them have a score over 50; null when there are more than 500 grants.',
      }),
    ),
  },
  { $id: 'Asset', examples: [example] },
);

export const AssetPage = Page(Asset, example, 'A page of assets, ordered by id unless asked otherwise.', {
  total_is_exact: TotalIsExact(),
});

export const AssetQuery = ListQuery({
  platform: TextFilter('Only this platform.', 'databricks'),
  type: Type.Optional(Enum(ASSET_TYPES, { description: 'Only this type.', examples: ['table'] })),
  classification: Type.Optional(
    Enum(CLASSIFICATIONS, { description: 'Only this classification.', examples: ['pii'] }),
  ),
  q: TextFilter('Every word must begin a word of the name or a tag.', 'customer'),
  ...SortFilter(ASSET_SORTS, 'id by default.'),
  include: IncludeFilter('With the name of the owner, the number of grants, and of stale ones.'),
});
