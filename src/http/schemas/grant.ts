import { Type } from 'typebox';
import { GRANT_STATUSES } from '../../domain/directory.ts';
import { Enum, IdFilter, ListQuery, NullableString, NullableTimestamp, Page, Timestamp } from './common.ts';

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
  granted_at: '2024-05-02T10:00:00.000Z',
  last_used_at: '2026-01-28T14:03:00.000Z',
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
    granted_at: Timestamp(),
    last_used_at: NullableTimestamp({ description: 'null when no use was ever seen.' }),
  },
  { $id: 'Grant', examples: [example] },
);

export const GrantPage = Page(Grant, example, 'A page of grants, ordered by id.');

export const GrantQuery = ListQuery({
  principal_id: IdFilter('Only grants of this principal.', 'prin-001'),
  asset_id: IdFilter('Only grants on this asset.', 'asset-001'),
  status: Type.Optional(Enum(GRANT_STATUSES, { description: 'Only this status.', examples: ['active'] })),
});
