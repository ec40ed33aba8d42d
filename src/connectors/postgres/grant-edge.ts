import type { Edge } from '../connector.ts';
import { Refusal } from '../refusal.ts';
import { type AclEntry, describeRights, entryText, sameEntries, sortEntries } from './acl.ts';
import { refuseProtected } from './execute.ts';
import { EVERYBODY_KEY, fullNames, parseAssetKey, parseRoleKey } from './keys.ts';
import { findObject, type PostgresObject } from './objects.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import type { ServerEdge } from './server-edge.ts';
import type { Session } from './sessions.ts';
import { grantRights, type RolesToSet, revokeRights } from './statements.ts';

/** The rights that a role holds directly on an object. */
export function grantEdge(
  edge: Extract<Edge, { kind: 'grant' }>,
  settings: PostgresSettings,
): ServerEdge<AclEntry> {
  const name = parseAssetKey(edge.asset_key);
  if (!name) throw new Refusal('unknown_asset', 'This is no database, schema or table of the server.');
  const role = parseRoleKey(edge.principal_key);
  const objectOf = async (session: Session): Promise<PostgresObject> => {
    const object = await findObject(session, name);
    if (object) return object;
    throw new Refusal('unknown_asset', `The server has no ${name.kind} of this name.`);
  };
  const toSetOf = (session: Session, object: PostgresObject, entries: readonly AclEntry[]) =>
    rolesToSet(session, { owner: object.owner, grantors: entries.map((entry) => entry.grantor) });

  return {
    database: name.kind === 'database' ? settings.database : name.database,
    lock_key: edge.asset_key,
    target: `${role ?? edge.principal_key} on ${name.kind} ${fullNames(name).join('.')}`,

    async refuse(session) {
      if (edge.principal_key === EVERYBODY_KEY) {
        throw new Refusal(
          'everybody',
          'Every role has this access: it cannot be taken from one. Revoke it from PUBLIC and grant it to those who need it.',
        );
      }
      const checked = await refuseProtected(session, role, settings);
      const object = await objectOf(session);
      if (object.owner === checked || edge.grant_key?.startsWith('owner/')) {
        throw new Refusal(
          'owner',
          `${checked} owns it, and an owner can always give itself every right: move the ownership first.`,
        );
      }
      const dependents = object.acl.filter((entry) => entry.grantor === checked);
      if (dependents.length > 0) {
        throw new Refusal(
          'dependents',
          `${checked} has given rights on to others, who would lose them too: revoke or replace these first.`,
          { dependents: sortEntries(dependents) },
        );
      }
    },

    async read(session) {
      const acl = (await findObject(session, name))?.acl ?? [];
      const isOwn = (entry: AclEntry) => entry.grantee !== null && entry.grantee === role;
      return {
        rows: sortEntries(acl.filter(isOwn)),
        others: acl.filter((entry) => !isOwn(entry)).map(entryText),
      };
    },

    async revokeStatements(session, entries) {
      return revokeRights(name, entries, await toSetOf(session, await objectOf(session), entries));
    },

    async restoreStatements(session, entries) {
      await refuseProtected(session, role, settings);
      return grantRights(name, entries, await toSetOf(session, await objectOf(session), entries));
    },

    async warnings(session) {
      const warnings = [];
      if (name.kind !== 'table')
        warnings.push('Sessions that are open keep what they have looked up already.');
      const future = await defaultRights(session, role as string);
      if (future.length > 0) {
        warnings.push(`Tables to come are granted to it by default privileges: ${future.join('; ')}.`);
      }
      return warnings;
    },

    same: sameEntries,
    contains: (now, recorded) => {
      const present = new Set(now.map(entryText));
      return recorded.every((entry) => present.has(entryText(entry)));
    },
    describe: describeRights,
  };
}

/**
 * A superuser's plain GRANT or REVOKE acts as the owner. For every other grantor the session becomes that role, because
 * naming it with GRANTED BY is refused.
 */
async function rolesToSet(
  session: Session,
  { owner, grantors }: { owner: string; grantors: (string | null)[] },
): Promise<RolesToSet> {
  const names = [...new Set(grantors.filter((grantor) => grantor !== null))];
  const rows = await session.rows<{
    grantor: string;
    is_superuser: boolean;
    inherits: boolean;
    can_set: boolean;
  }>(
    `SELECT r.rolname AS grantor, pg_has_role(session_user, r.oid, 'USAGE') AS inherits,
            (SELECT me.rolsuper FROM pg_roles me WHERE me.rolname = session_user) AS is_superuser,
            pg_has_role(session_user, r.oid, '${session.version >= 160_000 ? 'SET' : 'MEMBER'}') AS can_set
     FROM pg_roles r WHERE r.rolname = ANY ($1)`,
    [names],
  );
  const gone = names.find((name) => !rows.some((row) => row.grantor === name));
  if (gone) throw new Refusal('not_permitted', `The role ${gone}, who gave the rights, no longer exists.`);
  const set = rows.filter(
    ({ grantor, is_superuser, inherits, can_set }) =>
      !(grantor === owner && (is_superuser || (inherits && !can_set))),
  );
  const barred = set.find((row) => !row.can_set);
  if (barred) {
    throw new Refusal(
      'not_permitted',
      `Only ${barred.grantor} can do this, and Lapse may not act as that role: GRANT it to the role of Lapse.`,
    );
  }
  return new Set(set.map((row) => row.grantor));
}

async function defaultRights(session: Session, role: string): Promise<string[]> {
  const rows = await session.rows<{ text: string }>(
    `SELECT format('%s of %s%s', string_agg(DISTINCT x.privilege_type, ', '), pg_get_userbyid(d.defaclrole),
                   CASE WHEN d.defaclnamespace <> 0 THEN ' in ' || d.defaclnamespace::regnamespace::text ELSE '' END)
              AS text
     FROM pg_default_acl d CROSS JOIN LATERAL aclexplode(d.defaclacl) x JOIN pg_roles r ON r.oid = x.grantee
     WHERE r.rolname = $1 AND d.defaclobjtype = 'r'
     GROUP BY d.oid, d.defaclrole, d.defaclnamespace ORDER BY 1`,
    [role],
  );
  return rows.map((row) => row.text);
}
