import { Refusal } from '../refusal.ts';
import { type Row, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { type Holder, isCalled } from './holders.ts';
import { principalKey } from './keys.ts';
import { membersIn } from './memberships.ts';
import { FRESH_MS } from './names.ts';
import { isLocal } from './principals.ts';
import { ACCOUNT_ADMIN, findPrincipal, hasRole } from './scim.ts';
import { findMetastore } from './securables.ts';
import { hasAnotherAdmin } from './workspace-edge.ts';
import { listWorkspaces, workspaceAssignments } from './workspaces.ts';

/** Why nobody may be put into this group, or taken out of it, here. */
export function refuseGroup(context: EdgeContext, { name, row }: Holder): void {
  const external_id = textOf(row.externalId);
  if (external_id !== null) {
    throw new Refusal(
      'not_supported',
      `${name} is provisioned from Entra ID, or another identity provider, which would put the member back: take the person out of the group there.`,
      { provisioned: true, external_id, group: name },
    );
  }
  if (context.api.account === null && !isLocal(row)) {
    throw new Refusal(
      'not_supported',
      `${name} is a group of the account, which a workspace cannot change: give the connector account_id and account_url.`,
    );
  }
  if (hasRole(row, ACCOUNT_ADMIN)) {
    throw new Refusal(
      'superuser',
      `${name} makes its members administrators of the account: an account administrator must change it.`,
    );
  }
}

/** The last one who can sign in does not leave a group that administers something. */
export async function refuseLastMember(context: EdgeContext, group: Holder, memberId: string): Promise<void> {
  if (await hasAnotherMember(context, group.row, memberId)) return;
  const refusal = (what: string): Refusal =>
    new Refusal(
      'last_owner',
      `${group.name} administers ${what}, and nobody else would be in it: add another member first.`,
    );
  const metastore = await findMetastore(context);
  if (isCalled(group, metastore?.owner)) throw refusal('the metastore');
  const names = await context.book.atMost(FRESH_MS, context.signal);
  for (const workspace of await listWorkspaces(context)) {
    const all = await workspaceAssignments(context, workspace.name, names);
    const isAdmin = all.some(
      ({ principal_key, permissions }) =>
        principal_key === principalKey(group) && permissions.includes('ADMIN'),
    );
    if (isAdmin && !(await hasAnotherAdmin(context, all, principalKey(group)))) {
      throw refusal(`the workspace ${workspace.title}`);
    }
  }
}

/** Who can still do something; groups inside it may be empty. */
async function hasAnotherMember(context: EdgeContext, row: Row, memberId: string): Promise<boolean> {
  for (const member of membersIn(row)) {
    if (member.id === memberId || member.kind === 'group') continue;
    const found = await findPrincipal(context, member);
    if (found !== null && found.active !== false) return true;
  }
  return false;
}
