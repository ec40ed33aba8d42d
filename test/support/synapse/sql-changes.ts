import type { ServerError } from '../tds/tokens.ts';
import type { Session } from './sql-catalog.ts';
import { PERMISSION_TYPES, type Permission, type SqlDatabase } from './sql-database.ts';

const NAME = String.raw`\[((?:[^\]]|\]\])*)\]`;
const TEXT = "N'((?:[^']|'')*)'";
const plain = (name: string | undefined): string => (name ?? '').replaceAll(']]', ']');
const unquoted = (text: string | undefined): string => (text ?? '').replaceAll("''", "'");

const PERMISSION = new RegExp(
  String.raw`^(GRANT|REVOKE) ([A-Z ]+?)(?: ON (SCHEMA|OBJECT)::${NAME}(?:\.${NAME}(?: \(${NAME}\))?)?)? (TO|FROM) ${NAME}( WITH GRANT OPTION| CASCADE)?$`,
);
const PROCEDURE = new RegExp(`^EXEC sp_(add|drop)rolemember ${TEXT}, ${TEXT}$`);
const ALTER_ROLE = new RegExp(`^ALTER ROLE ${NAME} (ADD|DROP) MEMBER ${NAME}$`);

const error = (number: number, message: string): { error: ServerError } => ({ error: { number, message } });
const notFound = (what: string) =>
  error(15151, `Cannot find the ${what}, because it does not exist or you do not have permission.`);

/** Carries out a change as the server would; `undefined` for what it would not understand. */
export function change(session: Session, text: string): 'done' | { error: ServerError } | undefined {
  const { database } = session;
  const permission = PERMISSION.exec(text);
  if (permission) return changePermission(session, permission);
  const procedure = PROCEDURE.exec(text);
  if (procedure) {
    if (database.plane === 'serverless')
      return error(2812, `Could not find stored procedure 'sp_${procedure[1]}rolemember'.`);
    return changeMember(session, procedure[1] === 'add', unquoted(procedure[2]), unquoted(procedure[3]));
  }
  const role = ALTER_ROLE.exec(text);
  if (!role) return undefined;
  if (database.plane === 'dedicated')
    return error(103010, `Parse error at line: 1: Incorrect syntax near 'MEMBER'.`);
  return changeMember(session, role[2] === 'ADD', plain(role[1]), plain(role[3]));
}

const isOwner = ({ database, principal }: Session): boolean =>
  database.rolesOf(principal.principal_id).has(database.idOf('db_owner'));

function changeMember(session: Session, isAdded: boolean, roleName: string, memberName: string) {
  const { database } = session;
  const [role, member] = [database.find(roleName), database.find(memberName)];
  if (!role || !isOwner(session)) return notFound(`role '${roleName}'`);
  if (!member) return error(15410, `User or role '${memberName}' does not exist in this database.`);
  const edge = `${role.principal_id} ${member.principal_id}`;
  if (isAdded) database.members.add(edge);
  else if (!database.members.delete(edge))
    return error(15410, `'${memberName}' is not a member of '${roleName}'.`);
  return 'done' as const;
}

function securableOf(
  database: SqlDatabase,
  [, , , kind, first, second, third]: RegExpExecArray,
): Pick<Permission, 'class' | 'major_id' | 'minor_id'> | undefined {
  if (kind === undefined) return { class: 0, major_id: 0, minor_id: 0 };
  if (kind === 'SCHEMA') {
    const schema = database.schemaNamed(plain(first));
    return schema && { class: 3, major_id: schema.id, minor_id: 0 };
  }
  const object = database.objectNamed(plain(first), plain(second));
  if (!object) return undefined;
  const minor_id = third === undefined ? 0 : object.columns.indexOf(plain(third)) + 1;
  return third !== undefined && minor_id === 0
    ? undefined
    : { class: 1, major_id: object.object_id, minor_id };
}

function changePermission(session: Session, parts: RegExpExecArray): 'done' | { error: ServerError } {
  const { database } = session;
  const [verb, name = '', how] = [parts[1], parts[2], parts[9]?.trim()];
  const type = PERMISSION_TYPES[name];
  const grantee = database.find(plain(parts[8]));
  const on = securableOf(database, parts);
  if (type === undefined) return error(102, `Incorrect syntax near '${name}'.`);
  if (!grantee) return notFound(`user '${plain(parts[8])}'`);
  if (!on || !isOwner(session)) return notFound('object');
  // Who may do everything acts in the name of the owner.
  const row = { ...on, grantee: grantee.principal_id, grantor: database.ownerOf(on), type, name };
  const isSame = (one: Permission): boolean =>
    one.class === row.class &&
    one.major_id === row.major_id &&
    one.minor_id === row.minor_id &&
    one.grantee === row.grantee &&
    one.grantor === row.grantor &&
    one.type === row.type;
  const before = database.permissions.find(isSame);
  if (verb === 'REVOKE' && before?.state === 'W' && how !== 'CASCADE') {
    return error(4611, 'To revoke or deny grantable privileges, specify the CASCADE option.');
  }
  // On the whole it clears what is set on single columns.
  const isCleared = (one: Permission): boolean =>
    row.class === 1 && row.minor_id === 0 && isSame({ ...one, minor_id: 0 }) && one.minor_id !== 0;
  const isGivenOn = (one: Permission): boolean =>
    how === 'CASCADE' && one.grantor === row.grantee && one.type === type;
  database.permissions = database.permissions.filter(
    (one) => !isSame(one) && !isCleared(one) && !isGivenOn(one),
  );
  if (verb === 'GRANT') {
    database.permissions.push({ ...row, state: how === undefined && before?.state !== 'W' ? 'G' : 'W' });
  }
  return 'done';
}
