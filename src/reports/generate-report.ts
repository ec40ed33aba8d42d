import { setTimeout as sleep } from 'node:timers/promises';
import type { IntegrityCheck } from '../audit/entry-integrity.ts';
import type { Database } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { LogBehind, prepareContent, type ReportOrder } from './content/content.ts';
import type { Completeness, WriteBytes, WriteReport } from './content.rules.ts';
import { writePdf } from './documents/write-pdf.ts';
import { writeJson } from './formats/write-json.ts';
import { writeXlsx } from './formats/xlsx/write-xlsx.ts';
import type { ReportFormat } from './report.rules.ts';

/** CSV is what the content is read as. */
const WRITERS: Record<Exclude<ReportFormat, 'csv'>, WriteReport> = {
  json: writeJson,
  xlsx: writeXlsx,
  pdf: writePdf,
};

/** Reading the rows once is this part of the work of a format that reads them again. */
const FIRST_READING = 0.3;
const WAIT_FOR_LOG_MS_MAX = 30_000;
const LOOK_AGAIN_MS = 500;

export interface Generation {
  write: WriteBytes;
  /** From 0 to 1; `rows` of the file. Called often. */
  onProgress: (progress: number, rows: number) => void;
  rows_estimated: number;
  signal: AbortSignal;
  /** Compares audit entries with the signed log; null without the secrets key, and then no report shows any. */
  integrity: IntegrityCheck | null;
}

/**
 * Writes the file of a report. The same order on the same data gives the same bytes, whoever makes it and when. Waits a
 * while for the audit log to be signed as far as the period goes.
 */
export async function generateReport(
  db: Database,
  tenantId: number,
  order: ReportOrder,
  generation: Generation,
): Promise<Completeness> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    try {
      return await generateNow(db, tenantId, order, generation);
    } catch (error) {
      if (!(error instanceof LogBehind)) throw error;
      if (waited >= WAIT_FOR_LOG_MS_MAX) throw notSigned(order.request.period_end);
      await sleep(LOOK_AGAIN_MS, undefined, { signal: generation.signal });
    }
  }
}

function generateNow(
  db: Database,
  tenantId: number,
  order: ReportOrder,
  { write, onProgress, rows_estimated, signal, integrity }: Generation,
): Promise<Completeness> {
  const { format } = order.request;
  const isCsv = format === 'csv';
  return db.snapshot(
    tenantId,
    async (snapshot) => {
      const content = await prepareContent(snapshot, order, integrity, {
        writeCsv: isCsv ? write : async () => {},
        onRows: (rows) => {
          const share = Math.min(0.99, rows / Math.max(1, rows_estimated));
          onProgress(isCsv ? share : share * FIRST_READING, isCsv ? rows : 0);
        },
      });
      const { completeness } = content;
      if (!isCsv) {
        await WRITERS[format](content, write, (rows) => {
          const share = rows / Math.max(1, completeness.row_count);
          onProgress(Math.min(0.99, FIRST_READING + share * (1 - FIRST_READING)), rows);
        });
      }
      return completeness;
    },
    signal,
  );
}

const notSigned = (periodEnd: string): LapseError =>
  new LapseError(
    'unavailable',
    `The audit log is not signed up to ${periodEnd} yet: a running Lapse signs it within seconds.`,
  );
