import process from 'node:process';
import type { Command } from 'commander';
import { ingestEventsCsv } from '../core/csv/import-csv.ts';
import { ingestEventStream } from '../core/events/ingest-event-stream.ts';
import { counted } from '../platform/counted.ts';
import { addCsvOptions, type CsvFlags } from './csv-options.ts';
import { loadFile, reportRejections } from './load-file.ts';
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
  addCsvOptions(command)
    .argument('<file>', 'the file, NDJSON or CSV, gzip or not, or - for standard input')
    .option('--tenant <tid>', 'whose use it is; needed when there are several tenants')
    .action(async (file: string, options: CsvFlags & { tenant?: string }) => {
      const summary = await loadFile(
        withDatabase,
        { file, noun: 'events', example: EXAMPLE, flags: options },
        (to, lines, csv) => {
          const target = { ...to, name: STREAM_NAME };
          return csv ? ingestEventsCsv(target, lines, csv) : ingestEventStream(target, lines);
        },
      );
      if (!summary) return;
      const { accepted } = summary;
      process.stdout.write(
        `Accepted ${counted(accepted.toLocaleString('en'), 'event')}${accepted > 0 ? `; a running Lapse applies ${accepted === 1 ? 'it' : 'them'} within seconds` : ''}.\n`,
      );
      reportRejections(summary);
    });
}
