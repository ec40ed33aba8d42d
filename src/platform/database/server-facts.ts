import type { Database } from './database.ts';
import { askTime } from './database-clock.ts';

/** What the server says about itself and about how it will treat Lapse. Nothing of it needs a privilege. */
export type ServerFacts = {
  version: string;
  is_replica: boolean;
  full_page_writes: string;
  isolation: string;
  read_only: string;
  statement_timeout: string;
  max_connections: number;
  reserved_connections: number;
  used_connections: number;
  /** -1: as many as there are. */
  role_connections: number;
  database_connections: number;
  is_encrypted: boolean;
  is_remote: boolean;
  database_bytes: number;
  autovacuum: string;
};

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const [facts] = await db.registry<ServerFacts>(`
    SELECT current_setting('server_version') AS version,
           pg_is_in_recovery() AS is_replica,
           current_setting('full_page_writes') AS full_page_writes,
           current_setting('default_transaction_isolation') AS isolation,
           current_setting('default_transaction_read_only') AS read_only,
           current_setting('statement_timeout') AS statement_timeout,
           current_setting('max_connections')::int AS max_connections,
           current_setting('superuser_reserved_connections')::int
             + coalesce(current_setting('reserved_connections', true)::int, 0) AS reserved_connections,
           (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used_connections,
           r.rolconnlimit AS role_connections,
           d.datconnlimit AS database_connections,
           coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
           inet_client_addr() IS NOT NULL AND NOT inet_client_addr() <<= ANY ('{127.0.0.0/8,::1}'::inet[]) AS is_remote,
           pg_database_size(d.oid) AS database_bytes,
           current_setting('autovacuum') AS autovacuum
    FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`);
  return facts as ServerFacts;
}

/** By how many milliseconds the server's clock is ahead of this program's; the answer was under way for `within_ms`. */
export async function readClockSkew(
  db: Database,
  now: () => number,
): Promise<{ ahead_ms: number; within_ms: number }> {
  // The first statement opens the connection, which takes longer than asking.
  await db.registry('SELECT 1');
  const { ahead_ms, took_ms } = await askTime(db, now);
  return { ahead_ms, within_ms: took_ms / 2 };
}
