import type { Database } from '../platform/database/database.ts';
import { type ImportOptions, importDirectory } from './directory/import/import-directory.ts';
import { readLines } from './directory/import/read-lines.ts';
import type { Admission } from './events/admit-events.ts';
import { ingestEventStream, type StreamOptions } from './events/ingest-event-stream.ts';

/** What is to be done with a body of any length. Values only: it may go to another thread. */
export type BodyOrder =
  | ({ into: 'directory' } & Pick<ImportOptions, 'tenant_id' | 'actor' | 'full'>)
  | ({ into: 'events' } & Pick<StreamOptions, 'tenant_id' | 'name' | 'traceparent'>);

/** Stores the body as it comes, and answers with the summary. */
export type TakeBody = (order: BodyOrder, body: AsyncIterable<Buffer>) => Promise<object>;

export const takeBodyWith =
  ({ db, admission }: { db: Database; admission: Admission }): TakeBody =>
  ({ into, ...order }, body) =>
    into === 'directory'
      ? importDirectory({ db, ...order }, readLines(body))
      : ingestEventStream({ db, admission, ...order }, readLines(body));
