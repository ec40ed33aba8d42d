import type { Database } from '../store/database.ts';
import type { ReportStorage } from './storage.ts';

/** Where bytes are written now, and where those of any report are. */
export interface ReportStorages {
  writing: ReportStorage;
  /** Throws `unavailable` when its settings are gone. */
  of(kind: ReportStorage['kind']): ReportStorage;
}

export interface ReportContext {
  db: Database;
  storages: ReportStorages;
  now: () => number;
  newId: () => string;
  onError: (error: Error, tenantId: number) => void;
}
