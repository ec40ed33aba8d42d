/**
 * What is asked of the catalogue of a database. Plain joins and TOP with a number, because pools know less of the language
 * than SQL Server does; values are parameters.
 */

const OBJECT_TYPES = `'U', 'V', 'P', 'FN', 'IF', 'TF'`;

/** What this session is, and whether it may do everything in the database. */
export const WHO_AM_I =
  "SELECT USER_NAME() AS name, IS_ROLEMEMBER('db_owner') AS is_owner, HAS_PERMS_BY_NAME(NULL, 'DATABASE', 'VIEW DEFINITION') AS may_view";

const PRINCIPAL = `p.principal_id, p.name, p.type, p.type_desc, p.sid, p.is_fixed_role, p.authentication_type_desc,
  CONVERT(nvarchar(30), p.create_date, 126) AS created_at`;

export const principalsAfter = (rows: number): string =>
  `SELECT TOP (${rows}) ${PRINCIPAL} FROM sys.database_principals AS p
   WHERE p.principal_id > @after ORDER BY p.principal_id`;

export const PRINCIPAL_NAMED = `SELECT ${PRINCIPAL} FROM sys.database_principals AS p WHERE p.name = @name`;

export const schemasAfter = (rows: number): string =>
  `SELECT TOP (${rows}) s.schema_id, s.name, u.name AS owner, u.type AS owner_type
   FROM sys.schemas AS s LEFT JOIN sys.database_principals AS u ON u.principal_id = s.principal_id
   WHERE s.schema_id > @after AND s.schema_id < 16384 AND s.name NOT IN ('sys', 'INFORMATION_SCHEMA')
   ORDER BY s.schema_id`;

const OBJECT = `o.object_id, o.name, o.type, s.schema_id, s.name AS schema_name, u.name AS owner, u.type AS owner_type,
  u.principal_id AS owner_id, CONVERT(nvarchar(30), o.create_date, 126) AS created_at`;
const OBJECTS = `sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
   LEFT JOIN sys.database_principals AS u ON u.principal_id = COALESCE(o.principal_id, s.principal_id)`;

export const objectsAfter = (rows: number): string =>
  `SELECT TOP (${rows}) ${OBJECT} FROM ${OBJECTS}
   WHERE o.object_id > @after AND o.type IN (${OBJECT_TYPES}) AND o.is_ms_shipped = 0 ORDER BY o.object_id`;

export const OBJECT_NAMED = `SELECT ${OBJECT} FROM ${OBJECTS}
   WHERE s.name = @schema AND o.name = @name AND o.type IN (${OBJECT_TYPES})`;

export const SCHEMA_NAMED = `SELECT s.schema_id, s.name, u.name AS owner, u.type AS owner_type, u.principal_id AS owner_id
   FROM sys.schemas AS s LEFT JOIN sys.database_principals AS u ON u.principal_id = s.principal_id
   WHERE s.name = @schema`;

const MEMBER = `m.role_principal_id, m.member_principal_id, r.name AS role_name, r.is_fixed_role, p.name AS member_name,
  p.type AS member_type`;
const MEMBERS = `sys.database_role_members AS m
   JOIN sys.database_principals AS r ON r.principal_id = m.role_principal_id
   JOIN sys.database_principals AS p ON p.principal_id = m.member_principal_id`;

export const membersAfter = (rows: number): string =>
  `SELECT TOP (${rows}) ${MEMBER} FROM ${MEMBERS}
   WHERE m.role_principal_id > @role OR (m.role_principal_id = @role AND m.member_principal_id > @member)
   ORDER BY m.role_principal_id, m.member_principal_id`;

/** The roles of a principal, and those of roles. */
export const ROLES_ABOVE = `SELECT ${MEMBER} FROM ${MEMBERS} WHERE m.member_principal_id = @principal OR p.type = 'R'`;

export const MEMBERSHIP = `SELECT ${MEMBER} FROM ${MEMBERS} WHERE r.name = @role AND p.name = @member`;

const PERMISSION = `p.class, p.major_id, p.minor_id, p.grantee_principal_id, p.grantor_principal_id, p.type, p.permission_name,
  p.state, g.name AS grantee, g.type AS grantee_type, r.name AS grantor, s.name AS schema_name, o.name AS object_name,
  c.name AS column_name`;
const PERMISSIONS = `sys.database_permissions AS p
   JOIN sys.database_principals AS g ON g.principal_id = p.grantee_principal_id
   LEFT JOIN sys.database_principals AS r ON r.principal_id = p.grantor_principal_id
   LEFT JOIN sys.objects AS o ON p.class = 1 AND o.object_id = p.major_id
   LEFT JOIN sys.schemas AS s ON s.schema_id = CASE p.class WHEN 3 THEN p.major_id ELSE o.schema_id END
   LEFT JOIN sys.columns AS c ON p.class = 1 AND p.minor_id > 0 AND c.object_id = p.major_id AND c.column_id = p.minor_id`;

/** Ordered by what is unique among permissions, so that a page begins where the one before it ended. */
export const permissionsAfter = (rows: number): string =>
  `SELECT TOP (${rows}) ${PERMISSION} FROM ${PERMISSIONS}
   WHERE p.class IN (0, 1, 3) AND p.state IN ('G', 'W') AND g.is_fixed_role = 0 AND (p.class > @class
     OR (p.class = @class AND (p.major_id > @major
     OR (p.major_id = @major AND (p.minor_id > @minor
     OR (p.minor_id = @minor AND (p.grantee_principal_id > @grantee
     OR (p.grantee_principal_id = @grantee AND (p.type > @type
     OR (p.type = @type AND p.grantor_principal_id > @grantor))))))))))
   ORDER BY p.class, p.major_id, p.minor_id, p.grantee_principal_id, p.type, p.grantor_principal_id`;

/** All that the principal was given or gave on one thing, refusals too. */
export const PERMISSIONS_AROUND = `SELECT ${PERMISSION} FROM ${PERMISSIONS}
   WHERE p.class = @class AND p.major_id = @major
     AND (p.grantee_principal_id = @principal OR p.grantor_principal_id = @principal)
   ORDER BY p.minor_id, p.type, p.grantor_principal_id`;

/** What principal and roles may do to a thing, its schema and its database. */
export const PERMISSIONS_ON = `SELECT ${PERMISSION} FROM ${PERMISSIONS}
   WHERE (p.grantee_principal_id = @principal OR g.type = 'R')
     AND (p.class = 0 OR (p.class = 3 AND p.major_id = @schema) OR (p.class = 1 AND p.major_id = @object))
   ORDER BY p.class, p.major_id, p.minor_id, p.grantee_principal_id, p.type, p.grantor_principal_id`;

/** What the principal has given to others. */
export const GIVEN_BY = `SELECT TOP (20) ${PERMISSION} FROM ${PERMISSIONS} WHERE p.grantor_principal_id = @principal
   ORDER BY p.class, p.major_id, p.minor_id, p.grantee_principal_id, p.type`;
