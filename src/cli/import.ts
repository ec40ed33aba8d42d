import { createReadStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import type { Command } from 'commander';
import { type ImportSummary, importDirectory } from '../commands/import-directory.ts';
import { readLines } from '../commands/read-lines.ts';
import { StartupError } from '../domain/errors.ts';
import { LOCAL_TENANT } from '../domain/tenant.ts';
import type { Database } from '../store/database.ts';
import { ensureTenants, listTenants } from '../store/tenants.ts';
import type { WithDatabase } from './tenant.ts';
import { userName } from './user-name.ts';

export function register(program: Command, withDatabase: WithDatabase): void {
  program
    .command('import')
    .description('import principals, memberships, identities, assets and grants from NDJSON')
    .argument('<file>', 'the file, or - for standard input')
    .option('--tenant <tid>', 'whose directory it is; needed when there are several tenants')
    .action(async (file: string, options: { tenant?: string }) => {
      await requireReadable(file);
      const summary = await withDatabase(async (db) => {
        const tenant_id = await chooseTenant(db, options.tenant);
        const input = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 18 });
        const progress = showProgress();
        const result = await importDirectory(
          { db, tenant_id, actor: userName(), onProgress: progress.update },
          readLines(input),
        );
        progress.end();
        return result;
      });
      report(summary);
    });
}

async function requireReadable(file: string): Promise<void> {
  if (file === '-') return;
  const { access, constants } = await import('node:fs/promises');
  await access(file, constants.R_OK).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `The file ${file} cannot be read (${error.code}).`,
    );
  });
}

export async function chooseTenant(db: Database, wanted: string | undefined): Promise<number> {
  const tenants = await listTenants(db);
  const known = tenants.map((tenant) => tenant.tid).join(', ');
  if (wanted !== undefined) {
    const found = tenants.find((tenant) => tenant.tid === wanted);
    if (found) return found.tenant_id;
    throw new StartupError(
      `There is no tenant ${wanted}${known ? ` (there is ${known})` : ''}; add it with "lapse tenant add".`,
    );
  }
  if (tenants.length > 1)
    throw new StartupError(`There are several tenants; choose one with --tenant: ${known}.`);
  const [only] = tenants.length === 1 ? tenants : await ensureTenants(db, [LOCAL_TENANT]);
  return (only as { tenant_id: number }).tenant_id;
}

const PROGRESS_INTERVAL_MS = 200;

/** One line that is rewritten, and only where somebody can see it. */
function showProgress(): { update: (summary: ImportSummary) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => {}, end: () => {} };
  const started = performance.now();
  let shown = 0;
  return {
    update: ({ lines, rejected }) => {
      const now = performance.now();
      if (now - shown < PROGRESS_INTERVAL_MS) return;
      shown = now;
      const rate = Math.round(lines / ((now - started) / 1000));
      process.stderr.write(
        `\r\u001b[K${lines.toLocaleString('en')} lines, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')} lines/s`,
      );
    },
    end: () => process.stderr.write('\r\u001b[K'),
  };
}

function report({ imported, rejected, counts, rejections }: ImportSummary): void {
  const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`Imported ${imported} lines (${parts.join(', ')}).\n`);
  if (rejected === 0) return;
  process.stderr.write(
    `Rejected ${rejected} lines${rejected > rejections.length ? `; the first ${rejections.length}` : ''}:\n`,
  );
  for (const { line, reason } of rejections) process.stderr.write(`  line ${line}: ${reason}\n`);
  process.exitCode = 1;
}
