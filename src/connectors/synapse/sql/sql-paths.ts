import type { AccessPath, Subject } from '../../connector.ts';
import { groupChains } from '../../group-chains.ts';
import type { SynapseContext } from '../connector-context.ts';
import { assetKey, type DatabaseName, principalKey } from '../keys.ts';
import {
  assetOfPermission,
  type Permission,
  PUBLIC_ID,
  permissionGrantKey,
  permissionOf,
  type SqlAsset,
  type SqlPrincipal,
  sqlPrincipalKey,
} from './catalog-rows.ts';
import { PERMISSIONS_ON, ROLES_ABOVE } from './catalog-statements.ts';
import {
  configuredDatabase,
  findPrincipal,
  findSecurable,
  type Securable,
  type SqlName,
} from './find-in-catalog.ts';
import { FIXED_ROLE_PERMISSIONS, reachesInside } from './fixed-roles.ts';

/** Nothing has this number. */
const NONE = -2_147_483_648;

/** Every way in which a principal of a database may do something to the database or what is in it. */
export async function sqlPaths(
  context: SynapseContext,
  subject: Subject,
  principal: SqlName,
  asset: SqlAsset,
): Promise<AccessPath[]> {
  const database = configuredDatabase(context, asset);
  if (!database || principal.plane !== asset.plane || principal.database !== asset.database) return [];
  const who = await findPrincipal(context, principal);
  const on = who && (await findSecurable(context, asset));
  if (!who || !on) return [];
  const session = context.sql.session(database, 'reader');
  const memberships = (await session.query(ROLES_ABOVE, { principal: who.id }, context.signal)).map(
    (row) => ({
      group: principalKey({ kind: 'role', ...database, name: String(row.role_name) }),
      member: sqlPrincipalKey(database, { name: String(row.member_name), type: row.member_type }),
    }),
  );
  const parameters = {
    principal: who.id,
    schema: on.schema_id ?? NONE,
    object: on.class === 1 ? on.major_id : NONE,
  };
  const rows = await session.query(PERMISSIONS_ON, parameters, context.signal);
  const permissions = rows.flatMap((row) => permissionOf(row) ?? []).filter((one) => concerns(one, on));
  const chains = groupChains(subject.principal_key, memberships);
  const everybody = principalKey({ kind: 'role', ...database, name: 'public' });
  const holders = new Set([subject.principal_key, everybody, ...chains.map((chain) => chain.at(-1) ?? '')]);
  const held = permissions
    .map((one) => ({
      ...one,
      holder: sqlPrincipalKey(database, { name: one.grantee, type: one.grantee_type }),
    }))
    .filter(({ holder }) => holders.has(holder));
  const given = held.filter((one) => one.state !== 'D' && !isDenied(one, held));
  return [
    ...ownPaths(subject, who, on),
    ...given
      .filter(({ holder }) => holder === subject.principal_key)
      .flatMap((one) => directPath(subject, database, one) ?? []),
    ...chains.flatMap((chain) => groupPath(subject, chain, given, on) ?? []),
    ...given
      .filter(({ grantee_id }) => grantee_id === PUBLIC_ID && who.id !== PUBLIC_ID)
      .map((one) => everybodyPath(subject, everybody, one)),
  ];
}

type Held = Permission & { holder: string };

/** Of what contains the thing, only what reaches inside. */
const concerns = (one: Permission, on: Securable): boolean =>
  (one.class === on.class && one.major_id === on.major_id) || reachesInside(one.name);

/** A denial beats what was given at its level and below, but not what was given on a column. */
function isDenied(given: Permission, held: readonly Permission[]): boolean {
  return held.some(
    ({ state, name, class: kind, minor_id }) =>
      state === 'D' &&
      (name === given.name || name === 'CONTROL') &&
      (given.minor_id === 0 ? minor_id === 0 : kind !== 1 || minor_id === given.minor_id),
  );
}

function ownPaths({ principal_key, asset_key }: Subject, who: SqlPrincipal, on: Securable): AccessPath[] {
  const path = (kind: 'owner' | 'superuser', description: string): AccessPath => ({
    kind,
    keys: [principal_key, asset_key],
    edge: null,
    permission: 'owner',
    description,
  });
  if (who.name === 'dbo') return [path('superuser', 'Is dbo, who may do everything in the database.')];
  return who.id === on.owner_id ? [path('owner', 'Owns it, or the schema that it is in.')] : [];
}

function directPath(subject: Subject, database: DatabaseName, held: Held): AccessPath | undefined {
  const asset = assetOfPermission(database, held);
  if (!asset) return undefined;
  const asset_key = assetKey(asset);
  const { principal_key } = subject;
  return {
    kind: 'direct',
    keys: [principal_key, subject.asset_key],
    edge: {
      kind: 'grant',
      principal_key,
      asset_key,
      grant_key: permissionGrantKey(principal_key, asset_key, held),
    },
    permission: held.name,
    description: `Was given ${phraseOf(held)}.`,
  };
}

function groupPath(
  { principal_key, asset_key }: Subject,
  chain: string[],
  given: readonly Held[],
  on: Securable,
): AccessPath | undefined {
  const role = chain.at(-1) ?? '';
  const name = decodeURIComponent(role.split('/').at(-1) ?? '');
  const fixed = (FIXED_ROLE_PERMISSIONS[name] ?? []).filter((one) => on.class === 0 || reachesInside(one));
  const own = given.filter(({ holder }) => holder === role);
  if (fixed.length === 0 && own.length === 0) return undefined;
  const permissions = [...new Set([...(fixed.length > 0 ? [name] : []), ...own.map((one) => one.name)])];
  return {
    kind: 'group',
    keys: [...chain, asset_key],
    edge: { kind: 'membership', group_key: chain[1] as string, member_key: principal_key },
    permission: permissions.join(' '),
    description:
      own.length > 0
        ? `Through ${name}, which was given ${own.map(phraseOf).join(', ')}.`
        : `Through the fixed role ${name}.`,
  };
}

const everybodyPath = ({ principal_key, asset_key }: Subject, everybody: string, held: Held): AccessPath => ({
  kind: 'everybody',
  keys: [principal_key, everybody, asset_key],
  edge: null,
  permission: held.name,
  description: `Everybody in the database was given ${phraseOf(held)}.`,
});

function phraseOf({ name, class: kind, schema, object, column }: Permission): string {
  if (kind === 0) return `${name} on the database`;
  if (kind === 3) return `${name} on the schema ${schema}`;
  return `${name} on ${schema}.${object}${column === null ? '' : ` (column ${column})`}`;
}
