import type { AccessPath, Edge } from '../connector.ts';
import { groupChains, type MembershipEdge, membershipsAbove } from '../group-chains.ts';
import { type AclEntry, describeRights, permissionOf } from './acl.ts';
import { assetKey, EVERYBODY_KEY, roleKey } from './keys.ts';
import { findObject, type PostgresObject } from './objects.ts';
import { isBuiltIn } from './roles.ts';
import type { Session } from './sessions.ts';

/** Rights on every table that no ACL shows. */
const READS_ALL = new Map([
  ['pg_read_all_data', 'read'],
  ['pg_write_all_data', 'write'],
]);

/**
 * Every way in which a role reaches an object: its own rights, everybody's, ownership, groups of any depth, and what the
 * server gives without an ACL. The server's own answer is asked as well, in case there is a way that is not listed here.
 */
export async function accessPaths(
  session: Session,
  role: string,
  name: PostgresObject['name'],
): Promise<AccessPath[]> {
  const object = await findObject(session, name);
  const [facts] = await session.rows<{ is_superuser: boolean }>(
    'SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = $1',
    [role],
  );
  if (!object || !facts) return [];
  const above = await membershipsAbove(role, (members) => directGroups(session, members));
  const superusers = new Set(
    (await session.rows<{ name: string }>('SELECT rolname AS name FROM pg_roles WHERE rolsuper')).map(
      (row) => row.name,
    ),
  );
  const paths = [
    ...(facts.is_superuser
      ? [endOf('superuser', role, object, 'Is a superuser, whom no right restrains.')]
      : []),
    ...ownPaths(role, object),
    ...everybodyPaths(role, object),
    ...groupChains(role, above).flatMap((chain) => chainPaths(chain, object, superusers)),
  ];
  if (paths.length > 0 || !(await serverSaysYes(session, role, object))) return paths;
  return [
    endOf('built_in', role, object, 'The server says that it has access, in a way that no right shows.'),
  ];
}

async function directGroups(session: Session, members: string[]): Promise<MembershipEdge[]> {
  // A membership that neither inherits nor may be switched to gives nothing (16 and later).
  const usable = session.version >= 160_000 ? 'AND (a.inherit_option OR a.set_option)' : '';
  return session.rows<MembershipEdge>(
    `SELECT DISTINCT g.rolname AS group, m.rolname AS member
     FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
     WHERE m.rolname = ANY ($1) ${usable}
     UNION
     SELECT 'pg_database_owner', pg_get_userbyid(d.datdba) FROM pg_database d
     WHERE d.datname = current_database() AND pg_get_userbyid(d.datdba) = ANY ($1)
     ORDER BY 1, 2`,
    [members],
  );
}

function ownPaths(role: string, object: PostgresObject): AccessPath[] {
  const asset = assetKey(object.name);
  if (object.owner === role) return [endOf('owner', role, object, 'Owns it.', 'owner')];
  const entries = object.acl.filter((entry) => entry.grantee === role);
  if (entries.length === 0) return [];
  const edge: Edge = { kind: 'grant', principal_key: roleKey(role), asset_key: asset };
  return [
    {
      ...endOf('direct', role, object, `Holds ${describeRights(entries)} directly.`, permissionOf(entries)),
      edge,
    },
  ];
}

function everybodyPaths(role: string, object: PostgresObject): AccessPath[] {
  const entries = object.acl.filter((entry) => entry.grantee === null);
  if (entries.length === 0) return [];
  const text = `Everybody (PUBLIC) holds ${describeRights(entries)}.`;
  const path = endOf('everybody', role, object, text, permissionOf(entries));
  return [{ ...path, keys: [roleKey(role), EVERYBODY_KEY, assetKey(object.name)] }];
}

function chainPaths(chain: string[], object: PostgresObject, superusers: ReadonlySet<string>): AccessPath[] {
  const [role, first, group] = [chain[0] as string, chain[1] as string, chain.at(-1) as string];
  const gives = whatGroupGives(group, object, superusers);
  if (!gives) return [];
  const isRemovable = !isBuiltIn(first) && !superusers.has(first);
  return [
    {
      kind: gives.kind,
      keys: [...chain.map(roleKey), assetKey(object.name)],
      edge: isRemovable ? { kind: 'membership', group_key: roleKey(first), member_key: roleKey(role) } : null,
      permission: gives.permission,
      description: `Through ${chain.slice(1).join(', then ')}, which ${gives.text}.`,
    },
  ];
}

function whatGroupGives(
  group: string,
  object: PostgresObject,
  superusers: ReadonlySet<string>,
): { kind: AccessPath['kind']; permission: string; text: string } | null {
  if (superusers.has(group)) return { kind: 'superuser', permission: 'admin', text: 'is a superuser' };
  if (object.owner === group) return { kind: 'group', permission: 'owner', text: 'owns it' };
  const entries: AclEntry[] = object.acl.filter((entry) => entry.grantee === group);
  if (entries.length > 0) {
    return { kind: 'group', permission: permissionOf(entries), text: `holds ${describeRights(entries)}` };
  }
  const permission = object.name.kind === 'database' ? undefined : READS_ALL.get(group);
  return permission ? { kind: 'built_in', permission, text: 'reaches every table and schema' } : null;
}

function endOf(
  kind: AccessPath['kind'],
  role: string,
  object: PostgresObject,
  description: string,
  permission: string | null = null,
): AccessPath {
  return { kind, keys: [roleKey(role), assetKey(object.name)], edge: null, permission, description };
}

async function serverSaysYes(
  session: Session,
  role: string,
  { name, oid }: PostgresObject,
): Promise<boolean> {
  const tableRights = `SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER${session.version >= 170_000 ? ', MAINTAIN' : ''}`;
  const questions = {
    database: "has_database_privilege($1::name, $2::oid, 'CONNECT, CREATE, TEMPORARY')",
    schema: "has_schema_privilege($1::name, $2::oid, 'USAGE, CREATE')",
    table: `has_table_privilege($1::name, $2::oid, '${tableRights}')
            OR has_any_column_privilege($1::name, $2::oid, 'SELECT, INSERT, UPDATE, REFERENCES')`,
  };
  const [row] = await session.rows<{ yes: boolean }>(`SELECT ${questions[name.kind]} AS yes`, [role, oid]);
  return row?.yes ?? false;
}
