import { LapseError } from '@lapse/client';
import { type CsvColumn, csvLine } from './csv.ts';

/** A list goes no further, and neither does the file. */
export const EXPORT_MAX = 100_000;
const PAGE_ROWS = 100;

/** Requests of a minute are shared by all people of a tenant: after a start at once, a file takes half of them at most. */
const BURST_PAGES = 20;
const PAGE_MS = 400;
const TRIES = 3;
const AGAIN_MS = 2_000;

interface PageOf<Row> {
  items: Row[];
  next_cursor: string | null;
  total: number;
}

export type LoadRows<Row> = (
  page: { limit: number; cursor?: string },
  signal: AbortSignal,
) => Promise<PageOf<Row>>;

export interface ExportProgress {
  rows: number;
  /** Of how many; null before the first page is there. */
  total: number | null;
  /** Seconds until the next page may be asked for; null: it is being read. */
  waits_seconds: number | null;
}

/** The lines of a list as a file, page by page in its order. Ends with the error of `signal` when that is aborted. */
export async function exportRows<Row>(options: {
  load: LoadRows<Row>;
  columns: readonly CsvColumn<Row>[];
  signal: AbortSignal;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  tell: (progress: ExportProgress) => void;
}): Promise<{ parts: string[]; rows: number; is_cut: boolean }> {
  const { load, columns, signal, sleep, tell } = options;
  const parts = [csvLine(columns.map(([header]) => header))];
  let rows = 0;
  let total: number | null = null;
  let cursor: string | null = null;
  for (let page = 0; ; page += 1) {
    if (page >= BURST_PAGES) await sleep(PAGE_MS, signal);
    const wanted: Parameters<LoadRows<Row>>[0] = { limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
    const answer: PageOf<Row> = await patiently(
      () => load(wanted, signal),
      async (seconds) => {
        tell({ rows, total, waits_seconds: seconds });
        await sleep(seconds * 1_000, signal);
      },
    );
    signal.throwIfAborted();
    parts.push(answer.items.map((row) => csvLine(columns.map(([, value]) => value(row)))).join(''));
    rows += answer.items.length;
    total = Math.max(answer.total, rows);
    cursor = answer.next_cursor;
    tell({ rows, total, waits_seconds: null });
    if (cursor === null) return { parts, rows, is_cut: false };
    if (rows >= EXPORT_MAX) return { parts, rows, is_cut: true };
  }
}

/** Waits as long as the service asks to; what fails otherwise but may pass is tried a few times. */
async function patiently<T>(ask: () => Promise<T>, wait: (seconds: number) => Promise<void>): Promise<T> {
  for (let attempt = 1; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof LapseError)) throw error;
      if (error.status === 429) {
        await wait(error.retry_after ?? 10);
        continue;
      }
      if (![0, 502, 503].includes(error.status) || attempt === TRIES) throw error;
      attempt += 1;
      await wait(AGAIN_MS / 1_000);
    }
  }
}
