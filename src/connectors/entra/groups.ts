import { Refusal } from '../refusal.ts';
import { guidOf, listOf, type Row, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { allRows } from './graph.ts';
import { type PrincipalName, pathOfPrincipal } from './keys.ts';
import { ownPermissions } from './permissions.ts';

const FIELDS =
  'id,displayName,groupTypes,securityEnabled,mailEnabled,isAssignableToRole,onPremisesSyncEnabled,isManagementRestricted';
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';

export interface GroupFacts {
  id: string;
  name: string;
  row: Row;
}

/** On beta, which knows about restricted management. */
export async function findGroup({ reader, signal }: EdgeContext, id: string): Promise<GroupFacts | null> {
  const row = await reader.find(`/beta/groups/${id}?$select=${FIELDS}`, signal);
  return row === null ? null : { id, name: textOf(row.displayName) ?? id, row };
}

/** Why nobody can change the members of this group through Graph. */
export async function refuseGroup(context: EdgeContext, { name, row }: GroupFacts): Promise<void> {
  const kinds = listOf(row.groupTypes);
  if (kinds.includes('DynamicMembership')) {
    throw new Refusal(
      'not_supported',
      `A rule decides who is in ${name}, and would put the member back: change the rule, or what it looks at.`,
    );
  }
  if (row.onPremisesSyncEnabled === true) {
    throw new Refusal(
      'not_supported',
      `${name} is synchronised from the directory on premises: change its members there.`,
    );
  }
  if (row.mailEnabled === true && !kinds.includes('Unified')) {
    const kind = row.securityEnabled === true ? 'mail-enabled security group' : 'distribution group';
    throw new Refusal('not_supported', `${name} is a ${kind}, whose members only Exchange can change.`);
  }
  if (row.isManagementRestricted === true) {
    throw new Refusal(
      'not_permitted',
      `${name} is in a restricted administrative unit: one of its administrators must change it.`,
    );
  }
  if (row.isAssignableToRole === true) await requireRolePermission(context, name);
}

async function requireRolePermission({ reader, writer, signal }: EdgeContext, name: string): Promise<void> {
  const own = await ownPermissions(reader, writer.client_id, signal);
  if (!own?.has('RoleManagement.ReadWrite.Directory')) {
    throw new Refusal(
      'not_permitted',
      `${name} can hold directory roles: a Privileged Role Administrator must change it, or grant RoleManagement.ReadWrite.Directory to Lapse.`,
    );
  }
}

/** Nobody leaves the group that alone makes its members Global Administrators. */
export async function refuseLastAdministrators(
  { reader, signal }: EdgeContext,
  { id, name, row }: GroupFacts,
): Promise<void> {
  if (row.isAssignableToRole !== true) return;
  const path = `/v1.0/roleManagement/directory/roleAssignments?$filter=roleDefinitionId eq '${GLOBAL_ADMINISTRATOR}'`;
  const rows = await allRows(reader, path, signal);
  const holders = rows.map((row) => guidOf(row.principalId));
  if (!holders.includes(id)) return;
  const others = holders.filter((holder) => holder !== undefined && holder !== id);
  for (const other of others) {
    const user = await reader.find(`/v1.0/users/${other}?$select=id,accountEnabled`, signal);
    if (user !== null && user.accountEnabled !== false) return;
  }
  throw new Refusal(
    'last_owner',
    `Only ${name} makes anybody a Global Administrator: assign the role to another account first.`,
  );
}

const APPLICATION_FIELDS = 'id,displayName,appId';
const ACCOUNT_FIELDS = 'id,displayName';

/** Throws a Refusal for who is not there, and for ourselves. */
export async function requirePrincipal(context: EdgeContext, name: PrincipalName): Promise<string> {
  const { reader, settings, signal } = context;
  const fields = name.kind === 'service_principal' ? APPLICATION_FIELDS : ACCOUNT_FIELDS;
  const row = await reader.find(`/v1.0${pathOfPrincipal(name)}?$select=${fields}`, signal);
  if (row === null)
    throw new Refusal('unknown_principal', `The tenant has no ${name.kind.replace('_', ' ')} ${name.id}.`);
  const ours = [settings.client_id, settings.remediation_client_id].map(guidOf);
  if (name.kind === 'service_principal' && ours.includes(guidOf(row.appId) ?? '')) {
    throw new Refusal('connector_itself', 'This is the application that Lapse itself signs in with.');
  }
  return textOf(row.displayName) ?? name.id;
}
