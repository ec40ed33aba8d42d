import pg from 'pg';
import { ConnectorError } from '../connector.ts';
import { Refusal } from '../refusal.ts';
import type { Limit } from '../time-limit.ts';
import { connectorError } from './postgres-errors.ts';
import type { PostgresSettings } from './postgres-settings.ts';

export interface Session {
  /** As server_version_num has it: 150019, 180004. */
  version: number;
  rows<T>(text: string, values?: unknown[]): Promise<T[]>;
}

export interface Sessions {
  /** A read-only transaction. */
  read<T>(database: string, limit: Limit, work: (session: Session) => Promise<T>): Promise<T>;
  /** A transaction as the remediating role; it commits only when the work says so. */
  change<T>(
    database: string,
    limit: Limit,
    work: (session: Session) => Promise<{ commit: boolean; value: T }>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** At most two connections per database and role; idle ones are given back, because they are others' to use. */
const CONNECTIONS_MAX = 2;
const IDLE_MS_MAX = 5000;

export function openSessions(
  settings: PostgresSettings,
  { read_only = false }: { read_only?: boolean | undefined } = {},
): Sessions {
  const pools = new Map<string, pg.Pool>();
  const secrets = [settings.password, settings.remediation_password].filter((secret) => secret !== null);

  const poolOf = (role: 'reader' | 'remediator', database: string): pg.Pool => {
    const name = `${role}/${database}`;
    const existing = pools.get(name);
    if (existing) return existing;
    const pool = new pg.Pool({ ...connectionOf(settings, role), database });
    // A connection that breaks is replaced by the next call; one that breaks between two statements of a call fails
    // the second. Nothing is left to do here, but without a listener the process would end.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    pools.set(name, pool);
    return pool;
  };

  const run = async <T>(
    role: 'reader' | 'remediator',
    database: string,
    limit: Limit,
    begin: string,
    work: (session: Session) => Promise<{ commit: boolean; value: T }>,
  ): Promise<T> => {
    let isCommitting = false;
    let client: pg.PoolClient | undefined;
    let broken: Error | undefined;
    const abandon = () => {
      broken ??= new Error('cut off');
      client?.release(broken);
      client = undefined;
    };
    try {
      limit.signal.addEventListener('abort', abandon, { once: true });
      client = await begun(poolOf(role, database), begin, limit.signal);
      const held = client;
      // The server ends by itself what nobody waits for any more, and looks up nothing that was put in its way.
      const { rows } = await held.query<{ version: number }>(
        `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),
                set_config('search_path', 'pg_catalog, pg_temp', true), set_config('application_name', 'lapse', true),
                current_setting('server_version_num')::integer AS version`,
        [String(settings.timeout_ms), String(settings.lock_timeout_ms)],
      );
      const session: Session = {
        version: rows[0]?.version ?? 0,
        rows: async (text, values) => (await held.query(text, values)).rows,
      };
      const { commit, value } = await work(session);
      isCommitting = commit;
      await held.query(commit ? 'COMMIT' : 'ROLLBACK');
      return value;
    } catch (error) {
      broken ??= error as Error;
      if (error instanceof Refusal) throw error;
      throw connectorError(error, {
        secrets,
        at: settings,
        effect: isCommitting && role === 'remediator' ? 'unknown' : 'none',
      });
    } finally {
      limit.signal.removeEventListener('abort', abandon);
      // A connection in an unknown state is not used again.
      client?.release(broken);
    }
  };

  /**
   * A transaction that has begun. A connection that was kept may have ended since, unnoticed: the beginning, with which
   * nothing has happened yet, is sent again over another.
   */
  const begun = async (pool: pg.Pool, begin: string, signal: AbortSignal): Promise<pg.PoolClient> => {
    for (let kept = CONNECTIONS_MAX; ; kept--) {
      const client = await pool.connect();
      const give = () => client.release(new Error('cut off'));
      if (signal.aborted) {
        give();
        throw new ConnectorError('aborted', 'the call was cut off');
      }
      signal.addEventListener('abort', give, { once: true });
      try {
        await client.query(begin);
        return client;
      } catch (error) {
        if (signal.aborted) throw new ConnectorError('aborted', 'the call was cut off');
        give();
        if (kept === 0 || connectorError(error, { secrets }).code !== 'unavailable') throw error;
      } finally {
        signal.removeEventListener('abort', give);
      }
    }
  };

  return {
    read: (database, limit, work) =>
      run('reader', database, limit, 'BEGIN READ ONLY', async (session) => ({
        commit: true,
        value: await work(session),
      })),
    change: (database, limit, work) =>
      run('remediator', database, limit, read_only ? 'BEGIN READ ONLY' : 'BEGIN', work),
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.end()));
    },
  };
}

function connectionOf(settings: PostgresSettings, role: 'reader' | 'remediator'): pg.PoolConfig {
  const isRemediator = role === 'remediator' && settings.remediation_user !== null;
  const password = isRemediator ? settings.remediation_password : settings.password;
  return {
    host: settings.host,
    port: settings.port,
    user: isRemediator ? (settings.remediation_user as string) : settings.user,
    // Not the password of our own environment.
    password: password ?? (() => ''),
    ssl: tlsOf(settings),
    max: CONNECTIONS_MAX,
    idleTimeoutMillis: IDLE_MS_MAX,
    connectionTimeoutMillis: settings.timeout_ms,
    allowExitOnIdle: true,
    application_name: 'lapse',
  };
}

function tlsOf({ tls, tls_ca, host }: PostgresSettings): pg.PoolConfig['ssl'] {
  if (tls === 'disable' || host.startsWith('/')) return false;
  const isVerified = tls === 'verify-full';
  return { rejectUnauthorized: isVerified, ...(tls_ca === null ? {} : { ca: tls_ca }) };
}
