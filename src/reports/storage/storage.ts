import type { WriteBytes } from '../content.rules.ts';

/** Which file: of a report, made by one attempt. */
export interface ReportFile {
  tenant_id: number;
  report_id: string;
  attempt: string;
}

export interface FileWriter {
  /** Throws `Overtaken` when the report is no longer in the hands of this attempt. */
  write: WriteBytes;
  /** Everything is stored when it resolves. */
  close(): Promise<void>;
  /** Nothing more is written once it resolves; what was stored may be left behind. */
  abandon(): Promise<void>;
}

/** Where the bytes of reports live; every gateway and worker can reach it. */
export interface ReportStorage {
  readonly kind: 'database' | 's3';
  open(file: ReportFile): FileWriter;
  /** The bytes from `from` to before `to`, in pieces. Throws when the file is removed meanwhile. */
  read(file: ReportFile, range: { from: number; to: number }): AsyncIterable<Buffer>;
  /** The file of one attempt, or of all. */
  remove(report: Omit<ReportFile, 'attempt'>, attempt: string | 'all'): Promise<void>;
}

/** The report was deleted, or another attempt has begun. */
export class Overtaken extends Error {
  constructor() {
    super('The report is in other hands.');
  }
}
