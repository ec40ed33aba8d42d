import { guidOf, type Row, textOf } from '../rows.ts';

/** Roles of others are shown to members and admins. */
export const OWN_WORKSPACES = '/v1/workspaces?roles=Admin,Member';
export const ADMIN_WORKSPACES = '/v1/admin/workspaces?type=workspace&state=active';

export interface Workspace {
  id: string;
  name: string;
  type: string | null;
}

/** One that people share; `undefined` for a person's own and the platform's. */
export function workspaceOf(row: Row): Workspace | undefined {
  const [id, type] = [guidOf(row.id), textOf(row.type)];
  if (id === undefined || type === 'Personal' || type === 'AdminWorkspace') return undefined;
  return { id, type, name: textOf(row.displayName) ?? textOf(row.name) ?? id };
}
