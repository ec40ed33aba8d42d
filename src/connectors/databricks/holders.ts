import { Refusal } from '../refusal.ts';
import { type Row, textOf } from '../rows.ts';
import type { EdgeContext } from './edge-context.ts';
import { EVERYBODY_KEY, EVERYBODY_NAME, type PrincipalName, parsePrincipalKey } from './keys.ts';
import { membersIn } from './memberships.ts';
import { SYSTEM_GROUPS } from './principals.ts';
import { findApplication, findGroup, findPrincipal, NAME_FIELD } from './scim.ts';

/** Somebody who holds access, as Databricks has them now. */
export interface Holder extends PrincipalName {
  /** In grants. */
  name: string;
  row: Row;
}

const WORDS = { user: 'user', group: 'group', service_principal: 'service principal' } as const;

/** Refuses everybody and what is no principal; does not ask whether it is there. */
export function holderName(key: string): PrincipalName {
  if (key === EVERYBODY_KEY) {
    throw new Refusal(
      'everybody',
      'Everybody in the account has this access: it cannot be taken from one. Revoke it from account users, and grant it to those who need it.',
    );
  }
  const name = parsePrincipalKey(key);
  if (name) return name;
  throw new Refusal('unknown_principal', 'This is no principal of Databricks.');
}

export async function findHolder(context: EdgeContext, principal: PrincipalName): Promise<Holder | null> {
  const row = await (principal.kind === 'group'
    ? findGroup(context, principal.id)
    : findPrincipal(context, principal));
  const name = textOf(row?.[NAME_FIELD[principal.kind]]);
  return row === null || name === null ? null : { ...principal, name, row };
}

/** Names have no case; a grant or an owner may be written otherwise than the principal is. */
export const isCalled = ({ name }: Holder, other: unknown): boolean =>
  typeof other === 'string' && other.toLowerCase() === name.toLowerCase();

/** Throws a Refusal for who is not there, for ourselves, and for groups that Databricks keeps. */
export async function requireHolder(context: EdgeContext, principal: PrincipalName): Promise<Holder> {
  const holder = await findHolder(context, principal);
  if (holder === null) {
    throw new Refusal(
      'unknown_principal',
      `Databricks has no ${WORDS[principal.kind]} ${principal.id} with a name.`,
    );
  }
  if (holder.kind === 'service_principal' && ourApplications(context).includes(holder.name.toLowerCase())) {
    throw new Refusal(
      'connector_itself',
      'This is the service principal that Lapse itself signs in with: an administrator must change it.',
    );
  }
  if (holder.kind === 'group') await refuseOwnGroup(context, holder);
  return holder;
}

const ourApplications = ({ api, writer }: EdgeContext): string[] =>
  [api, writer].map(({ client_id }) => client_id.toLowerCase());

async function refuseOwnGroup(context: EdgeContext, { row, name }: Holder): Promise<void> {
  if (name === EVERYBODY_NAME) holderName(EVERYBODY_KEY);
  if (SYSTEM_GROUPS.has(name)) {
    throw new Refusal(
      'built_in',
      `Databricks itself keeps the group ${name} in every workspace: change who is in the workspace instead.`,
    );
  }
  const programs = membersIn(row).filter(({ kind }) => kind === 'service_principal');
  if (programs.length === 0) return;
  for (const id of await ourIds(context)) {
    if (programs.some((one) => one.id === id)) {
      throw new Refusal(
        'connector_itself',
        `The service principal of Lapse is in ${name}, and could lose what it works with: give it its own rights first.`,
      );
    }
  }
}

async function ourIds(context: EdgeContext): Promise<string[]> {
  const rows = await Promise.all(
    [...new Set(ourApplications(context))].map((application) => findApplication(context, application)),
  );
  return rows.flatMap((row) => textOf(row?.id) ?? []);
}
