import { performance } from 'node:perf_hooks';
import process from 'node:process';
import type { CsvNoun } from '../core/csv/csv-fields.rules.ts';
import type { CsvReading } from '../core/csv/csv-mapping.rules.ts';
import type { ImportSummary } from '../core/directory/import/import-directory.ts';
import { readLines } from '../core/directory/import/read-lines.ts';
import { counted } from '../platform/counted.ts';
import type { Database } from '../platform/database/database.ts';
import { chooseTenant } from './choose-tenant.ts';
import { type CsvFlags, describeCsv } from './csv-options.ts';
import { openInput } from './open-input.ts';
import { rewrittenLine } from './rewritten-line.ts';
import type { WithDatabase } from './tenant.ts';

interface Target {
  db: Database;
  tenant_id: number;
  onProgress: (soFar: { lines: number; rejected: number }) => void;
}

/**
 * Has the lines of a file loaded for a tenant, and shows meanwhile how far that is. Of CSV it says first how it is read. Null:
 * nothing was to be loaded.
 */
export async function loadFile<T>(
  withDatabase: WithDatabase,
  from: { file: string; noun: CsvNoun; example: object; flags: CsvFlags & { tenant?: string } },
  load: (to: Target, lines: ReturnType<typeof readLines>, csv: CsvReading | null) => Promise<T>,
): Promise<T | null> {
  const { file, noun, example, flags } = from;
  const input = await openInput(file, example);
  const csv = await describeCsv(input, noun, flags);
  if (flags.dryRun) return null;
  return withDatabase(async (db) => {
    const tenant_id = await chooseTenant(db, flags.tenant);
    const progress = rewrittenLine();
    const started = performance.now();
    const onProgress: Target['onProgress'] = ({ lines, rejected }) =>
      progress.show(() => {
        const rate = Math.round(lines / ((performance.now() - started) / 1000));
        return `${lines.toLocaleString('en')} lines, ${rejected.toLocaleString('en')} rejected, ${rate.toLocaleString('en')} lines/s`;
      });
    try {
      return await load({ db, tenant_id, onProgress }, readLines(input.bytes), csv);
    } finally {
      progress.clear();
    }
  });
}

const SHOWN_MAX = 100;

/** The lines that were refused, with their reasons; the command fails by them. */
export function reportRejections({
  rejected,
  rejections,
}: Pick<ImportSummary, 'rejected' | 'rejections'>): void {
  if (rejected === 0) return;
  process.stderr.write(
    `Rejected ${counted(rejected, 'line')}${rejected > SHOWN_MAX ? `; the first ${SHOWN_MAX}` : ''}:\n`,
  );
  for (const { line, reason } of rejections.slice(0, SHOWN_MAX))
    process.stderr.write(`  line ${line}: ${reason}\n`);
  process.exitCode = 1;
}
