import { Type } from 'typebox';
import { ASSET_TYPES, CLASSIFICATIONS } from '../../domain/directory.ts';
import { Enum, ListQuery, NullableBoolean, NullableString, Page, TextFilter, Timestamp } from './common.ts';

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
  },
  { $id: 'Asset', examples: [example] },
);

export const AssetPage = Page(Asset, example, 'A page of assets, ordered by id.');

export const AssetQuery = ListQuery({
  platform: TextFilter('Only this platform.', 'databricks'),
  type: Type.Optional(Enum(ASSET_TYPES, { description: 'Only this type.', examples: ['table'] })),
  classification: Type.Optional(
    Enum(CLASSIFICATIONS, { description: 'Only this classification.', examples: ['pii'] }),
  ),
  q: TextFilter('Every word must begin a word of the name or a tag.', 'customer'),
});
