import pg from 'pg';
import { createAnnouncer } from '../changes/announce-changes.sql.ts';
import {
  ANYTHING,
  type ChangeFeed,
  type ChangeListener,
  type Channel,
  openChangeFeed,
} from '../changes/change-feed.sql.ts';
import { type ChangeKind, isChangeKind } from '../changes/changes.rules.ts';
import { isWake, type Wake } from '../changes/wakes.rules.ts';
import { createReadPipeline } from './read-pipeline.ts';
import { runSnapshot, type Snapshot } from './snapshot.ts';
import { runTenantQuery, type Statement } from './tenant-query.ts';
import { asUnavailable, isUnavailable } from './unavailable.ts';

/** Runs statements as one tenant. Each call is a transaction of its own, or part of the one it was given by. */
export interface Querier {
  readonly tenant_id: number;
  /** Several calls are one transaction: what fails in it fails all. */
  readonly is_transaction?: boolean;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Has those who look at it told, once it is committed. Not a word more than its kind leaves here. */
  changed?(...kinds: ChangeKind[]): void;
  /** Has the workers of all processes told that there is something to do, once it is committed. */
  wakes?(...kinds: Wake[]): void;
}

export interface Database {
  /**
   * One quick statement per call, each its own transaction, one round trip. Statements share connections, so one
   * that takes long holds up others: use a transaction for those.
   */
  tenant(tenantId: number): Querier;
  /** The same on a connection of its own: for single writes, which wait for the disk. */
  alone(tenantId: number): Querier;
  /** Commits when `work` resolves and rolls back when it throws. */
  transaction<T>(tenantId: number, work: (tx: Querier) => Promise<T>, plans?: Plans): Promise<T>;
  /** Reads everything as of one instant, for as long as it takes. A signal breaks it off. */
  snapshot<T>(tenantId: number, work: (snapshot: Snapshot) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Statements that show no tenant's rows: the registry of tenants, who has something to do, settings of the server. */
  registry<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Hears what any process says has changed, of all tenants, on a connection of its own. */
  listen(listener: ChangeListener): ChangeFeed;
  /** Hears what any process says there is to do, in the same way. */
  listenForWork(listener: ChangeListener<Wake>): ChangeFeed;
  /** Has all listeners look at everything again: whoever was killed has not told what it had changed last. */
  tellEverybody(): Promise<void>;
  /** Of the connections for transactions and single writes. */
  poolUse(): { used: number; idle: number; waiting: number };
  close(): Promise<void>;
}

/** Timestamps leave the store as the wire carries them: ISO 8601, UTC, a trailing Z. The session is in UTC. */
const TIMESTAMPTZ_OID = 1184;
const INT8_OID = 20;

export function isoFromPostgres(text: string): string {
  // 2026-01-31 09:30:00+00, or with a fraction of up to six digits; readers compare milliseconds.
  const fraction = text.length === 22 ? '000' : text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
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
  /** The server runs on this machine and belongs to Lapse. */
  is_own_server?: boolean;
}

/** Nobody may keep a transaction idle: whoever vanished in the middle of one holds its locks until then. */
const SESSION_OPTIONS = [
  '-c timezone=UTC',
  // Every index begins with the tenant. Asked whether a tenant has any grant, a sequential scan read the million grants of
  // another one: 22,227 blocks instead of 3.
  '-c enable_seqscan=off',
  // Compiling a plan took a second where running it takes milliseconds (docs/decisions/0060).
  '-c jit=off',
  '-c idle_in_transaction_session_timeout=60000',
  // A gateway that vanished without a word must not hold its locks for the two hours that systems wait by default.
  '-c tcp_keepalives_idle=30',
  '-c tcp_keepalives_interval=10',
  '-c tcp_keepalives_count=3',
];

/**
 * Reads are written per combination of filters, so a generic plan fits all values, and planning each of them took longer
 * than running it. Batches plan every time: a plan made while a table was empty and kept made the first scoring of ten
 * thousand grants take 62 s instead of 4, and planning costs a millisecond per batch.
 */
export type Plans = 'force_generic_plan' | 'force_custom_plan' | 'auto';

/**
 * For who takes the first few of a queue. A plan made before the queue had statistics read all of it and sorted, 8,000
 * buffers instead of 110; without sorting it reads the index that has the order.
 */
const TAKES_IN_ORDER: readonly string[] = ['-c enable_sort=off'];

/** What a session needs to be one of Lapse's, whoever opens it. */
export function sessionSettings(
  connection: ConnectionSettings,
  applicationName: string,
  plans: Plans,
  extra: readonly string[] = [],
): pg.ClientConfig {
  return {
    // A server that vanished is noticed by connections that only wait, too.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...connection,
    types: typeOverrides,
    application_name: applicationName,
    options: [...SESSION_OPTIONS, ...extra, `-c plan_cache_mode=${plans}`].join(' '),
  };
}

export interface DatabaseOptions {
  connection: ConnectionSettings;
  pool_size: number;
  /** Of transactions and single writes. */
  plans?: Plans;
  /** How long an answer is waited for, one minute when left out. */
  query_ms_max?: number;
  /** How long a statement may hold one of the connections that reads share. */
  lane_ms_max?: number;
  /** How long a connection is waited for, ten seconds when left out. */
  connect_ms_max?: number;
  /** It takes the first few of a queue, see TAKES_IN_ORDER. */
  takes_in_order?: boolean;
  /** Told the process of the server behind each connection. */
  onBackend?: (pid: number) => void;
  onError: (error: Error) => void;
}

/** A request that waits longer than this for a connection is better answered 503 than kept. */
const CONNECTION_WAIT_MS_MAX = 10_000;
/**
 * A server that takes a statement and never answers, nor closes the connection, would keep its callers for ever. No
 * statement of a request takes a minute; those of workers may wait for each other, and get longer.
 */
const QUERY_MS_MAX = 60_000;
export const WORKER_QUERY_MS_MAX = 300_000;
const KEEP_ALIVE_MS = 10_000;
const CHANGES: Channel<ChangeKind> = { name: 'lapse_changes', isKind: isChangeKind };
/** Whoever looks at a page may hear of a change a second later. */
const CHANGES_EVERY_MS = 1_000;
const WORK: Channel<Wake> = { name: 'lapse_work', isKind: isWake };
/** Fifty times a second cost next to nothing, and nobody notices the wait. */
const WORK_EVERY_MS = 20;
/** Shared connections for single statements; more would only add context switches. */
const READ_LANES = 2;
/**
 * A statement that holds a shared connection for longer is broken off, and run again on a connection of its own with a plan for
 * what the tables are now: reads of other tenants wait behind it. A plan kept from before an import took 100 s and held up all.
 */
const LANE_MS_MAX = 1_000;

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, pool_size, plans = 'auto', query_ms_max = QUERY_MS_MAX, onError } = options;
  const { connect_ms_max = CONNECTION_WAIT_MS_MAX, lane_ms_max = LANE_MS_MAX, onBackend = ignore } = options;
  const extra = options.takes_in_order ? TAKES_IN_ORDER : [];
  const pool = new pg.Pool({
    query_timeout: query_ms_max,
    ...sessionSettings(connection, 'lapse', plans, extra),
    max: pool_size,
    connectionTimeoutMillis: connect_ms_max,
    idleTimeoutMillis: 60_000,
  });
  // An idle connection that the server closes must not end the process.
  pool.on('error', onError);
  // One that ends between two statements neither: the next statement tells. From the moment it is connected, because a
  // server that is stopping says so in the same breath as that it is ready, before whoever asked has heard of either.
  pool.on('connect', (client) => {
    client.on('error', ignore);
    onBackend(backendOf(client));
  });
  const reads = createReadPipeline(
    {
      query_timeout: query_ms_max,
      ...sessionSettings(connection, 'lapse read', 'force_generic_plan', [
        ...extra,
        `-c statement_timeout=${lane_ms_max}`,
      ]),
    },
    {
      lanes_max: READ_LANES,
      connect_ms_max,
      onConnect: (c) => onBackend(backendOf(c)),
      runApart: (tenantId, { text, values }) =>
        transaction(tenantId, (tx) => tx.query(text, values), 'force_custom_plan'),
    },
  );

  const notify = (channel: string) => (messages: string[]) =>
    pool.query(named('SELECT pg_notify($1, m) FROM unnest($2::text[]) AS m', [channel, messages]));
  const announcers = {
    changes: createAnnouncer<ChangeKind>(notify(CHANGES.name), CHANGES_EVERY_MS),
    work: createAnnouncer<Wake>(notify(WORK.name), WORK_EVERY_MS),
  };
  const told = (tenantId: number): Pick<Querier, 'changed' | 'wakes'> => ({
    changed: (...kinds) => announcers.changes.add(tenantId, kinds),
    wakes: (...kinds) => announcers.work.add(tenantId, kinds),
  });

  const transaction: Database['transaction'] = (tenantId, work, ownPlans = plans) =>
    withClient(pool, (client) => runTransaction(client, { tenantId, plans: ownPlans, announcers }, work));

  return {
    tenant: (tenantId) => ({
      tenant_id: tenantId,
      query: (text, values = []) => reads.query(tenantId, named(text, values)),
      ...told(tenantId),
    }),
    alone: (tenantId) => ({
      tenant_id: tenantId,
      ...told(tenantId),
      query: (text, values = []) =>
        withClient(pool, (client) => runTenantQuery(client, tenantId, named(text, values))),
    }),
    transaction,
    snapshot: (tenantId, work, signal) =>
      withOwnClient(
        sessionSettings(connection, 'lapse snapshot', 'force_custom_plan'),
        { pool, signal, onBackend },
        (client) => runSnapshot(client, tenantId, work),
      ),
    registry: (text, values = []) =>
      withClient(pool, async (client) => (await client.query(named(text, values))).rows),
    listen: (listener) =>
      openChangeFeed(sessionSettings(connection, 'lapse changes', 'auto'), CHANGES, listener),
    listenForWork: (listener) =>
      openChangeFeed(sessionSettings(connection, 'lapse work', 'auto'), WORK, listener),
    tellEverybody: async () => {
      await pool.query('SELECT pg_notify($1, $2)', [CHANGES.name, JSON.stringify({ [ANYTHING]: [] })]);
    },
    poolUse: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([announcers.changes.close(), announcers.work.close()]);
      await Promise.all([reads.close(), pool.end()]);
    },
  };
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error) => {
    throw asUnavailable(error);
  });
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = asUnavailable(error);
    throw failure;
  } finally {
    // A connection that failed as a connection is closed, not handed to the next request.
    client.release(isUnavailable(failure));
  }
}

/** Not one of the pool's: whoever reads for minutes must not keep others waiting, and may be broken off at any point. */
interface OwnClientMeans {
  pool: pg.Pool;
  signal: AbortSignal | undefined;
  onBackend: (pid: number) => void;
}

async function withOwnClient<T>(
  settings: pg.ClientConfig,
  { pool, signal, onBackend }: OwnClientMeans,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX });
  client.on('error', ignore);
  const breakOff = (): void => {
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
    // The server would notice only when it next has something to send.
    void pool.query('SELECT pg_cancel_backend($1)', [backendOf(client)]).catch(ignore);
    connection.stream.destroy();
  };
  try {
    await client.connect();
    onBackend(backendOf(client));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', breakOff, { once: true });
    return await work(client);
  } catch (error) {
    throw signal?.aborted ? signal.reason : asUnavailable(error);
  } finally {
    signal?.removeEventListener('abort', breakOff);
    await client.end().catch(ignore);
  }
}

function ignore(): void {}

/** The types do not know it. */
const backendOf = (client: pg.ClientBase): number => (client as unknown as { processID: number }).processID;

interface Announcers {
  changes: { add(tenantId: number, kinds: Iterable<ChangeKind>): void };
  work: { add(tenantId: number, kinds: Iterable<Wake>): void };
}

async function runTransaction<T>(
  client: pg.PoolClient,
  { tenantId, plans, announcers }: { tenantId: number; plans: Plans; announcers: Announcers },
  work: (tx: Querier) => Promise<T>,
): Promise<T> {
  const changed = new Set<ChangeKind>();
  const woken = new Set<Wake>();
  await client.query('BEGIN');
  try {
    await client.query({
      name: 'lapse_set_tenant_tx',
      text: "SELECT set_config('lapse.tenant_id', $1, true), set_config('plan_cache_mode', $2, true)",
      values: [String(tenantId), plans],
    });
    const result = await work({
      tenant_id: tenantId,
      is_transaction: true,
      query: async (text, values = []) => (await client.query(named(text, values))).rows,
      changed: (...kinds) => {
        for (const kind of kinds) changed.add(kind);
      },
      wakes: (...kinds) => {
        for (const kind of kinds) woken.add(kind);
      },
    });
    await client.query('COMMIT');
    if (changed.size > 0) announcers.changes.add(tenantId, changed);
    if (woken.size > 0) announcers.work.add(tenantId, woken);
    return result;
  } catch (error) {
    // A connection that failed is closed, which is a rollback; on one that hangs the word would have to wait as well.
    if (!isUnavailable(asUnavailable(error))) await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Prepared once per connection: planning costs more than running for most statements here. */
const statementNames = new Map<string, string>();

function named(text: string, values: unknown[]): Statement {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `lapse_${statementNames.size}`;
    statementNames.set(text, name);
  }
  return { name, text, values };
}
