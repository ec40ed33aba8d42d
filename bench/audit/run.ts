/**
 * What the audit log costs its writers, and how long verifying takes.
 *
 *   npm run bench:audit [-- --entries 1000000 --rounds 5 --seconds 3]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedServer } from '@lapse/embedded-postgres';
import pg from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { record } from '../result.ts';
import { measureAppends } from './append.ts';
import { measureLists } from './lists.ts';
import { measureVerification } from './verify.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});

const data_dir = await mkdtemp(path.join(tmpdir(), 'lapse-bench-'));
const server = await startEmbeddedServer({ data_dir, log: () => {} });
try {
  const connections = {
    superuser: server.connection('superuser', 'lapse'),
    application: server.connection('application', 'lapse'),
  };
  await migrate(server.connection('owner'), { role: 'lapse_app' });
  const client = new pg.Client(connections.superuser);
  await client.connect();
  await client.query("INSERT INTO tenants (tid) VALUES ('appends'), ('verification')");
  await client.end();

  const rounds = Number(values.rounds);
  if (rounds > 0) {
    const { rate, rate_ratio, cpu_us, behind_s_max } = await measureAppends(connections, {
      tenant_id: 1,
      rounds,
      seconds: Number(values.seconds),
    });
    record({ line: 'appends against plain inserts, 16 connections', unit: 'ratio', values: [rate_ratio] });
    record({ line: 'checkpoint behind, at most', unit: 's', values: [behind_s_max], at_most: 10 });
    console.log(
      `appends at 16 connections, one entry per transaction, median of ${rounds} rounds each, alternating:`,
    );
    console.log(
      `  plain inserts      ${Math.round(rate.plain)} /s, ${Math.round(cpu_us.plain)} µs of processor each`,
    );
    console.log(
      `  with the log       ${Math.round(rate.log)} /s, ${Math.round(cpu_us.log)} µs of processor each`,
    );
    console.log(
      `  ratio              ${rate_ratio.toFixed(2)}, by processor ${(cpu_us.plain / cpu_us.log).toFixed(2)}`,
    );
    console.log(`  checkpoint behind  ${behind_s_max.toFixed(1)} s at most`);
  }
  const entries = Number(values.entries);
  if (entries > 0) {
    const { verdict, ...report } = await measureVerification(connections, {
      tenant_id: 2,
      entries,
      directory: data_dir,
    });
    for (const [line, value] of Object.entries(report)) {
      record({ line: `${line} of ${entries} entries`, unit: '', values: [value] });
    }
    console.log(`a log of ${entries} entries:`);
    for (const [name, value] of Object.entries(report))
      console.log(`  ${name.padEnd(18)} ${value.toFixed(1)}`);
    console.log(verdict);
    console.log('lists, buffers of a page and its total:');
    for (const [name, { total, buffers }] of await measureLists(connections.application, 2)) {
      console.log(`  ${name.padEnd(28)} ${String(buffers).padStart(6)}  (total ${total})`);
    }
  }
} finally {
  await server.stop();
  await rm(data_dir, { recursive: true, force: true });
}
