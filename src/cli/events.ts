import process from 'node:process';
import type { Command } from 'commander';
import { readLines } from '../core/directory/import/read-lines.ts';
import { ingestEventStream } from '../core/events/ingest-event-stream.ts';
import { counted } from '../platform/counted.ts';
import { chooseTenant } from './choose-tenant.ts';
import { reportRejections, showLineProgress } from './line-progress.ts';
import { openInput } from './open-input.ts';
import type { WithDatabase } from './tenant.ts';

const EXAMPLE = {
  principal_id: 'ada',
  asset_id: 'ledger',
  action: 'query',
  timestamp: '2026-01-31T09:30:00Z',
};

/** Lines without an id get one of what they say and where: the same file loaded again is the same events. */
const STREAM_NAME = 'lapse events';

export function register(command: Command, withDatabase: WithDatabase): void {
  command
    .argument('<file>', 'the file, gzip or not, or - for standard input')
    .option('--tenant <tid>', 'whose use it is; needed when there are several tenants')
    .action(async (file: string, options: { tenant?: string }) => {
      const input = await openInput(file, EXAMPLE);
      const summary = await withDatabase(async (db) => {
        const tenant_id = await chooseTenant(db, options.tenant);
        const progress = showLineProgress();
        try {
          return await ingestEventStream(
            { db, tenant_id, name: STREAM_NAME, onProgress: progress.update },
            readLines(input),
          );
        } finally {
          progress.end();
        }
      });
      const { accepted } = summary;
      process.stdout.write(
        `Accepted ${counted(accepted.toLocaleString('en'), 'event')}${accepted > 0 ? `; a running Lapse applies ${accepted === 1 ? 'it' : 'them'} within seconds` : ''}.\n`,
      );
      reportRejections(summary);
    });
}
