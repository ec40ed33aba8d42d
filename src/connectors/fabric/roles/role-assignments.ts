import { guidOf, type Row, rowOf, textOf } from '../../rows.ts';
import type { FabricContext } from '../connector-context.ts';
import { allRows } from '../fabric-api.ts';
import { type Holder, holderOf } from '../holders.ts';
import type { AssetName } from '../keys.ts';

/** A role that somebody holds on a workspace or a connection. */
export interface RoleAssignment {
  /** `null` where an admin call has told of it. */
  id: string | null;
  role: string;
  holder: Holder;
}

/** What roles are given on. */
export type RoleScope = Extract<AssetName, { kind: 'workspace' | 'connection' }>;

export const ROLES: Record<RoleScope['kind'], { known: readonly string[]; highest: string }> = {
  workspace: { known: ['Admin', 'Member', 'Contributor', 'Viewer'], highest: 'Admin' },
  connection: { known: ['Owner', 'UserWithReshare', 'User'], highest: 'Owner' },
};

export const assignmentsPath = ({ kind, id }: RoleScope): string => `/v1/${kind}s/${id}/roleAssignments`;

export const usersPath = (workspace: string): string => `/v1/admin/workspaces/${workspace}/users`;

export function assignmentOf(row: Row): RoleAssignment | undefined {
  const [id, role, holder] = [textOf(row.id), textOf(row.role), holderOf(row.principal)];
  return id === null || role === null || holder === undefined ? undefined : { id, role, holder };
}

/** The same as an admin call tells it. */
export function workspaceUserOf(row: Row): RoleAssignment | undefined {
  const [role, holder] = [textOf(rowOf(row.workspaceAccessDetails).workspaceRole), holderOf(row.principal)];
  return role === null || holder === undefined ? undefined : { id: null, role, holder };
}

/** All of a scope. Throws what the platform answers to who has no role in it. */
export async function assignmentsOn(
  { reader, signal }: Pick<FabricContext, 'reader' | 'signal'>,
  scope: RoleScope,
): Promise<RoleAssignment[]> {
  const rows = await allRows(reader, assignmentsPath(scope), 'value', signal);
  const found = new Map<string, RoleAssignment>();
  for (const row of rows) {
    const one = assignmentOf(row);
    if (one) found.set(guidOf(one.id) ?? (one.id as string), one);
  }
  return [...found.values()];
}
