import type { IntegrityCheck } from '../audit/entry-integrity.ts';
import type { Database } from '../platform/database/database.ts';
import type { ReportStorage } from './storage/storage.ts';

/** Where bytes are written now, and where those of any report are. */
export interface ReportStorages {
  writing: ReportStorage;
  /** Throws `unavailable` when its settings are gone. */
  of(kind: ReportStorage['kind']): ReportStorage;
}

export interface ReportContext {
  db: Database;
  storages: ReportStorages;
  /** Compares the audit entries of reports with the signed log. */
  integrity: IntegrityCheck;
  now: () => number;
  onError: (error: Error, tenantId: number) => void;
}
