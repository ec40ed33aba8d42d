import pg from 'pg';
import { LapseError } from '../domain/errors.ts';
import { TenantQuery } from './tenant-query.ts';

/** Runs statements as one tenant. Each call is a transaction of its own, or part of the one it was given by. */
export interface Querier {
  readonly tenant_id: number;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Database {
  /** One statement per call, each its own transaction, one round trip. */
  tenant(tenantId: number): Querier;
  /** Commits when `work` resolves and rolls back when it throws. */
  transaction<T>(tenantId: number, work: (tx: Querier) => Promise<T>): Promise<T>;
  /** Statements about no tenant's rows: the registry of tenants, settings of the server. */
  registry<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Timestamps leave the store as the wire carries them: ISO 8601, UTC, a trailing Z. The session is in UTC. */
const TIMESTAMPTZ_OID = 1184;
const INT8_OID = 20;

export function isoFromPostgres(text: string): string {
  const iso = text.replace(' ', 'T').replace(/\+00$/, 'Z');
  // PostgreSQL drops a zero fraction and keeps microseconds; readers compare milliseconds.
  const dot = iso.indexOf('.');
  if (dot === -1) return iso.endsWith('Z') ? `${iso.slice(0, -1)}.000Z` : iso;
  return `${iso.slice(0, dot + 1)}${iso
    .slice(dot + 1, -1)
    .padEnd(3, '0')
    .slice(0, 3)}Z`;
}

const typeOverrides = new pg.TypeOverrides();
typeOverrides.setTypeParser(TIMESTAMPTZ_OID, isoFromPostgres);
// Counts fit a double by far (2^53); sums of bytes too.
typeOverrides.setTypeParser(INT8_OID, Number);

export interface ConnectionSettings {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

/** What a session needs to be one of Lapse's, whoever opens it. */
export function sessionSettings(connection: ConnectionSettings, applicationName: string): pg.ClientConfig {
  return {
    ...connection,
    types: typeOverrides,
    application_name: applicationName,
    options: '-c timezone=UTC -c idle_in_transaction_session_timeout=300000',
  };
}

export interface DatabaseOptions {
  connection: ConnectionSettings;
  pool_size: number;
  onError: (error: Error) => void;
}

/** A request that waits longer than this for a connection is better answered 503 than kept. */
const CONNECTION_WAIT_MS_MAX = 10_000;

export function openDatabase({ connection, pool_size, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...sessionSettings(connection, 'lapse'),
    max: pool_size,
    connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that the server closes must not end the process.
  pool.on('error', onError);

  return {
    tenant: (tenantId) => ({
      tenant_id: tenantId,
      query: (text, values = []) =>
        withClient(pool, (client) => runTenantQuery(client, tenantId, text, values)),
    }),
    transaction: (tenantId, work) => withClient(pool, (client) => runTransaction(client, tenantId, work)),
    registry: (text, values = []) =>
      withClient(pool, async (client) => (await client.query({ ...named(text), values })).rows),
    close: () => pool.end(),
  };
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw asUnavailable(error);
  }
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = asUnavailable(error);
    throw failure;
  } finally {
    // A connection that failed as a connection is closed, not handed to the next request.
    client.release(failure instanceof LapseError && failure.code === 'unavailable');
  }
}

function runTenantQuery<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  tenantId: number,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new TenantQuery(tenantId, { ...named(text), values });
    query.callback = (error, result) => (error ? reject(error) : resolve(result.rows as Row[]));
    client.query(query as unknown as pg.Submittable);
  });
}

async function runTransaction<T>(
  client: pg.PoolClient,
  tenantId: number,
  work: (tx: Querier) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query({
      name: 'lapse_set_tenant_tx',
      text: "SELECT set_config('lapse.tenant_id', $1, true)",
      values: [String(tenantId)],
    });
    const result = await work({
      tenant_id: tenantId,
      query: async (text, values = []) => (await client.query({ ...named(text), values })).rows,
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Prepared once per connection: planning costs more than running for most statements here. */
const statementNames = new Map<string, string>();

function named(text: string): { name: string; text: string } {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `lapse_${statementNames.size}`;
    statementNames.set(text, name);
  }
  return { name, text };
}

/** Classes 08 (connection), 53 (out of disk, memory, connections), 57P (shutdown); and what the socket itself says. */
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0[1-4]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered/;

function asUnavailable(error: unknown): Error {
  const failure = error as Error & { code?: string };
  if (failure instanceof LapseError) return failure;
  if (UNAVAILABLE_CODES.test(failure.code ?? '') || UNAVAILABLE_MESSAGES.test(failure.message)) {
    return new LapseError(
      'unavailable',
      'The database cannot be reached at the moment; try again shortly.',
      undefined,
      {
        cause: failure,
      },
    );
  }
  return failure;
}
