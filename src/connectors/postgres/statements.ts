import pg from 'pg';
import { ConnectorError } from '../connector.ts';
import { type AclEntry, groupEntries, PRIVILEGES } from './acl.ts';
import { type AssetName, localNames } from './keys.ts';
import type { MembershipRow } from './roles.ts';

const quote = (name: string): string => pg.escapeIdentifier(name);

const objectText = (name: AssetName): string =>
  `${name.kind.toUpperCase()} ${localNames(name).map(quote).join('.')}`;

/** `UPDATE ("a", "b")` of the columns, then rights of the whole object. */
function rightsText(entries: readonly AclEntry[]): string {
  const words = [...groupEntries(entries, (entry) => entry.privilege)].flatMap(([privilege, same]) => {
    if (!PRIVILEGES.has(privilege)) {
      throw new ConnectorError('not_supported', `the right ${privilege} is not known`);
    }
    const columns = [...new Set(same.flatMap(({ column }) => (column === null ? [] : [quote(column)])))];
    const isWhole = same.some((entry) => entry.column === null);
    return [
      ...(columns.length > 0 ? [`${privilege} (${columns.sort().join(', ')})`] : []),
      ...(isWhole ? [privilege] : []),
    ];
  });
  return words.join(', ');
}

/** Grantors for whom the session must become that role first. An ACL entry is removed only by its own grantor. */
export type RolesToSet = ReadonlySet<string>;

export function revokeRights(name: AssetName, entries: readonly AclEntry[], toSet: RolesToSet): string[] {
  return byGrantor(entries, toSet, (own, grantee) => [
    `REVOKE ${rightsText(own)} ON ${objectText(name)} FROM ${grantee}`,
  ]);
}

export function grantRights(name: AssetName, entries: readonly AclEntry[], toSet: RolesToSet): string[] {
  return byGrantor(entries, toSet, (own, grantee) =>
    [false, true].flatMap((grantable) => {
      const some = own.filter((entry) => entry.grantable === grantable);
      if (some.length === 0) return [];
      const option = grantable ? ' WITH GRANT OPTION' : '';
      return [`GRANT ${rightsText(some)} ON ${objectText(name)} TO ${grantee}${option}`];
    }),
  );
}

function byGrantor(
  entries: readonly AclEntry[],
  toSet: RolesToSet,
  statements: (own: AclEntry[], grantee: string) => string[],
): string[] {
  return [...groupEntries(entries, (entry) => entry.grantor)].flatMap(([grantor, own]) => {
    const texts = statements(own, quote(own[0]?.grantee as string));
    return grantor !== null && toSet.has(grantor) ? asRole(grantor, texts) : texts;
  });
}

const asRole = (role: string, texts: string[]): string[] => [
  `SET LOCAL ROLE ${quote(role)}`,
  ...texts,
  'SET LOCAL ROLE NONE',
];

export interface MembershipStyle {
  version: number;
  is_superuser: boolean;
  session_user: string;
  to_set: RolesToSet;
}

export function revokeMembership(rows: readonly MembershipRow[], { version }: MembershipStyle): string[] {
  return rows.map(({ role, member, grantor }) => {
    // Before 16 there is one row, whoever gave it, and naming another grantor is refused.
    const by = version >= 160_000 && grantor !== null ? ` GRANTED BY ${quote(grantor)}` : '';
    return `REVOKE ${quote(role)} FROM ${quote(member)}${by}`;
  });
}

export function grantMembership(rows: readonly MembershipRow[], style: MembershipStyle): string[] {
  return rows.flatMap((row) => {
    const { role, member, grantor, admin_option } = row;
    const grant = `GRANT ${quote(role)} TO ${quote(member)}`;
    const by = grantor === null ? '' : ` GRANTED BY ${quote(grantor)}`;
    if (style.version >= 160_000) return [`${grant} WITH ${optionsText(row)}${by}`];
    const admin = admin_option ? ' WITH ADMIN OPTION' : '';
    if (grantor === null || grantor === style.session_user) return [`${grant}${admin}`];
    if (style.is_superuser) return [`${grant}${admin}${by}`];
    return style.to_set.has(grantor) ? asRole(grantor, [`${grant}${admin}`]) : [`${grant}${admin}`];
  });
}

const optionsText = ({ admin_option, inherit_option, set_option }: MembershipRow): string =>
  `ADMIN ${flag(admin_option)}, INHERIT ${flag(inherit_option)}, SET ${flag(set_option)}`;

const flag = (value: boolean): string => (value ? 'TRUE' : 'FALSE');
