import type { Page, RawMembership, RawPrincipal } from '../connector.ts';
import { decodeCursor, encodeCursor, isText, isTextPair } from '../cursor.ts';
import { EVERYBODY_KEY, roleKey } from './keys.ts';
import { isOurRole, type PostgresSettings } from './postgres-settings.ts';
import type { Session } from './sessions.ts';

/** Roles that the server brings along, such as pg_read_all_data. */
export const isBuiltIn = (role: string): boolean => role.startsWith('pg_');

interface RoleRow {
  oid: string;
  name: string;
  can_login: boolean;
  is_superuser: boolean;
  inherits: boolean;
  create_role: boolean;
  create_db: boolean;
  replication: boolean;
  bypass_rls: boolean;
  connection_limit: number;
  valid_until: string | null;
  is_expired: boolean;
  has_members: boolean;
}

const EVERYBODY: RawPrincipal = {
  key: EVERYBODY_KEY,
  display_name: 'PUBLIC (every role)',
  type: 'group',
  email: null,
  department: null,
  manager_key: null,
  mfa_enabled: null,
  last_login_at: null,
  disabled: false,
  protected: true,
  created_at: null,
  details: { everybody: true },
};

export async function listPrincipals(
  session: Session,
  cursor: string | null,
  settings: PostgresSettings,
): Promise<Page<RawPrincipal>> {
  const after = decodeCursor('principals', cursor, isText);
  // Also built-in ones: they own schemas, and open what no ACL shows.
  const rows = await session.rows<RoleRow>(
    `SELECT r.oid::text AS oid, r.rolname AS name, r.rolcanlogin AS can_login, r.rolsuper AS is_superuser,
            r.rolinherit AS inherits, r.rolcreaterole AS create_role, r.rolcreatedb AS create_db,
            r.rolreplication AS replication, r.rolbypassrls AS bypass_rls, r.rolconnlimit AS connection_limit,
            CASE WHEN isfinite(r.rolvaliduntil) THEN to_json(r.rolvaliduntil)#>>'{}' END AS valid_until,
            coalesce(r.rolvaliduntil <= clock_timestamp(), false) AS is_expired, m.found AS has_members
     FROM pg_roles r CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM pg_auth_members a WHERE a.roleid = r.oid) AS found) m
     WHERE r.oid > $1::oid
     ORDER BY r.oid LIMIT $2`,
    [after ?? '0', settings.page_size],
  );
  const last = rows.length === settings.page_size ? rows.at(-1) : undefined;
  return {
    items: [...(after === null ? [EVERYBODY] : []), ...rows.map((row) => principalOf(row, settings))],
    next_cursor: last ? encodeCursor('principals', last.oid) : null,
  };
}

function principalOf(row: RoleRow, settings: PostgresSettings): RawPrincipal {
  const { oid, name, is_expired, ...attributes } = row;
  const isProgram = settings.service_accounts.some((pattern) => matches(pattern, name));
  const isOurs = isOurRole(settings, name);
  return {
    key: roleKey(name),
    display_name: name,
    type: row.can_login ? (isProgram || isOurs ? 'service_account' : 'user') : 'group',
    // A role named like an address is the one hint that PostgreSQL gives.
    email: row.can_login && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name) ? name : null,
    department: null,
    manager_key: null,
    mfa_enabled: null,
    last_login_at: null,
    disabled: row.can_login && (is_expired || row.connection_limit === 0),
    protected: row.is_superuser || isBuiltIn(name) || isOurs,
    created_at: null,
    details: { oid, ...attributes },
  };
}

/** `*` stands for anything; everything else for itself. */
function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/** 16 records several grantors and the options of each. */
export const membershipOptions = (version: number): string =>
  version >= 160_000
    ? 'a.inherit_option, a.set_option'
    : '(SELECT i.rolinherit FROM pg_roles i WHERE i.oid = a.member) AS inherit_option, true AS set_option';

export interface MembershipRow {
  role: string;
  member: string;
  /** `null`: dropped since; only before 16. */
  grantor: string | null;
  admin_option: boolean;
  inherit_option: boolean;
  set_option: boolean;
}

/** Everybody is in PUBLIC without being told so; listed as if they were, so that use finds what allows it. */
export async function listMemberships(
  session: Session,
  cursor: string | null,
  page_size: number,
): Promise<Page<RawMembership>> {
  const after = decodeCursor('memberships', cursor, isTextPair) ?? ['0', '0'];
  const rows = await session.rows<{ oids: [string, string]; member: string; ways: MembershipRow[] | null }>(
    `SELECT ARRAY[p.roleid::text, p.member::text] AS oids, m.rolname AS member, w.ways
     FROM (SELECT DISTINCT roleid, member
           FROM (SELECT roleid, member FROM pg_auth_members
                 UNION ALL SELECT 0, oid FROM pg_roles WHERE rolname !~ '^pg_') edge
           WHERE (roleid, member) > ($1::oid, $2::oid) ORDER BY roleid, member LIMIT $3) p
     JOIN pg_roles m ON m.oid = p.member
     CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('role', r.rolname, 'member', m.rolname, 'grantor', g.rolname,
                'admin_option', a.admin_option, 'inherit_option', a.inherit_option, 'set_option', a.set_option)
                ORDER BY g.rolname) AS ways
       FROM (SELECT a.roleid, a.grantor, a.admin_option, ${membershipOptions(session.version)}
             FROM pg_auth_members a WHERE a.roleid = p.roleid AND a.member = p.member) a
       JOIN pg_roles r ON r.oid = a.roleid LEFT JOIN pg_roles g ON g.oid = a.grantor) w
     ORDER BY p.roleid, p.member`,
    [...after, page_size],
  );
  const last = rows.length === page_size ? rows.at(-1) : undefined;
  return {
    items: rows.flatMap(({ oids, member, ways }): RawMembership[] => {
      const member_key = roleKey(member);
      if (oids[0] === '0') return [{ group_key: EVERYBODY_KEY, member_key, details: { implicit: true } }];
      const first = ways?.[0];
      if (!first) return [];
      const details = { ways: ways.map(({ role: _, member: __, ...way }) => way) };
      return [{ group_key: roleKey(first.role), member_key, details }];
    }),
    next_cursor: last ? encodeCursor('memberships', last.oids) : null,
  };
}
