import process from 'node:process';
import type { Command } from 'commander';
import { type ImportSummary, importDirectory } from '../commands/import-directory.ts';
import { readLines } from '../commands/read-lines.ts';
import { chooseTenant } from './choose-tenant.ts';
import { reportRejections, showLineProgress } from './line-progress.ts';
import { openInput } from './open-input.ts';
import type { WithDatabase } from './tenant.ts';
import { userName } from './user-name.ts';

const EXAMPLE = {
  kind: 'grant',
  id: 'grant-1',
  principal_id: 'ada',
  asset_id: 'ledger',
  permission: 'read',
};

export function register(program: Command, withDatabase: WithDatabase): void {
  program
    .command('import')
    .description('import principals, memberships, identities, assets and grants from NDJSON')
    .argument('<file>', 'the file, or - for standard input')
    .option('--tenant <tid>', 'whose directory it is; needed when there are several tenants')
    .action(async (file: string, options: { tenant?: string }) => {
      const input = await openInput(file, EXAMPLE);
      const summary = await withDatabase(async (db) => {
        const tenant_id = await chooseTenant(db, options.tenant);
        const progress = showLineProgress();
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

function report({ imported, rejected, counts, rejections }: ImportSummary): void {
  const parts = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`Imported ${imported} lines (${parts.join(', ')}).\n`);
  reportRejections({ rejected, rejections });
}
