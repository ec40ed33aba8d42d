import type { Edge } from '../../connector.ts';
import type { PlatformEdge, Step } from '../../edges/edge.ts';
import { Refusal } from '../../refusal.ts';
import { rowOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import { type DatabaseName, type Plane, parsePrincipalKey } from '../keys.ts';
import { PUBLIC_ID } from './catalog-rows.ts';
import { MEMBERSHIP } from './catalog-statements.ts';
import { configuredDatabase, refusePrincipal, requirePrincipal, type SqlName } from './find-in-catalog.ts';
import { literal, quoted } from './identifiers.ts';
import { NOT_A_MEMBER, SqlError } from './sql-error.ts';

interface Member {
  role: string;
  member: string;
}

/** The two kinds of pools share no way of saying it. */
const STATEMENTS: Record<Plane, { remove: (one: Member) => string; add: (one: Member) => string }> = {
  dedicated: {
    remove: ({ role, member }) => `EXEC sp_droprolemember ${literal(role)}, ${literal(member)}`,
    add: ({ role, member }) => `EXEC sp_addrolemember ${literal(role)}, ${literal(member)}`,
  },
  serverless: {
    remove: ({ role, member }) => `ALTER ROLE ${quoted(role)} DROP MEMBER ${quoted(member)}`,
    add: ({ role, member }) => `ALTER ROLE ${quoted(role)} ADD MEMBER ${quoted(member)}`,
  },
};

/** A direct membership in a role of a database. */
export function memberEdge(
  edge: Extract<Edge, { kind: 'membership' }>,
  context: SynapseContext,
): PlatformEdge<Member> {
  const { group, member, database } = namesOf(edge, context);
  const item: Member = { role: group.name, member: member.name };

  const require = async (): Promise<void> => {
    const role = await requirePrincipal(context, group);
    const who = await requirePrincipal(context, member);
    if (role.id === PUBLIC_ID)
      throw new Refusal('everybody', 'Everybody is in public, and nobody can leave it.');
    await refusePrincipal(context, database, who);
  };
  const step = (text: string): Step => ({
    text,
    async send() {
      try {
        await context.sql.session(database, 'writer').execute(text, context.signal);
        return true;
      } catch (error) {
        if (error instanceof SqlError && error.number === NOT_A_MEMBER) return false;
        throw error;
      }
    },
  });
  const { remove, add } = STATEMENTS[database.plane];

  return {
    target: `${edge.member_key} in ${edge.group_key}`,
    refuse: require,
    refuseRestore: require,
    async read() {
      const rows = await context.sql
        .session(database, 'reader')
        .query(MEMBERSHIP, { role: group.name, member: member.name }, context.signal);
      return rows.length > 0 ? [item] : [];
    },
    identityOf: ({ role, member: who }) => JSON.stringify([role, who]),
    removal: (items) => items.map((one) => step(remove(one))),
    addition: (items) => items.map((one) => step(add(one))),
    counted: (items) => (items.length === 1 ? 'a membership' : 'none'),
    state: ([membership]) => ({ membership }),

    warnings: async () => [
      `All access through ${group.name} in ${database.database} ends.`,
      ...(member.kind === 'role' ? ['The members of the role lose it, too.'] : []),
    ],

    recorded({ membership }) {
      const row = rowOf(membership);
      return row.role === item.role && row.member === item.member ? [item] : undefined;
    },
  };
}

function namesOf(
  { group_key, member_key }: Extract<Edge, { kind: 'membership' }>,
  context: SynapseContext,
): { group: SqlName; member: SqlName; database: DatabaseName } {
  const [group, member] = [group_key, member_key].map(parsePrincipalKey);
  if (group?.kind === 'entra') {
    throw new Refusal('not_supported', 'Who is in a group of Entra ID is changed there: connect Entra ID.');
  }
  if (group?.kind !== 'role')
    throw new Refusal('unknown_principal', 'This is no role of a database of Synapse.');
  if (!member || member.kind === 'entra') {
    throw new Refusal('unknown_principal', 'This is no principal of a database of Synapse.');
  }
  const database = configuredDatabase(context, group);
  if (!database || member.plane !== group.plane || member.database !== group.database) {
    throw new Refusal('unknown_principal', 'Both must be in one database that this connector reads.');
  }
  return { group, member, database };
}
