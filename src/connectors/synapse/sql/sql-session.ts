import type { Connection, ConnectionConfiguration } from 'tedious';
import { ConnectorError } from '../../connector.ts';
import { createSlots } from '../../http/slots.ts';
import type { Row } from '../../rows.ts';
import { SqlError, sqlError } from './sql-error.ts';

export type Parameters = Record<string, string | number>;

/** One connection to one database, opened when it is needed; statements take turns. */
export interface SqlSession {
  query(statement: string, parameters: Parameters, signal: AbortSignal): Promise<Row[]>;
  /** A change. When the connection breaks under it, the effect is unknown. */
  execute(statement: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type Credentials =
  | { user: string; password: string }
  | {
      token: (signal: AbortSignal) => Promise<string>;
      /** The server does not take it. */
      forget?: ((token: string) => void) | undefined;
    };

export interface SessionOptions {
  /** The server and database, in messages. */
  what: string;
  host: string;
  port: number;
  database: string;
  ca_certificate: string | null;
  credentials: Credentials;
  load?: (() => Promise<typeof import('tedious')>) | undefined;
}

const CONNECT_MS_MAX = 15_000;
const INT_MAX = 2 ** 31 - 1;

/** Optional, because it brings some sixty packages that only SQL needs. */
export async function loadDriver(): Promise<typeof import('tedious')> {
  try {
    const driver = await import('tedious');
    return (driver.default as typeof import('tedious') | undefined) ?? driver;
  } catch (error) {
    throw new ConnectorError(
      'not_supported',
      'SQL needs the package tedious, which was left out when Lapse was installed: install it with npm install --include=optional.',
      { cause: error },
    );
  }
}

export function openSession(options: SessionOptions): SqlSession {
  const { what, host, port, credentials, load = loadDriver } = options;
  const turns = createSlots(1);
  const secrets = new Set('password' in credentials ? [credentials.password] : []);
  let open: Connection | null = null;
  let isClosed = false;
  /** Of the connection that is being opened, or is. */
  let lastNumber: number | null = null;

  const told = (is_read: boolean, was_sent: boolean) => ({
    what,
    at: { host, port },
    is_read,
    was_sent,
    secrets: [...secrets],
  });

  /** A token that was good may have ended early: a new one is tried once. */
  const connect = async (signal: AbortSignal): Promise<Connection> => {
    let used: string | null = null;
    const keep = (token: string) => {
      secrets.add(token);
      used = token;
    };
    try {
      return await connectOnce(signal, keep);
    } catch (error) {
      const isRefused = error instanceof SqlError && error.code === 'authentication';
      if (!isRefused || used === null || !('forget' in credentials)) throw error;
      credentials.forget?.(used);
      return connectOnce(signal, keep);
    }
  };

  const connectOnce = async (
    signal: AbortSignal,
    keepSecret: (token: string) => void,
  ): Promise<Connection> => {
    const driver = await load();
    const configuration = await configure(options, signal, keepSecret);
    signal.throwIfAborted();
    const connection = new driver.Connection(configuration);
    lastNumber = null;
    connection.on('errorMessage', ({ number }) => {
      lastNumber ??= number;
    });
    connection.on('end', () => {
      if (open === connection) open = null;
    });
    connection.on('error', () => connection.close());
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        connection.close();
        reject(new ConnectorError('aborted', 'the connection was cut off'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      connection.connect((error) => {
        signal.removeEventListener('abort', onAbort);
        if (!error) return resolve();
        connection.close();
        reject(sqlError(error, { ...told(true, false), number: lastNumber }));
      });
    });
    if (isClosed) {
      connection.close();
      throw new ConnectorError('aborted', 'the connection was closed');
    }
    open = connection;
    return connection;
  };

  /** What is on its way over it ends, and nothing else is ever sent over it. */
  const drop = (connection: Connection): void => {
    if (open === connection) open = null;
    connection.close();
  };

  const run = async (
    connection: Connection,
    statement: string,
    parameters: Parameters | null,
    signal: AbortSignal,
  ): Promise<Row[]> => {
    const driver = await load();
    const isRead = parameters !== null;
    const effect = isRead ? 'none' : 'unknown';
    return new Promise<Row[]>((resolve, reject) => {
      const rows: Row[] = [];
      const onAbort = () => {
        reject(new ConnectorError('aborted', 'the statement was cut off', { effect }));
        // A server that is asked to stop may never answer, and the connection would be of no use until it does.
        drop(connection);
      };
      const request = new driver.Request(statement, (error) => {
        signal.removeEventListener('abort', onAbort);
        if (error) reject(sqlError(error, told(isRead, true)));
        else resolve(rows);
      });
      request.on('row', (columns: { value: unknown; metadata: { colName: string } }[]) => {
        rows.push(Object.fromEntries(columns.map(({ value, metadata }) => [metadata.colName, value])));
      });
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      if (parameters === null) return connection.execSqlBatch(request);
      for (const [name, value] of Object.entries(parameters)) {
        const isWhole = typeof value === 'number' && Math.abs(value) <= INT_MAX;
        request.addParameter(
          name,
          isWhole ? driver.TYPES.Int : driver.TYPES.NVarChar,
          isWhole ? value : String(value),
        );
      }
      connection.execSql(request);
    });
  };

  const send = (statement: string, parameters: Parameters | null, signal: AbortSignal): Promise<Row[]> =>
    turns.run(signal, async () => {
      for (let kept = open; ; kept = null) {
        const connection = kept ?? (await connect(signal));
        try {
          return await run(connection, statement, parameters, signal);
        } catch (error) {
          const isBroken = error instanceof SqlError && error.number === null;
          if (isBroken) drop(connection);
          // One that was kept may have ended since, unnoticed: a read is sent again over a new one.
          if (!isBroken || kept === null || parameters === null) throw error;
        }
      }
    });

  return {
    query: (statement, parameters, signal) => send(statement, parameters, signal),
    execute: async (statement, signal) => void (await send(statement, null, signal)),
    async close() {
      isClosed = true;
      const connection = open;
      open = null;
      if (!connection) return;
      await new Promise<void>((resolve) => {
        connection.once('end', () => resolve());
        connection.close();
      });
    },
  };
}

async function configure(
  { host, port, database, ca_certificate, credentials }: SessionOptions,
  signal: AbortSignal,
  keepSecret: (text: string) => void,
): Promise<ConnectionConfiguration> {
  const common = {
    server: host,
    options: {
      port,
      database,
      encrypt: true,
      trustServerCertificate: false,
      // The call has a limit of its own.
      requestTimeout: 0,
      connectTimeout: CONNECT_MS_MAX,
      appName: 'Lapse',
      maxRetriesOnTransientErrors: 0,
      ...(ca_certificate === null ? {} : { cryptoCredentialsDetails: { ca: ca_certificate } }),
    },
  };
  if ('user' in credentials) {
    const { user, password } = credentials;
    return { ...common, authentication: { type: 'default', options: { userName: user, password } } };
  }
  const token = await credentials.token(signal);
  keepSecret(token);
  return { ...common, authentication: { type: 'azure-active-directory-access-token', options: { token } } };
}
