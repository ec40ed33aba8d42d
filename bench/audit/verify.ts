import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { bundleText, prepareBundle } from '../../src/audit/bundle/export-bundle.ts';
import { sequenceEntries } from '../../src/audit/log/sequence-entries.ts';
import { type ConnectionSettings, openDatabase } from '../../src/platform/database/database.ts';

const LAPSE = path.resolve(import.meta.dirname, '../../dist/cli/lapse.js');

export interface VerifyReport {
  sequence_s: number;
  export_s: number;
  bundle_mb: number;
  verify_s: number;
  verify_cpu_s: number;
  verify_mb_max: number;
  verdict: string;
}

/** Fills a log, exports it and lets the program verify it as an auditor would: another process, the files and nothing else. */
export async function measureVerification(
  connections: { superuser: ConnectionSettings; application: ConnectionSettings },
  { tenant_id, entries, directory }: { tenant_id: number; entries: number; directory: string },
): Promise<VerifyReport> {
  await fill(connections.superuser, tenant_id, entries);
  const db = openDatabase({
    connection: connections.application,
    pool_size: 2,
    plans: 'force_custom_plan',
    onError: () => {},
  });
  const context = { secrets_key: Buffer.alloc(32), now: () => Date.now() };
  const bundle = path.join(directory, 'bundle.ndjson');
  const checkpoint = path.join(directory, 'checkpoint');
  const sequence_s = await timed(async () => {
    while ((await db.transaction(tenant_id, (tx) => sequenceEntries(tx, context))).has_more);
  });
  const q = db.alone(tenant_id);
  const header = await prepareBundle(q, 0);
  const export_s = await timed(() =>
    pipeline(Readable.from(bundleText(q, header)), createWriteStream(bundle)),
  );
  await db.close();
  await writeFile(checkpoint, header.checkpoint);

  const child = spawn(process.execPath, [
    LAPSE,
    'audit',
    'verify',
    bundle,
    '--key',
    header.key,
    '--checkpoint',
    checkpoint,
  ]);
  let verdict = '';
  child.stdout.on('data', (text) => {
    verdict += text;
  });
  let memory = 0;
  let cpu = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')).split(' ');
    cpu = Math.max(cpu, (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100);
    memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 50);
  const verify_s = await timed(() => new Promise((resolve) => child.on('close', resolve)));
  clearInterval(watch);
  return {
    sequence_s,
    export_s,
    bundle_mb: (await stat(bundle)).size / 1e6,
    verify_s,
    verify_cpu_s: cpu,
    verify_mb_max: memory,
    verdict,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

async function fill(superuser: ConnectionSettings, tenantId: number, entries: number): Promise<void> {
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(
    `INSERT INTO audit_entries (tenant_id, id, principal_id, event_type, description, actor, at, data)
     SELECT $1, lpad(to_hex(i), 12, '0') || gen_random_uuid(), 'prin-' || i % 10007,
            CASE WHEN i % 10 < 7 THEN 'score.threshold_crossed' WHEN i % 10 < 9 THEN 'grant.created' ELSE 'review.decided' END,
            'The score of person ' || i % 10007 || ' on asset-' || i % 977 || ' rose above 80.', 'system',
            now() - make_interval(secs => $2::int - i), json_build_object('of', 'grant', 'principal_id', 'prin-' || i % 10007,
              'grant_id', 'grant-' || i, 'asset_id', 'asset-' || i % 977, 'score', 80.0312, 'previous_score', 79.9981,
              'threshold', 80, 'direction', 'above')
     FROM generate_series(1, $2::int) i`,
    [tenantId, entries],
  );
  await client.query('VACUUM ANALYZE audit_entries');
  await client.end();
}
