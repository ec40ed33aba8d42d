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
  /** Groups of which one has let in whom the database does not know by name. */
  mayHaveLetIn(login: string, user?: string): Actor[];
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
  const letIn = groups.map((group) => ({ id: group.id, key: sqlPrincipalKey(database, group) }));
  const isDbo = (user: string | undefined) => user?.toLowerCase() === 'dbo';
  const named = (login: string, user = login): Actor | undefined => {
    if (isDbo(user)) return known.get('dbo');
    const application = APPLICATION.exec(login)?.[1];
    return known.get((application ?? login).toLowerCase()) ?? known.get(user.toLowerCase());
  };
  // Who has no user of their own came in through a group.
  const mayHaveLetIn = (login: string, user?: string): Actor[] =>
    login === '' || isDbo(user) || named(login, user) ? [] : letIn;

  return {
    groups: groups.length,
    find(login, user) {
      const through = mayHaveLetIn(login, user);
      return through.length === 1 ? through[0] : named(login, user);
    },
    mayHaveLetIn,
    isOwn: (login) => login.toLowerCase() === ownName,
  };
}
