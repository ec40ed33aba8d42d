import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../gateway/authentication.ts';
import type { Database } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import { type ByteRange, namesTag, parseRange } from './byte-range.ts';
import { appendReportEntry } from './content/entries.sql.ts';
import type { ReportStorages } from './report-context.ts';
import { findReportFile, type ReportFileRow } from './reports.sql.ts';
import { REPORT_MEDIA_TYPES, reportFileName } from './request.rules.ts';

interface Means {
  db: Database;
  storages: ReportStorages;
}

/** The file of a completed report: whole, a range of it, or only its headers. Bytes come as the reader takes them. */
export async function sendReport(
  { db, storages }: Means,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  wantedDisposition: 'attachment' | 'inline' = 'attachment',
): Promise<FastifyReply> {
  const { tenant_id, label } = callerOf(request);
  const report = required(await findReportFile(db.tenant(tenant_id), id), 'report');
  const { size_bytes: size, sha256 } = requireFile(report);
  const tag = `"${sha256}"`;
  reply.headers({
    etag: tag,
    'accept-ranges': 'bytes',
    'last-modified': new Date(report.completed_at as string).toUTCString(),
    'cache-control': 'private, no-cache',
  });
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();

  const range = wantedRange(request, tag, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new LapseError('range_not_satisfiable', `The file has ${size} bytes; the range begins after them.`);
  }
  const { from, to } = range ?? { from: 0, to: size };
  // What others have written stands in it: no format that a browser might run is shown on this origin.
  const disposition = report.format === 'pdf' ? wantedDisposition : 'attachment';
  reply.headers({
    'content-type': REPORT_MEDIA_TYPES[report.format],
    'content-disposition': `${disposition}; filename="${reportFileName(report)}"`,
    'content-length': String(to - from),
    ...(range ? { 'content-range': `bytes ${from}-${to - 1}/${size}` } : {}),
  });
  reply.code(range ? 206 : 200);
  if (request.method === 'HEAD') return reply.send();
  const bytes = storages
    .of(report.storage)
    .read({ tenant_id, report_id: id, attempt: report.attempt }, { from, to });
  await db.transaction(tenant_id, (tx) =>
    appendReportEntry(tx, report, {
      event_type: 'report.downloaded',
      description: `The report ${report.type} was downloaded${range ? ' in part' : ''}.`,
      actor: label,
      at: new Date().toISOString(),
      data: { sha256, ...(range ? { from, to } : {}) },
    }),
  );
  return reply.send(Readable.from(bytes, { objectMode: false, highWaterMark: 1 }));
}

function requireFile(report: ReportFileRow): { size_bytes: number; sha256: string } {
  const { status, size_bytes, sha256 } = report;
  if (status === 'completed' && size_bytes !== null && sha256 !== null) return { size_bytes, sha256 };
  throw new LapseError(
    'conflict',
    status === 'failed'
      ? `The report could not be made (${report.error}), so there is no file; ask for it again.`
      : 'The report is still being made; its download_url appears when it is completed.',
  );
}

/** A range of a file that has changed since is not what the reader wants (If-Range). */
function wantedRange(request: FastifyRequest, tag: string, size: number): ByteRange | 'unsatisfiable' | null {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== tag) return null;
  return parseRange(request.headers.range, size);
}
