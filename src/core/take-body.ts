import type { Database } from '../platform/database/database.ts';
import type { CsvReading } from './csv/csv-mapping.rules.ts';
import { importGrantsCsv, ingestEventsCsv } from './csv/import-csv.ts';
import { type ImportOptions, importDirectory } from './directory/import/import-directory.ts';
import { readLines } from './directory/import/read-lines.ts';
import type { Admission } from './events/admit-events.ts';
import { ingestEventStream, type StreamOptions } from './events/ingest-event-stream.ts';

/** What is to be done with a body of any length. Values only: it may go to another thread. */
export type BodyOrder =
  | ({ into: 'directory' } & Pick<ImportOptions, 'tenant_id' | 'actor' | 'full'> & AsCsv)
  | ({ into: 'events' } & Pick<StreamOptions, 'tenant_id' | 'name' | 'traceparent'> & AsCsv);

/** How the body is to be read if it is CSV. */
type AsCsv = { csv: CsvReading | null };

/** Stores the body as it comes, and answers with the summary. */
export type TakeBody = (order: BodyOrder, body: AsyncIterable<Buffer>) => Promise<object>;

export const takeBodyWith =
  ({ db, admission }: { db: Database; admission: Admission }): TakeBody =>
  (order, body) => {
    const lines = readLines(body);
    if (order.into === 'directory') {
      const { into: _, csv, ...options } = order;
      return csv
        ? importGrantsCsv({ db, ...options }, lines, csv)
        : importDirectory({ db, ...options }, lines);
    }
    const { into: _, csv, ...options } = order;
    const target = { db, admission, ...options };
    return csv ? ingestEventsCsv(target, lines, csv) : ingestEventStream(target, lines);
  };
