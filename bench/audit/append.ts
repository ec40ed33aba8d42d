import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runSequencer } from '../../src/audit/log/run-sequencer.ts';
import {
  type ConnectionSettings,
  openDatabase,
  sessionSettings,
} from '../../src/platform/database/database.ts';

const CONNECTIONS = 16;
const KINDS = ['plain', 'log'] as const;
type Kind = (typeof KINDS)[number];

export interface AppendReport {
  /** Entries per second. */
  rate: Record<Kind, number>;
  /** Of the two rates of a round, the median over all rounds: both had the same neighbours on the machine. */
  rate_ratio: number;
  /** Processor time per entry, in microseconds: of the writers and, with the log, of the sequencer and its backend. */
  cpu_us: Record<Kind, number>;
  behind_s_max: number;
}

/**
 * Transactions of one entry each, written by loops inside the server, so that no client hides what an entry costs.
 * `plain` is the same table with the same indexes but without what the log added to it, and no sequencer runs.
 */
export async function measureAppends(
  connections: { superuser: ConnectionSettings; application: ConnectionSettings },
  { tenant_id, rounds, seconds }: { tenant_id: number; rounds: number; seconds: number },
): Promise<AppendReport> {
  await prepare(connections.superuser);
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client(sessionSettings(connections.application, 'lapse bench', 'auto'));
      await client.connect();
      await client.query(`SET lapse.tenant_id = '${tenant_id}'`);
      return client;
    }),
  );
  const pids = await Promise.all(clients.map(backendPid));
  const rates: Record<Kind, number[]> = { plain: [], log: [] };
  const costs: Record<Kind, number[]> = { plain: [], log: [] };
  let behind_s_max = 0;
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of round % 2 === 0 ? KINDS : [...KINDS].reverse()) {
      const sequencing = kind === 'log' ? sequenceMeanwhile(connections.application, tenant_id) : null;
      const started = performance.now();
      const ticks = cpuUs(pids);
      const counts = await Promise.all(
        clients.map((client) => client.query(`CALL bench_${kind}(${tenant_id}, ${seconds}, 0)`)),
      );
      const took = (performance.now() - started) / 1000;
      const written = counts.reduce((sum, { rows }) => sum + Number(rows[0].written), 0);
      const writers = cpuUs(pids) - ticks;
      const ended = await sequencing?.();
      // The first round warms up.
      if (round < 0) continue;
      rates[kind].push(written / took);
      costs[kind].push((writers + (ended?.cpu_us ?? 0)) / written);
      behind_s_max = Math.max(behind_s_max, ended?.behind_s ?? 0);
    }
  }
  await Promise.all(clients.map((client) => client.end()));
  return {
    rate: { plain: median(rates.plain), log: median(rates.log) },
    rate_ratio: median(rates.log.map((rate, round) => rate / (rates.plain[round] as number))),
    cpu_us: { plain: median(costs.plain), log: median(costs.log) },
    behind_s_max,
  };
}

/** Runs the sequencer until all is signed, and looks how old the oldest entry without a position gets. */
function sequenceMeanwhile(
  connection: ConnectionSettings,
  tenantId: number,
): () => Promise<{ behind_s: number; cpu_us: number }> {
  const db = openDatabase({ connection, pool_size: 1, plans: 'force_custom_plan', onError: () => {} });
  const pid = db
    .registry<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    .then(([row]) => row?.pid as number);
  const own = process.cpuUsage();
  const sequencer = runSequencer({
    db,
    name: 'bench',
    secrets_key: Buffer.alloc(32),
    now: () => Date.now(),
    onError: (error) => console.error(error),
  });
  let behind_s = 0;
  const look = async (): Promise<number> => {
    const [row] = await db.alone(tenantId).query<{ behind: number | null }>(
      `SELECT extract(epoch FROM clock_timestamp() - e.recorded_at)::float8 AS behind FROM audit_sequencers s LEFT JOIN LATERAL (
         SELECT recorded_at FROM audit_entries WHERE tenant_id = $1 AND appended_xid >= pg_snapshot_xmax(s.sequenced)
         ORDER BY appended_xid, seq LIMIT 1) e ON true WHERE s.tenant_id = $1`,
      [tenantId],
    );
    behind_s = Math.max(behind_s, row?.behind ?? 0);
    return row?.behind ?? 0;
  };
  const watch = setInterval(look, 500);
  return async () => {
    clearInterval(watch);
    while ((await look()) > 0) await sleep(100);
    const { user, system } = process.cpuUsage(own);
    const cpu_us = user + system + cpuUs([await pid]);
    await sequencer.stop();
    await db.close();
    return { behind_s, cpu_us };
  };
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return rows[0].pid;
}

/** Of processes, where the system tells (Linux, which counts hundredths of seconds). */
function cpuUs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
    return sum + (Number(fields[13]) + Number(fields[14])) * 10_000;
  }, 0);
}

async function prepare(superuser: ConnectionSettings): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(`
    CREATE TABLE plain_entries (LIKE audit_entries INCLUDING ALL);
    ALTER TABLE plain_entries DROP COLUMN appended_xid, DROP COLUMN seq;
    CALL protect_tenant_table('plain_entries');
    GRANT SELECT, INSERT ON plain_entries TO lapse_app`);
  for (const [kind, table] of [
    ['plain', 'plain_entries'],
    ['log', 'audit_entries'],
  ]) {
    await client.query(`
      CREATE PROCEDURE bench_${kind}(tenant integer, seconds float8, INOUT written integer) LANGUAGE plpgsql AS $$
      DECLARE
        until timestamptz := clock_timestamp() + make_interval(secs => seconds);
      BEGIN
        WHILE clock_timestamp() < until LOOP
          INSERT INTO ${table} (tenant_id, id, principal_id, event_type, description, actor, at, data)
          VALUES (tenant, lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || gen_random_uuid(), 'prin-' || (random() * 10000)::int, 'score.threshold_crossed',
            'The score of Amara Okafor on asset-001 rose above 80.', 'system', clock_timestamp(),
            '{"of": "grant", "principal_id": "prin-001", "principal_name": "Amara Okafor", "grant_id": "grant-001",
              "asset_id": "asset-001", "score": 80.0312, "previous_score": 79.9981, "threshold": 80}');
          COMMIT;
          written := written + 1;
        END LOOP;
      END $$;
      GRANT EXECUTE ON PROCEDURE bench_${kind} TO lapse_app`);
  }
  await client.end();
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
