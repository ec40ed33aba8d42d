import type { Health } from '../connector.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import type { Session } from './sessions.ts';

type Missing = Health['missing'];

/** What the reading role lacks. */
export async function missingForReading(session: Session, settings: PostgresSettings): Promise<Missing> {
  const [facts] = await session.rows<{ reads_stats: boolean; has_statements: boolean }>(
    `SELECT pg_has_role(session_user, 'pg_read_all_stats', 'USAGE') AS reads_stats,
            EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_stat_statements') AS has_statements`,
  );
  const closed = await session.rows<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datallowconn AND NOT datistemplate AND NOT has_database_privilege(datname, 'CONNECT')
       AND (cardinality($1::text[]) = 0 OR datname = ANY ($1))`,
    [settings.databases],
  );
  const known = await session.rows<{ name: string }>('SELECT datname AS name FROM pg_database');
  const unknown = settings.databases.filter((name) => !known.some((row) => row.name === name));
  return [
    ...closed.map(({ name }) => missing('discover', `CONNECT on database ${name}`)),
    ...unknown.map((name) => missing('discover', `a database named ${name}`)),
    ...(facts?.reads_stats ? [] : [missing('read_use', 'membership in pg_monitor')]),
    ...(facts?.has_statements || settings.log_path
      ? []
      : [missing('read_use', 'the extension pg_stat_statements, or the path of a log with pgaudit')]),
  ];
}

/** Owners whom the remediating role cannot act as: what they granted it could not take away. */
export async function missingForRevoking(session: Session): Promise<Missing> {
  const rows = await session.rows<{ owner: string }>(
    `SELECT DISTINCT r.rolname AS owner FROM pg_shdepend d JOIN pg_roles r ON r.oid = d.refobjid
     WHERE d.refclassid = 'pg_authid'::regclass AND d.deptype = 'o' AND d.classid = 'pg_class'::regclass
       AND NOT pg_has_role(session_user, r.oid, 'MEMBER')
     ORDER BY 1 LIMIT 20`,
  );
  return rows.map(({ owner }) => missing('revoke', `membership in ${owner}, who owns tables`));
}

const missing = (ability: Missing[number]['ability'], what: string): Missing[number] => ({ ability, what });
