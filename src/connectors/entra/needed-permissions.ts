import type { Health } from '../connector.ts';

/** An application permission of Microsoft Graph, and what it is for. */
export interface Need {
  ability: Health['missing'][number]['ability'];
  permission: string;
  for: string;
  /** Of the permission, the same in every tenant. */
  app_role_id: string;
}

export const READING: readonly Need[] = [
  {
    ability: 'discover',
    permission: 'User.Read.All',
    for: 'to list users',
    app_role_id: 'df021288-bdef-4463-88db-98f22de89214',
  },
  {
    ability: 'discover',
    permission: 'GroupMember.Read.All',
    for: 'to list groups and their members',
    app_role_id: '98830695-27a2-44f7-8c18-0c3ebc9698f6',
  },
  {
    ability: 'discover',
    permission: 'Application.Read.All',
    for: 'to list enterprise applications, service principals and assignments',
    app_role_id: '9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30',
  },
  {
    ability: 'discover',
    permission: 'Member.Read.Hidden',
    for: 'to list the members of groups that hide them',
    app_role_id: '658aa5d8-239f-45c4-aa12-864f4fc7e490',
  },
  {
    ability: 'read_use',
    permission: 'AuditLog.Read.All',
    for: 'to read sign-ins, which show what is used',
    app_role_id: 'b0afded3-3588-46d8-8b3d-9842eff778da',
  },
];

export const WRITING: readonly Need[] = [
  {
    ability: 'revoke',
    permission: 'GroupMember.ReadWrite.All',
    for: 'to remove and restore memberships',
    app_role_id: 'dbaae8cf-10b5-4b86-a4a1-f871c94c6695',
  },
  {
    ability: 'revoke',
    permission: 'AppRoleAssignment.ReadWrite.All',
    for: 'to remove and restore assignments',
    app_role_id: '06b708a9-e830-4db3-a914-8e69da51d44f',
  },
  {
    ability: 'revoke',
    permission: 'Application.Read.All',
    for: 'to read the applications that it changes',
    app_role_id: '9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30',
  },
];
