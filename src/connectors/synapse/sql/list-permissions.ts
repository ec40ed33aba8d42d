import type { RawGrant } from '../../connector.ts';
import { type Row, textOf } from '../../rows.ts';
import { assetKey, type DatabaseName, principalKey } from '../keys.ts';
import type { Stage } from '../staged-listing.ts';
import {
  assetOfPermission,
  PUBLIC_ID,
  permissionGrantKey,
  permissionOf,
  sqlPrincipalKey,
} from './catalog-rows.ts';
import { permissionsAfter, schemasAfter } from './catalog-statements.ts';
import { FIXED_ROLE_PERMISSIONS } from './fixed-roles.ts';
import { ID_MIN, type ListingContext, rowStage, stageName } from './row-stage.ts';

export function sqlGrants(context: ListingContext): Stage<RawGrant>[] {
  return context.sql.databases.flatMap((database): Stage<RawGrant>[] => [
    {
      name: stageName('fixed roles', database),
      page: async () => ({ items: fixedRoleGrants(database), next: null }),
    },
    rowStage<RawGrant>(context, database, {
      kind: 'owners',
      start: [-1],
      statement: schemasAfter,
      parameters: ([after = -1]) => ({ after }),
      afterOf: (row) => [Number(row.schema_id)],
      itemOf: (row) => ownerGrant(database, row),
    }),
    rowStage<RawGrant>(context, database, {
      kind: 'permissions',
      start: [-1, ID_MIN, -1, -1, '', -1],
      statement: permissionsAfter,
      parameters: ([kind = -1, major = -1, minor = -1, grantee = -1, type = '', grantor = -1]) => ({
        class: kind,
        major,
        minor,
        grantee,
        type,
        grantor,
      }),
      afterOf: (row) => [
        Number(row.class),
        Number(row.major_id),
        Number(row.minor_id),
        Number(row.grantee_principal_id),
        String(row.type),
        Number(row.grantor_principal_id),
      ],
      itemOf: (row) => grantOf(database, row),
    }),
  ]);
}

/** Who owns a schema may do everything in it; the catalogue lists no permission for it. */
function ownerGrant(database: DatabaseName, row: Row): RawGrant | undefined {
  const [schema, owner] = [textOf(row.name), textOf(row.owner)];
  if (schema === null || owner === null || owner === 'dbo') return undefined;
  const principal_key = sqlPrincipalKey(database, { name: owner, type: row.owner_type });
  const asset_key = assetKey({ kind: 'schema', ...database, schema });
  return {
    key: permissionGrantKey(principal_key, asset_key, { name: 'owner', column: null, grantor: null }),
    principal_key,
    asset_key,
    permission: 'owner',
    via_group_key: null,
    granted_at: null,
    revocable: false,
    details: { owner: true },
  };
}

/** What their members get by being in them; the catalogue does not list it. */
const fixedRoleGrants = (database: DatabaseName): RawGrant[] =>
  Object.keys(FIXED_ROLE_PERMISSIONS).map((role) => {
    const principal_key = principalKey({ kind: 'role', ...database, name: role });
    const asset_key = assetKey({ kind: 'database', ...database });
    return {
      key: permissionGrantKey(principal_key, asset_key, { name: role, column: null, grantor: null }),
      principal_key,
      asset_key,
      permission: role,
      via_group_key: null,
      granted_at: null,
      revocable: false,
      details: { fixed_role: true },
    };
  });

function grantOf(database: DatabaseName, row: Row): RawGrant | undefined {
  const permission = permissionOf(row);
  const asset = permission && assetOfPermission(database, permission);
  if (!permission || !asset) return undefined;
  const { name, column, grantor, state, grantee, grantee_type, grantee_id } = permission;
  const principal_key = sqlPrincipalKey(database, { name: grantee, type: grantee_type });
  const asset_key = assetKey(asset);
  return {
    key: permissionGrantKey(principal_key, asset_key, permission),
    principal_key,
    asset_key,
    permission: name,
    via_group_key: null,
    granted_at: null,
    revocable: grantee_id !== PUBLIC_ID,
    details: {
      grantor,
      ...(column === null ? {} : { column }),
      ...(state === 'W' ? { grant_option: true } : {}),
    },
  };
}
