import type { PrincipalType } from '../../../core/directory/directory.rules.ts';
import type { RawAsset, RawGrant, RawPrincipal } from '../../connector.ts';
import { ownIds } from '../../microsoft/own-ids.ts';
import { NOTHING_KNOWN } from '../../nothing-known.ts';
import { once } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import { assetKey, principalKey } from '../keys.ts';
import { type Stage, slicePage } from '../staged-listing.ts';
import { assetOfScope, roleGrantKey, scopeKey } from './scopes.ts';
import { allAssignments, type RoleAssignment } from './workspace-api.ts';

const NAME = 'synapse_roles';

/** Who holds Synapse roles. The platform knows only their ids. */
export function rolePrincipals({ reader, writer, settings, signal }: SynapseContext): Stage<RawPrincipal> {
  return {
    name: NAME,
    async page(after) {
      const [assignments, own] = await Promise.all([
        allAssignments(reader, {}, signal),
        ownIds({ reader, writer, signal }),
      ]);
      const principals = assignments.map((one): RawPrincipal => {
        const { principal_id, principal_type } = one;
        return {
          ...NOTHING_KNOWN,
          key: principalKey({ kind: 'entra', id: principal_id }),
          display_name: principal_id,
          type: typeOf(principal_type),
          entra_object_id: principal_id,
          ...(typeOf(principal_type) === 'group' ? { members_elsewhere: true } : {}),
          protected: own.has(principal_id),
          details: { principal_type },
        };
      });
      return slicePage(
        once(principals, ({ key }) => key),
        after,
        settings.page_size,
      );
    },
  };
}

function typeOf(principalType: string | null): PrincipalType {
  switch (principalType?.toLowerCase()) {
    case 'group':
      return 'group';
    case 'serviceprincipal':
      return 'service_account';
    default:
      return 'user';
  }
}

/** The workspace, and what in it roles are given on. */
export function roleAssets({ reader, settings, signal }: SynapseContext): Stage<RawAsset> {
  const workspace = assetKey({ kind: 'workspace', workspace: settings.workspace.toLowerCase() });
  const common = { type: 'workspace', owner_key: null, created_at: null } as const;
  return {
    name: NAME,
    async page(after) {
      const scopes =
        settings.synapse_roles === 'on'
          ? (await allAssignments(reader, {}, signal)).map(({ scope }) => scope)
          : [];
      const items = scopes.flatMap((scope): RawAsset[] => {
        const asset = assetOfScope(scope);
        if (asset?.kind !== 'item') return [];
        const { type, name } = asset;
        return [
          {
            ...common,
            key: assetKey(asset),
            name: `${settings.workspace}/${name}`,
            container_key: workspace,
            tags: ['synapse', type],
            details: { scope },
          },
        ];
      });
      const whole: RawAsset = {
        ...common,
        key: workspace,
        name: settings.workspace,
        container_key: null,
        tags: ['synapse', 'workspace'],
        details: {},
      };
      return slicePage(
        once([whole, ...items], ({ key }) => key),
        after,
        settings.page_size,
      );
    },
  };
}

export function roleGrants({ reader, signal }: SynapseContext): Stage<RawGrant> {
  return {
    name: NAME,
    async page(after) {
      const names = await reader.roleNames(signal);
      const { assignments, continuation } = await reader.page(
        {},
        after === null ? null : String(after[0]),
        signal,
      );
      const grants = assignments.flatMap((one) => grantOf(one, names) ?? []);
      return { items: once(grants, ({ key }) => key), next: continuation === null ? null : [continuation] };
    },
  };
}

function grantOf(assignment: RoleAssignment, names: ReadonlyMap<string, string>): RawGrant | undefined {
  const asset_key = scopeKey(assignment.scope);
  if (asset_key === undefined) return undefined;
  const { principal_id, role_id, principal_type } = assignment;
  const principal_key = principalKey({ kind: 'entra', id: principal_id });
  return {
    key: roleGrantKey(principal_key, asset_key, role_id),
    principal_key,
    asset_key,
    permission: roleName(role_id, names),
    via_group_key: null,
    granted_at: null,
    revocable: true,
    details: { role_id, scope: assignment.scope, principal_type },
  };
}

export const roleName = (roleId: string, names: ReadonlyMap<string, string>): string =>
  names.get(roleId) ?? `role ${roleId}`;
