import process from 'node:process';
import type { Command } from 'commander';
import { importGrantsCsv } from '../core/csv/import-csv.ts';
import { readFullImport } from '../core/directory/import/full-import.ts';
import { type ImportSummary, importDirectory } from '../core/directory/import/import-directory.ts';
import { counted } from '../platform/counted.ts';
import { addCsvOptions, type CsvFlags } from './csv-options.ts';
import { loadFile, reportRejections } from './load-file.ts';
import type { WithDatabase } from './tenant.ts';
import { userName } from './user-name.ts';

interface ImportFlags extends CsvFlags {
  tenant?: string;
  full?: string | true;
  platform?: string;
  force?: boolean;
}

const EXAMPLE = {
  kind: 'grant',
  id: 'grant-1',
  principal_id: 'ada',
  asset_id: 'ledger',
  permission: 'read',
};

export function register(command: Command, withDatabase: WithDatabase): void {
  addCsvOptions(command)
    .argument('<file>', 'the file, NDJSON or CSV, gzip or not, or - for standard input')
    .option('--tenant <tid>', 'whose directory it is; needed when there are several tenants')
    .option(
      '--full [kinds]',
      'it names all there is of these (grants,memberships,principals,assets): the rest is gone',
    )
    .option('--platform <name>', 'with --full: only grants and assets of this platform')
    .option('--force', 'with --full: also when it names less than half of what is there')
    .action(async (file: string, options: ImportFlags) => {
      const { platform, force } = options;
      const full = readFullImport({ full: options.full === true ? 'true' : options.full, platform, force });
      const summary = await loadFile(
        withDatabase,
        { file, noun: 'grants', example: EXAMPLE, flags: options },
        (to, lines, csv) => {
          const target = { ...to, actor: userName(), full };
          return csv ? importGrantsCsv(target, lines, csv) : importDirectory(target, lines);
        },
      );
      if (summary) report(summary);
    });
}

function report({ imported, rejected, counts, removed, full, rejections }: ImportSummary): void {
  const listed = (of: ImportSummary['counts']): string =>
    Object.entries(of)
      .map(([kind, count]) => counted(count, kind, kind === 'identity' ? 'identities' : `${kind}s`))
      .join(', ');
  process.stdout.write(`Imported ${counted(imported, 'line')} (${listed(counts)}).\n`);
  if (Object.values(removed).some((count) => count > 0)) {
    process.stdout.write(`Gone: ${listed(removed)}.\n`);
  }
  reportRejections({ rejected, rejections });
  if (full?.applied === false) {
    process.stderr.write(`Not a full import: ${full.reason}\n`);
    process.exitCode = 1;
  }
}
