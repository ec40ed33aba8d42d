import { type Row, textOf } from '../../rows.ts';
import type { SynapseContext } from '../connector-context.ts';
import type { DatabaseName } from '../keys.ts';
import { principalOf, type SqlPrincipal, sqlPrincipalKey } from '../sql/catalog-rows.ts';
import { principalsAfter, WHO_AM_I } from '../sql/catalog-statements.ts';

/** Who acts in a database, by the names that logs use. */
export interface Actors {
  /** `undefined`: nobody that the database knows by name, and not surely through one group. */
  keyOf(login: string, user?: string): string | undefined;
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
  const keys = new Map<string, string>();
  const groups: SqlPrincipal[] = [];
  let after = -1;
  for (;;) {
    const rows = await session.query(principalsAfter(PAGE), { after }, signal);
    for (const principal of rows.flatMap((row: Row) => principalOf(row) ?? [])) {
      after = principal.id;
      if (principal.type === 'R') continue;
      if (principal.type === 'X') groups.push(principal);
      const key = sqlPrincipalKey(database, principal);
      keys.set(principal.name.toLowerCase(), key);
      if (principal.entra_id !== null) keys.set(principal.entra_id, key);
    }
    if (rows.length < PAGE) break;
  }
  const [own] = await session.query(WHO_AM_I, {}, signal);
  const ownName = textOf(own?.name)?.toLowerCase();
  const [group] = groups;
  const soleGroup = group && groups.length === 1 ? sqlPrincipalKey(database, group) : undefined;

  return {
    groups: groups.length,
    keyOf(login, user) {
      if (user?.toLowerCase() === 'dbo') return keys.get('dbo');
      const application = APPLICATION.exec(login)?.[1];
      const named = keys.get((application ?? login).toLowerCase()) ?? keys.get((user ?? login).toLowerCase());
      // Who has no user of their own came in through a group; with one group there is no other way.
      return named ?? (login === '' ? undefined : soleGroup);
    },
    isOwn: (login) => login.toLowerCase() === ownName,
  };
}
