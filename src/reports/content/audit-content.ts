import { createHash } from 'node:crypto';
import type { Integrity, IntegrityCheck } from '../../audit/entry-integrity.ts';
import type { Snapshot } from '../../platform/database/snapshot.ts';
import type { Cell, Completeness, ReportHead, RowReport } from '../content.rules.ts';
import { csvHeader, csvLines } from '../csv-text.ts';
import type { ReportRequest } from '../report.rules.ts';
import {
  AUDIT_EXPORT_COLUMNS,
  auditExport,
  type ExportedEntry,
  exportedEntry,
  loadLogRange,
} from './audit-export.sql.ts';
import type { CsvTarget } from './content.ts';
import { countSources } from './query.sql.ts';

export interface AuditFacts {
  head: ReportHead;
  request: ReportRequest;
  audit_checkpoint: Completeness['audit_checkpoint'];
  check: IntegrityCheck;
}

/** In the order of the log these lie under four or five rows of hashes, which are read together. */
const PAGE_ENTRIES = 1_000;
const INTEGRITY_AT = AUDIT_EXPORT_COLUMNS.findIndex(({ key }) => key === 'integrity');

/** What a row says; `missing`: the log has a place there, and no entry. */
type RowIntegrity = keyof NonNullable<Completeness['integrity']>;

/**
 * Audit entries, each compared with the signed log as it is read, whatever the format is. One that is altered is shown also when
 * by what it says now it is not of the period, or does not match a filter; so is every gap.
 */
export async function auditContent(
  snapshot: Snapshot,
  { head, request, audit_checkpoint, check }: AuditFacts,
  { writeCsv, onRows }: CsvTarget,
): Promise<RowReport> {
  const columns = AUDIT_EXPORT_COLUMNS;
  const range = await loadLogRange(snapshot, request);
  const { texts, sources } = auditExport(snapshot.tenant_id, request, range);
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (const text of texts) {
      for await (const rows of snapshot.pages(text, PAGE_ENTRIES)) {
        const shown = await compared(rows.map(exportedEntry));
        if (shown.length > 0) yield shown.map((cells) => columns.map(({ key }) => cells[key] ?? null));
      }
    }
  }
  async function compared(read: readonly (ExportedEntry | number)[]): Promise<Record<string, Cell>[]> {
    const entries = read.filter((entry) => typeof entry !== 'number');
    const integrities = await check.of(snapshot, entries);
    let at = 0;
    return read.flatMap<Record<string, Cell>>((entry) => {
      if (typeof entry === 'number') return [{ position: entry, integrity: 'missing' }];
      const integrity = integrities[at++] as Integrity;
      return entry.is_wanted || integrity === 'altered' ? [{ ...entry.cells, integrity }] : [];
    });
  }

  const hash = createHash('sha256');
  const integrity = { verified: 0, pending: 0, altered: 0, missing: 0 };
  let row_count = 0;
  const put = async (csv: string): Promise<void> => {
    const bytes = Buffer.from(csv);
    hash.update(bytes);
    await writeCsv(bytes);
    onRows(row_count);
  };
  await put(csvHeader(columns));
  for await (const page of pages()) {
    for (const row of page) integrity[row[INTEGRITY_AT] as RowIntegrity] += 1;
    row_count += page.length;
    await put(csvLines(columns, page));
  }
  return {
    kind: 'rows',
    head,
    columns,
    pages,
    completeness: {
      sources: await countSources(snapshot, sources),
      row_count,
      rows_sha256: hash.digest('hex'),
      audit_checkpoint,
      integrity,
    },
  };
}
