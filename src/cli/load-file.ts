import { performance } from 'node:perf_hooks';
import process from 'node:process';
import type { ImportSummary } from '../core/directory/import/import-directory.ts';
import { readLines } from '../core/directory/import/read-lines.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/database.ts';
import { chooseTenant } from './choose-tenant.ts';
import { openInput } from './open-input.ts';
import { rewrittenLine } from './rewritten-line.ts';
import type { WithDatabase } from './tenant.ts';

interface Target {
  db: Database;
  tenant_id: number;
  onProgress: (soFar: { lines: number; rejected: number }) => void;
}

/** Has the lines of a file loaded for a tenant, and shows meanwhile how far that is. */
export async function loadFile<T>(
  withDatabase: WithDatabase,
  { file, tenant, example }: { file: string; tenant: string | undefined; example: object },
  load: (to: Target, lines: ReturnType<typeof readLines>) => Promise<T>,
): Promise<T> {
  const input = await openInput(file, example);
  return withDatabase(async (db) => {
    const tenant_id = await chooseTenant(db, tenant);
    const progress = rewrittenLine();
    const started = performance.now();
    const onProgress: Target['onProgress'] = ({ lines, rejected }) =>
      progress.show(() => {
        const rate = Math.round(lines / ((performance.now() - started) / 1000));
        return `${lines.toLocaleString('en')} lines, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')} lines/s`;
      });
    try {
      return await load({ db, tenant_id, onProgress }, readLines(input));
    } finally {
      progress.clear();
    }
  });
}

/** The lines that were refused, with their reasons; the command fails by them. */
export function reportRejections({
  rejected,
  rejections,
}: Pick<ImportSummary, 'rejected' | 'rejections'>): void {
  if (rejected === 0) return;
  process.stderr.write(
    `Rejected ${counted(rejected, 'line')}${rejected > rejections.length ? `; the first ${rejections.length}` : ''}:\n`,
  );
  for (const { line, reason } of rejections) process.stderr.write(`  line ${line}: ${reason}\n`);
  process.exitCode = 1;
}
