import { StartupError } from '../errors.ts';
import type { Database } from './database.ts';

const SERVER_VERSION_MIN = 150_000;

/**
 * Refuses a server or a role that could lose what was acknowledged, or let one tenant see another. Checked at
 * every start, because settings change behind a program's back.
 */
export async function requireSafeServer(db: Database): Promise<void> {
  const problems = await serverProblems(db);
  if (problems.length > 0) {
    throw new StartupError(
      `The database is not safe to use:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
}

/** Each with what to do about it. */
export async function serverProblems(db: Database): Promise<string[]> {
  const [server] = await db.registry<{
    version: string;
    version_num: number;
    encoding: string;
    fsync: string;
    synchronous_commit: string;
    role: string;
    is_superuser: boolean;
    bypasses_rls: boolean;
    owned_table: string | null;
  }>(`
    SELECT current_setting('server_version') AS version,
           current_setting('server_version_num')::int AS version_num,
           current_setting('server_encoding') AS encoding,
           current_setting('fsync') AS fsync,
           current_setting('synchronous_commit') AS synchronous_commit,
           current_user AS role,
           r.rolsuper AS is_superuser,
           r.rolbypassrls AS bypasses_rls,
           (SELECT c.relname FROM pg_class c
            WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
              AND pg_has_role(current_user, c.relowner, 'MEMBER')
            ORDER BY c.relname LIMIT 1) AS owned_table
    FROM pg_roles r WHERE r.rolname = current_user`);
  if (!server) throw new StartupError('The database does not say which role Lapse is connected as.');

  const problems: string[] = [];
  if (server.version_num < SERVER_VERSION_MIN) {
    problems.push(`the server is PostgreSQL ${server.version}; use 15 or newer`);
  }
  if (server.encoding !== 'UTF8') {
    problems.push(`the database has the encoding ${server.encoding}; create it with ENCODING 'UTF8'`);
  }
  if (server.fsync !== 'on') {
    problems.push('fsync is off, so a power cut can corrupt the data; set fsync = on and restart the server');
  }
  if (server.synchronous_commit === 'off') {
    problems.push(
      `synchronous_commit is off, so an acknowledged event can be lost; run ALTER ROLE "${server.role}" SET synchronous_commit = on`,
    );
  }
  if (server.is_superuser) {
    problems.push(
      `role "${server.role}" is a superuser; run ALTER ROLE "${server.role}" NOSUPERUSER, or use another role`,
    );
  } else if (server.bypasses_rls) {
    problems.push(`role "${server.role}" ignores row security; run ALTER ROLE "${server.role}" NOBYPASSRLS`);
  } else if (server.owned_table) {
    problems.push(
      `role "${server.role}" owns table "${server.owned_table}" (or belongs to its owner); keep the owner in MIGRATIONS_DATABASE_URL and use another role in DATABASE_URL`,
    );
  }
  return problems;
}
