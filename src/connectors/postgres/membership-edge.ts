import { counted } from '../../platform/counted.ts';
import type { Edge } from '../connector.ts';
import { Refusal } from '../refusal.ts';
import { refuseProtected } from './execute.ts';
import { EVERYBODY_KEY, parseRoleKey } from './keys.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { isBuiltIn, type MembershipRow, membershipOptions } from './roles.ts';
import type { ServerEdge } from './server-edge.ts';
import type { Session } from './sessions.ts';
import { grantMembership, type MembershipStyle, revokeMembership } from './statements.ts';

/** The membership of a role in another, by every grantor who gave it. */
export function membershipEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  settings: PostgresSettings,
): ServerEdge<MembershipRow> {
  const role = parseRoleKey(edge.group_key);
  const member = parseRoleKey(edge.member_key);
  const rowsWhere = (session: Session, condition: string) =>
    session.rows<MembershipRow>(
      `SELECT * FROM (
         SELECT r.rolname AS role, m.rolname AS member, g.rolname AS grantor, a.admin_option,
                ${membershipOptions(session.version)}
         FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
         LEFT JOIN pg_roles g ON g.oid = a.grantor) row
       WHERE role = $1 AND ${condition} ORDER BY member, grantor`,
      [role ?? '', member ?? ''],
    );

  return {
    database: settings.database,
    lock_key: edge.group_key,
    target: `${member ?? edge.member_key} in ${role ?? edge.group_key}`,

    async refuse(session) {
      if (edge.group_key === EVERYBODY_KEY) {
        throw new Refusal('everybody', 'Every role is in PUBLIC, and none can be taken out of it.');
      }
      const checked = await refuseProtected(session, member, settings);
      const group = await roleFacts(session, role);
      if (isBuiltIn(group.name)) {
        throw new Refusal(
          'built_in',
          `${group.name} is a role of the server's own: a person must decide about it.`,
        );
      }
      if (group.is_superuser) {
        throw new Refusal(
          'superuser',
          `${group.name} is a superuser: a person must decide who may become it.`,
        );
      }
      // Before 16 what a member gave on with its admin option does not depend on it.
      const given = session.version >= 160_000 ? await rowsWhere(session, 'grantor = $2') : [];
      if (given.length > 0) {
        throw new Refusal(
          'dependents',
          `${checked} has given the membership on to others, who would lose it too: revoke or replace these first.`,
          { dependents: given },
        );
      }
      if (group.owns && (await isLastLogin(session, group.name, checked))) {
        throw new Refusal(
          'last_owner',
          `${group.name} owns objects and nobody else can act as it: add another member or move the ownership first.`,
        );
      }
    },

    async read(session) {
      const all = await rowsWhere(session, '$2::text IS NOT NULL');
      return {
        rows: all.filter((row) => row.member === member),
        others: all.filter((row) => row.member !== member).map(rowText),
      };
    },

    async revokeStatements(session, rows) {
      return revokeMembership(rows, await styleOf(session, rows));
    },

    async restoreStatements(session, rows) {
      await refuseProtected(session, member, settings);
      await roleFacts(session, role);
      return grantMembership(rows, await styleOf(session, rows));
    },

    async warnings(session) {
      const [counts] = await session.rows<{ members: number }>(
        `SELECT count(*)::integer AS members FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid
         WHERE r.rolname = $1`,
        [member],
      );
      return [
        `All access through ${role} ends, not only that to one table.`,
        ...(counts?.members
          ? [
              `${member} has ${counted(counts.members, 'member')} of its own, who ${counts.members === 1 ? 'loses' : 'lose'} it too.`,
            ]
          : []),
      ];
    },

    same: (some, others) =>
      some.length === others.length && some.every((row) => others.some((other) => sameRow(row, other))),
    contains: (now, recorded) => recorded.every((row) => now.some((other) => sameRow(row, other))),
    describe: (rows) => rows.map(optionsOf).join('; '),
  };
}

const rowText = (row: MembershipRow): string =>
  JSON.stringify([row.role, row.member, row.grantor, row.admin_option, row.inherit_option, row.set_option]);

/** A grantor that was dropped cannot be named again, so any will do in its place. */
const sameRow = (row: MembershipRow, other: MembershipRow): boolean =>
  rowText(row) === rowText(other) ||
  ((row.grantor === null || other.grantor === null) &&
    rowText({ ...row, grantor: null }) === rowText({ ...other, grantor: null }));

function optionsOf({ grantor, admin_option, inherit_option, set_option }: MembershipRow): string {
  const options = [admin_option && 'admin', inherit_option && 'inherit', set_option && 'set'].filter(Boolean);
  return `${options.join(', ') || 'no options'}, given by ${grantor ?? 'a role that is gone'}`;
}

async function roleFacts(
  session: Session,
  role: string | undefined,
): Promise<{ name: string; is_superuser: boolean; owns: boolean }> {
  const [facts] = await session.rows<{ name: string; is_superuser: boolean; owns: boolean }>(
    `SELECT r.rolname AS name, r.rolsuper AS is_superuser,
            EXISTS (SELECT FROM pg_shdepend d WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid
                    AND d.deptype = 'o') AS owns
     FROM pg_roles r WHERE r.rolname = $1`,
    [role ?? ''],
  );
  if (facts) return facts;
  throw new Refusal('unknown_principal', 'The server has no such group role.');
}

/** Would nobody who can sign in be left in the group? A group that can sign in itself needs nobody. */
async function isLastLogin(session: Session, group: string, member: string): Promise<boolean> {
  const [row] = await session.rows<{ others: boolean }>(
    `WITH RECURSIVE below AS (
       SELECT a.member FROM pg_auth_members a JOIN pg_roles g ON g.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
       WHERE g.rolname = $1 AND m.rolname <> $2
       UNION
       SELECT a.member FROM pg_auth_members a JOIN below b ON b.member = a.roleid)
     SELECT EXISTS (SELECT FROM pg_roles r WHERE r.rolcanlogin AND r.rolname <> $2
                    AND (r.rolname = $1 OR r.oid IN (SELECT member FROM below))) AS others`,
    [group, member],
  );
  return !row?.others;
}

async function styleOf(session: Session, rows: readonly MembershipRow[]): Promise<MembershipStyle> {
  const [who] = await session.rows<{ session_user: string; is_superuser: boolean }>(
    'SELECT rolname AS session_user, rolsuper AS is_superuser FROM pg_roles WHERE rolname = session_user',
  );
  const names = rows.map((row) => row.grantor).filter((name) => name !== null);
  const grantors = await session.rows<{ name: string; acts: boolean }>(
    `SELECT rolname AS name, pg_has_role(session_user, oid, '${session.version >= 160_000 ? 'USAGE' : 'MEMBER'}') AS acts
     FROM pg_roles WHERE rolname = ANY ($1)`,
    [names],
  );
  const barred = names.find((name) => !grantors.some((grantor) => grantor.name === name && grantor.acts));
  // Before 16 another grantor can take the membership away, but only a superuser or that role can give it back as it was.
  if (barred !== undefined && !who?.is_superuser) {
    throw new Refusal(
      'not_permitted',
      `${barred} gave the membership, and Lapse may not act as that role: GRANT it to the role of Lapse.`,
    );
  }
  return {
    version: session.version,
    is_superuser: who?.is_superuser ?? false,
    session_user: who?.session_user ?? '',
    to_set: new Set(names),
  };
}
