import { type Row, textOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import type { DatabaseName } from '../keys.ts';
import { principalOf, type SqlPrincipal, sqlPrincipalKey } from '../sql/catalog-rows.ts';
import { principalsAfter, WHO_AM_I } from '../sql/catalog-statements.ts';

export interface Actor {
  id: number;
  key: string;
}

/** Who acts in a database, by the names that logs use. */
export interface Actors {
  /** `undefined`: nobody that the database knows by name, and not surely through one group. */
  find(login: string, user?: string): Actor | undefined;
  groups: number;
  isOwn(login: string): boolean;
}

const PAGE = 5_000;
const APPLICATION = /^([0-9a-f]{8}-[0-9a-f-]{27})@[0-9a-f-]{36}$/i;

export async function findActors(
  { sql, signal }: Pick<SynapseContext, 'sql' | 'signal'>,
  database: DatabaseName,
): Promise<Actors> {
  const session = sql.session(database, 'reader');
  const known = new Map<string, Actor>();
  const groups: SqlPrincipal[] = [];
  let after = -1;
  for (;;) {
    const rows = await session.query(principalsAfter(PAGE), { after }, signal);
    for (const principal of rows.flatMap((row: Row) => principalOf(row) ?? [])) {
      after = principal.id;
      if (principal.type === 'R') continue;
      if (principal.type === 'X') groups.push(principal);
      const actor = { id: principal.id, key: sqlPrincipalKey(database, principal) };
      known.set(principal.name.toLowerCase(), actor);
      if (principal.entra_id !== null) known.set(principal.entra_id, actor);
    }
    if (rows.length < PAGE) break;
  }
  const [own] = await session.query(WHO_AM_I, {}, signal);
  const ownName = textOf(own?.name)?.toLowerCase();
  const [group] = groups;
  const soleGroup =
    group && groups.length === 1 ? { id: group.id, key: sqlPrincipalKey(database, group) } : undefined;

  return {
    groups: groups.length,
    find(login, user) {
      if (user?.toLowerCase() === 'dbo') return known.get('dbo');
      const application = APPLICATION.exec(login)?.[1];
      const named =
        known.get((application ?? login).toLowerCase()) ?? known.get((user ?? login).toLowerCase());
      // Who has no user of their own came in through a group; with one group there is no other way.
      return named ?? (login === '' ? undefined : soleGroup);
    },
    isOwn: (login) => login.toLowerCase() === ownName,
  };
}
