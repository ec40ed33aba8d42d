/**
 * `lapse scan` of a PostgreSQL with 10,000 grants, as somebody at a terminal runs it: from the start of the program to the
 * last line, and the memory that it takes.
 *
 *   npm run bench:scan [-- --grants 10000 --rounds 5]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../../test/support/target-server.ts';
import { median, record } from '../result.ts';

const { values } = parseArgs({
  options: {
    grants: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const GRANTS = Number(values.grants);
const ROUNDS = Number(values.rounds);
const [LOGINS, GROUPS, HOLDERS] = [200, 40, 5];
/** The owner of a table holds it, too. */
const TABLES = Math.ceil(GRANTS / (HOLDERS + 1));
const SECONDS_MAX = 60;
const LOOK_EVERY_MS = 10;

interface Found {
  totals: { grants: number; principals: number; assets: number; memberships: number; uses_read: number };
  coverage: { observes_use: boolean };
}

async function main(): Promise<void> {
  const [target] = TARGETS;
  if (!target) throw new Error('there is no PostgreSQL to scan');
  const server = await target.start({ shared_preload_libraries: 'pg_stat_statements' });
  try {
    await fill(server);
    const first = await scan(server);
    const rounds = [first];
    while (rounds.length < ROUNDS) rounds.push(await scan(server));
    const { totals, coverage } = first.found;
    if (totals.grants < GRANTS || !coverage.observes_use)
      throw new Error('this is not what was to be scanned');
    console.log(
      `${target.name}: ${totals.grants} grants of ${totals.principals} principals on ${totals.assets} assets, ${totals.memberships} memberships, ${totals.uses_read} uses`,
    );
    const seconds = rounds.map((round) => round.seconds);
    const memory = rounds.flatMap(({ rss_mb }) => rss_mb ?? []);
    console.log(`${median(seconds).toFixed(2)} s (${seconds.map((one) => one.toFixed(2)).join(', ')})`);
    record({ line: `scan of ${GRANTS} grants`, unit: 's', values: seconds, at_most: SECONDS_MAX });
    if (memory.length === 0) return;
    console.log(`${Math.round(median(memory))} MB of memory at most`);
    record({ line: `scan of ${GRANTS} grants, memory`, unit: 'MB', values: memory });
  } finally {
    await server.stop();
  }
}

/** Roles in groups, and tables in twenty schemas of which each is granted to logins and groups in turn; some are used. */
async function fill(server: TargetServer): Promise<void> {
  const role = (number: number): string =>
    number % 6 === 5 ? `group_${number % GROUPS}` : `login_${number % LOGINS}`;
  const all = (count: number, one: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => one(i)).join(';\n');
  await server.query('CREATE DATABASE shop');
  await server.query(`CREATE ROLE lapse_reader LOGIN PASSWORD '${TARGET_PASSWORD}' IN ROLE pg_monitor`);
  await server.query(all(GROUPS, (i) => `CREATE ROLE group_${i}`));
  await server.query(
    all(
      LOGINS,
      (i) => `CREATE ROLE login_${i} LOGIN PASSWORD '${TARGET_PASSWORD}' IN ROLE group_${i % GROUPS}`,
    ),
  );
  await server.query('CREATE EXTENSION pg_stat_statements');
  await server.query(
    all(20, (i) => `CREATE SCHEMA s${i}; GRANT USAGE ON SCHEMA s${i} TO PUBLIC`),
    [],
    'shop',
  );
  for (let from = 0; from < TABLES; from += 500) {
    const some = Math.min(500, TABLES - from);
    await server.query(
      all(some, (i) => {
        const table = `s${(from + i) % 20}.t${from + i}`;
        const holders = Array.from({ length: HOLDERS }, (_, n) => role((from + i) * 7 + n));
        return `CREATE TABLE ${table} (id integer); GRANT SELECT ON ${table} TO ${[...new Set(holders)].join(', ')}`;
      }),
      [],
      'shop',
    );
  }
  for (let i = 0; i < 50; i += 1) {
    const table = (i * 6) % TABLES;
    const login = role(table * 7);
    if (login.startsWith('login')) await server.as(login, `SELECT * FROM s${table % 20}.t${table}`, 'shop');
  }
}

async function scan({
  host,
  port,
}: TargetServer): Promise<{ seconds: number; rss_mb: number | null; found: Found }> {
  const url = `postgres://lapse_reader@${encodeURIComponent(host)}:${port}/postgres`;
  const began = performance.now();
  const child = spawn(process.execPath, ['bin/lapse.mjs', 'scan', url, '--tls', 'disable', '--json'], {
    env: { ...process.env, PGPASSWORD: TARGET_PASSWORD },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  let rss_mb: number | null = null;
  const look = setInterval(async () => {
    rss_mb = (await peakMemory(child.pid)) ?? rss_mb;
  }, LOOK_EVERY_MS);
  const [code] = await once(child, 'close');
  clearInterval(look);
  if (code !== 0) throw new Error(`the scan ended with ${code}`);
  return { seconds: (performance.now() - began) / 1000, rss_mb, found: JSON.parse(text) };
}

/** What the system says that the process took at most so far; nothing, where it does not say. */
async function peakMemory(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

await main();
