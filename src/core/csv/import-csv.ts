import { LapseError } from '../../platform/errors.ts';
import {
  type ImportOptions,
  type ImportSummary,
  importDirectory,
} from '../directory/import/import-directory.ts';
import type { TextLine } from '../directory/import/read-lines.ts';
import type { EventStreamAnswer } from '../events/event.schema.ts';
import { ingestEventStream, type StreamOptions } from '../events/ingest-event-stream.ts';
import type { CsvReading } from './csv-mapping.rules.ts';
import { openCsv, requireColumns } from './open-csv.ts';
import { inColumns, readEvents } from './read-events.ts';
import { readGrants } from './read-grants.ts';

/** Imports a file of grants with the principals and assets that it names. A row is stored whole or refused whole. */
export async function importGrantsCsv(
  options: ImportOptions,
  lines: AsyncIterable<TextLine>,
  reading: CsvReading,
): Promise<ImportSummary> {
  if (options.full?.kinds.some((kind) => kind !== 'grant')) {
    const msg = 'expected grants: a file of grants names people and assets only where somebody has access';
    throw new LapseError('invalid_request', `full: ${msg}.`, [
      { loc: ['query', 'full'], msg, type: 'not_together' },
    ]);
  }
  const csv = await openCsv(lines, 'grants', reading, options.now);
  requireColumns(csv);
  return importDirectory(options, readGrants(options.db.alone(options.tenant_id), csv));
}

/** Loads a file of use. */
export async function ingestEventsCsv(
  options: StreamOptions,
  lines: AsyncIterable<TextLine>,
  reading: CsvReading,
): Promise<EventStreamAnswer> {
  const csv = await openCsv(lines, 'events', reading, options.now);
  requireColumns(csv);
  const summary = await ingestEventStream(options, readEvents(options.db.alone(options.tenant_id), csv));
  const rejections = summary.rejections.map(({ line, reason }) => ({ line, reason: inColumns(reason, csv) }));
  return { ...summary, rejections };
}
