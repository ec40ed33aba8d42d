import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Querier } from './database.ts';

/** One value of a row, as a reader of the snapshot gets it. */
export type Cell = string | number | boolean | null;

/** Everything as it was when the first statement ran, however long it takes to read it. */
export interface Snapshot extends Querier {
  /** What COPY writes of a query, as it comes. The text has no parameters, so every value in it must be quoted. */
  copyCsv(text: string): AsyncIterable<Buffer>;
  /** The same rows, some at a time. */
  pages(text: string, size: number): AsyncGenerator<Cell[][]>;
}

const COPY_BUFFER_BYTES = 1 << 18;
/** A COPY goes on for as long as its reader takes, and figures of millions of grants take longer than any request. */
const QUERY_MS_MAX = 6 * 3_600_000;

const PATIENT = { query_timeout: QUERY_MS_MAX };
const patient = <T extends object>(query: T): T => Object.assign(query, PATIENT);

/** The connection must not be used again after a failure: a COPY may still be under way on it. */
export async function runSnapshot<T>(
  client: pg.ClientBase,
  tenantId: number,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // A cursor is read to its end, and in the order in which COPY reads. It holds no locks, and its reader may be slow.
  await client.query({
    text: `SELECT set_config('lapse.tenant_id', $1, true), set_config('cursor_tuple_fraction', '1', true),
      set_config('idle_in_transaction_session_timeout', '300000', true)`,
    values: [String(tenantId)],
  });
  let cursors = 0;
  const result = await work({
    tenant_id: tenantId,
    query: async (text, values = []) => (await client.query(patient({ text, values }))).rows,
    copyCsv: (text) => copy(client, `COPY (${text}) TO STDOUT (FORMAT csv, HEADER)`),
    async *pages(text, size) {
      cursors += 1;
      const cursor = `lapse_page_${cursors}`;
      await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`);
      while (true) {
        const { rows } = await client.query<Cell[]>({
          text: `FETCH ${size} FROM ${cursor}`,
          rowMode: 'array',
          ...PATIENT,
        });
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await client.query(`CLOSE ${cursor}`);
    },
  });
  await client.query('COMMIT');
  return result;
}

function copy(client: pg.ClientBase, text: string): Readable {
  const query: Readable & { callback?: () => void } = client.query(
    patient(copyTo(text, { highWaterMark: COPY_BUFFER_BYTES })),
  );
  // pg's clock for a query is stopped by its callback, which a COPY never calls: it would run for hours after the end.
  query.once('close', () => query.callback?.());
  return query;
}
