import { Refusal } from '../refusal.ts';
import { type Row, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import type { Holder } from './holders.ts';
import { membersIn } from './memberships.ts';
import { isLocal } from './principals.ts';
import { ACCOUNT_ADMIN, findPrincipal, hasRole } from './scim.ts';
import { findMetastore } from './securables.ts';

/** Why nobody may be taken out of this group here. */
export async function refuseGroup(context: EdgeContext, group: Holder, memberId: string): Promise<void> {
  const { name, row } = group;
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
  const metastore = await findMetastore(context);
  if (metastore?.owner === name && !(await hasAnotherMember(context, row, memberId))) {
    throw new Refusal(
      'last_owner',
      `${name} administers the metastore, and nobody else would be in it: add another member first.`,
    );
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
