import type { Cell } from '../platform/database/snapshot.ts';
import type { ReportFilters, ReportType } from './report.rules.ts';
import type { ComplianceSummary } from './summary/compliance-summary.rules.ts';

/** What a report says about itself, on its cover or in its first lines. */
export interface ReportHead {
  type: ReportType;
  title: string;
  /** What the tenant is called at its identity provider. */
  tenant_name: string;
  /** What the organisation calls itself; null: nobody has named it. */
  organisation_name: string | null;
  period_start: string;
  period_end: string;
  /** The instant that scores and states are given for: the end of the period. */
  as_of: string;
  requested_by: string;
  filters: ReportFilters;
}

/** Whose report it is, as people say it. */
export const organisationOf = ({ organisation_name, tenant_name }: ReportHead): string =>
  organisation_name ?? tenant_name;

export type { Cell };

/** How a value is shown and typed: an instant is an ISO 8601 string, the others are what they are in JSON. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'instant' | 'boolean';

export interface Column {
  key: string;
  label: string;
  kind: ColumnKind;
  /** Its share of a page's width, against the others of the table. */
  width: number;
  /** Left out of documents, where a row stands on one line; every other format has it. */
  not_in_documents?: true;
}

/** What lets an auditor tell whether rows are missing or were altered. */
export interface Completeness {
  /** Where the content came from, and how many rows of each were read. */
  sources: { name: string; rows: number }[];
  row_count: number;
  /** Of the same report as CSV, byte for byte, whatever the format is: `sha256sum report.csv` gives it. */
  rows_sha256: string;
  /** The earliest signed checkpoint of the audit log that covers the period; null while nothing was ever logged. */
  audit_checkpoint: { origin: string; tree_size: number; root_hash: string; signed_at: string } | null;
  /** Of a report that shows audit entries: how many are what was signed, and how many are gone. */
  integrity?: { verified: number; pending: number; altered: number; missing: number };
}

interface AnyReport {
  head: ReportHead;
  completeness: Completeness;
}

/** Rows come page by page, so that a million of them need no more memory than a thousand. */
export interface RowReport extends AnyReport {
  kind: 'rows';
  columns: readonly Column[];
  pages: () => AsyncIterable<readonly (readonly Cell[])[]>;
}

export interface SummaryReport extends AnyReport {
  kind: 'summary';
  summary: ComplianceSummary;
  /** The summary's figures as rows, for formats that carry rows. */
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

export type ReportContent = RowReport | SummaryReport;

/** Takes the next bytes of the file; awaited, so that a slow store slows the writer down. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** One per format. `onRows` is told how many rows have been written so far. */
export type WriteReport = (
  content: ReportContent,
  write: WriteBytes,
  onRows: (rows: number) => void,
) => Promise<void>;
