import { createHash } from 'node:crypto';
import type { IntegrityCheck } from '../../audit/entry-integrity.ts';
import { loadPolicyBefore } from '../../core/policy/policies.sql.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { loadOrganisation } from '../../core/tenants/organisations.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Snapshot } from '../../platform/database/snapshot.ts';
import { LapseError } from '../../platform/errors.ts';
import type { Completeness, ReportContent, ReportHead, SummaryReport, WriteBytes } from '../content.rules.ts';
import { csvText } from '../csv-text.ts';
import { REPORT_TITLES, type ReportRequest } from '../report.rules.ts';
import { buildSummary } from '../summary/build-summary.ts';
import { SUMMARY_COLUMNS } from '../summary/compliance-rows.rules.ts';
import { auditContent } from './audit-content.ts';
import { checkpointCovering, isLogBehind } from './checkpoint.sql.ts';
import { countSources, csvText as csvQueryText, type ReportQuery, rowsText } from './query.sql.ts';
import { type RowReportRequest, reportQuery } from './rows.sql.ts';

export interface ReportOrder {
  request: ReportRequest;
  tenant_name: string;
  requested_by: string;
}

export interface CsvTarget {
  writeCsv: WriteBytes;
  onRows: (rows: number) => void;
}

/** Entries of the period still wait for their signature; it comes within seconds while a sequencer runs. */
export class LogBehind extends Error {}

const PAGE_ROWS = 1_000;

/**
 * Everything a report says, of one snapshot. The rows are read once as CSV, whatever the format is: its bytes go to
 * `writeCsv`, and its hash is what the completeness block of every format names.
 */
export async function prepareContent(
  snapshot: Snapshot,
  order: ReportOrder,
  integrity: IntegrityCheck | null,
  to: CsvTarget,
): Promise<ReportContent> {
  const { request } = order;
  if (await isLogBehind(snapshot, request.period_end)) throw new LogBehind();
  const head = headOf(order, (await loadOrganisation(snapshot)).name);
  const policy = await loadPolicyBefore(snapshot, request.period_end);
  const audit_checkpoint = await checkpointCovering(snapshot, request.period_end);
  if (request.type === 'compliance_summary') {
    return summaryContent(snapshot, { head, policy, audit_checkpoint }, to);
  }
  if (request.type === 'audit_export') {
    const check = integrity ?? keyNeeded();
    return auditContent(snapshot, { head, request, audit_checkpoint, check }, to);
  }
  const query = reportQuery(snapshot.tenant_id, request as RowReportRequest, policy);
  const { rows, sha256 } = await copyRows(snapshot, query, to);
  return {
    kind: 'rows',
    head,
    columns: query.columns.map(({ sql: _, ...column }) => column),
    pages: () => snapshot.pages(rowsText(query), PAGE_ROWS),
    completeness: {
      sources: await countSources(snapshot, query.sources),
      row_count: rows,
      rows_sha256: sha256,
      audit_checkpoint,
    },
  };
}

function headOf(
  { request, tenant_name, requested_by }: ReportOrder,
  organisation_name: string | null,
): ReportHead {
  const { type, period_start, period_end } = request;
  // In this order, whatever the one was in which they came.
  const { department, platform, classification, campaign_id = null } = request.filters;
  return {
    type,
    title: REPORT_TITLES[type],
    tenant_name,
    organisation_name,
    period_start,
    period_end,
    as_of: period_end,
    requested_by,
    filters: { department, platform, classification, campaign_id },
  };
}

async function copyRows(
  snapshot: Snapshot,
  query: ReportQuery,
  { writeCsv, onRows }: CsvTarget,
): Promise<{ rows: number; sha256: string }> {
  const lines = new CsvLines();
  const hash = createHash('sha256');
  for await (const chunk of snapshot.copyCsv(csvQueryText(query))) {
    const bytes = lines.convert(chunk);
    hash.update(bytes);
    await writeCsv(bytes);
    onRows(lines.rows);
  }
  return { rows: lines.rows, sha256: hash.digest('hex') };
}

/** Entries that nothing was compared with are not written to a file that auditors go by. */
function keyNeeded(): never {
  throw new LapseError(
    'unavailable',
    'Audit entries are reported only compared with the signed log, for which SECRETS_KEY (or keys/secrets.key in the data directory) is needed.',
  );
}

interface SummaryFacts {
  head: ReportHead;
  policy: Policy;
  audit_checkpoint: Completeness['audit_checkpoint'];
}

async function summaryContent(
  snapshot: Querier,
  { head, policy, audit_checkpoint }: SummaryFacts,
  { writeCsv, onRows }: CsvTarget,
): Promise<SummaryReport> {
  const { summary, sources, rows } = await buildSummary(snapshot, head, policy);
  const columns = SUMMARY_COLUMNS;
  const csv = Buffer.from(csvText(columns, rows));
  await writeCsv(csv);
  onRows(rows.length);
  return {
    kind: 'summary',
    head,
    summary,
    columns,
    rows,
    completeness: {
      sources,
      row_count: rows.length,
      rows_sha256: createHash('sha256').update(csv).digest('hex'),
      audit_checkpoint,
    },
  };
}

const QUOTE = 34;
const LF = 10;
const CR = 13;

/** Ends the lines that COPY writes as RFC 4180 has it, and counts them. A line feed within quotes is part of a value. */
export class CsvLines {
  #isQuoted = false;
  #lines = 0;

  /** Without the header. */
  get rows(): number {
    return Math.max(0, this.#lines - 1);
  }

  convert(chunk: Uint8Array): Buffer {
    const out = Buffer.allocUnsafe(chunk.length * 2);
    let isQuoted = this.#isQuoted;
    let length = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LF && !isQuoted) {
        out[length++] = CR;
        this.#lines++;
      }
      out[length++] = byte;
    }
    this.#isQuoted = isQuoted;
    return out.subarray(0, length);
  }
}
