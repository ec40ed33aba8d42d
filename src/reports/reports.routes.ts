import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { bodyInstant } from '../core/reviews/forms.ts';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { IdParams, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { refuse } from '../gateway/lists/instants.ts';
import { answerList } from '../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import { type Fault, required } from '../platform/errors.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import { REPORT_DOCUMENTS } from './document.schema.ts';
import { sendReport } from './download.ts';
import { FILTER_NAMES, type ReportRequest } from './report.rules.ts';
import {
  DownloadQuery,
  downloadResponses,
  REPORT_ID_EXAMPLE,
  Report,
  ReportBody,
  ReportPage,
  ReportQuery,
} from './report.schema.ts';
import type { ReportStorages } from './report-context.ts';
import { getReport, listReports, type ReportRow } from './reports.sql.ts';
import { deleteReport, requestReport } from './request-report.ts';

const route = routeOf('reports');
const params = IdParams('report', REPORT_ID_EXAMPLE);

export function reportRoutes(app: TypedApp, context: RouteContext & { storages: ReportStorages }): void {
  const { db, cursors } = context;
  for (const schema of [Report, ...REPORT_DOCUMENTS]) app.addSchema(schema);
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);

  app.get(
    '/v1/reports',
    route({
      summary: 'List reports',
      querystring: ReportQuery,
      response: { 200: ReportPage },
    }),
    async (request) => {
      const page = await answerList(request, cursors, 'reports', request.query, (filters, wanted) =>
        listReports(tenantOf(request), filters, wanted),
      );
      return { ...page, items: page.items.map(reportItem) };
    },
  );

  app.post(
    '/v1/reports',
    route({
      summary: 'Ask for a report',
      description:
        'A worker makes it; GET tells how far it is. The same request on the same data gives the same content.',
      body: ReportBody,
      response: { 201: Named(Report) },
    }),
    async (request, reply) => {
      const wish = readRequest(request.body);
      return runIdempotently(db, request, reply, async (tx) => {
        const report = await requestReport(tx, { request: wish, ...actOf(request) });
        return { status: 201, body: reportItem(report) };
      });
    },
  );

  app.get(
    '/v1/reports/:id',
    route({
      summary: 'How far a report is',
      params,
      response: { 200: Named(Report) },
    }),
    async (request) => {
      const report = required(await getReport(tenantOf(request), request.params.id), 'report');
      return reportItem(report);
    },
  );

  app.delete(
    '/v1/reports/:id',
    route({
      summary: 'Delete a report',
      description:
        'Also while it is being made, which stops then. Answers with the report as it was; its file is gone.',
      params,
      response: { 200: Named(Report) },
    }),
    async (request) => {
      const { tenant_id } = callerOf(request);
      const order = { id: request.params.id, ...actOf(request) };
      const deleted = await db.transaction(tenant_id, (tx) => deleteReport(tx, order));
      return reportItem(deleted);
    },
  );

  app.get(
    '/v1/reports/:id/download',
    route(
      {
        summary: 'Download a report',
        description:
          'The file, with its length, a strong ETag (its SHA-256) and ranges. 409 until the report is completed.',
        params,
        querystring: DownloadQuery,
        response: downloadResponses,
      },
      { exposeHeadRoute: false, config: { places: 'long' } },
    ),
    (request, reply) =>
      sendReport(context, request, reply, request.params.id, request.query.disposition) as never,
  );
  app.head(
    '/v1/reports/:id/download',
    { schema: { hide: true, params, querystring: DownloadQuery } },
    (request, reply) => sendReport(context, request, reply, request.params.id, request.query.disposition),
  );
}

function readRequest(body: Static<typeof ReportBody>): ReportRequest {
  const faults: Fault[] = [];
  const start = bodyInstant('period_start', body.period_start, faults);
  const end = bodyInstant('period_end', body.period_end, faults);
  const filters = { department: null, platform: null, classification: null, campaign_id: null } as Required<
    ReportRequest['filters']
  >;
  for (const name of [...FILTER_NAMES, 'campaign_id'] as const) {
    const [beside, under] = [body[name], body.filters?.[name]];
    if (beside !== undefined && under !== undefined && beside !== under) {
      faults.push({ loc: ['body', name], msg: `says another than filters.${name}`, type: 'not_together' });
    }
    filters[name] = under ?? beside ?? null;
  }
  refuse(faults);
  const { type, format } = body;
  return { type, format, period_start: isoInstant(start), period_end: isoInstant(end), filters };
}

/** What does not apply to its state is left out, as the contract has it. */
export function reportItem(report: ReportRow) {
  const { status, error, rows_written, estimated_completion, expires_at, ...row } = report;
  const { completed_at, size_bytes, sha256, row_count, rows_sha256, ...about } = row;
  return {
    ...about,
    filters: { campaign_id: null, ...about.filters },
    status,
    rows: rows_written,
    ...(status === 'generating' && estimated_completion ? { estimated_completion } : {}),
    ...(status === 'completed'
      ? {
          completed_at: completed_at as string,
          download_url: `/v1/reports/${report.id}/download`,
          size_bytes: size_bytes as number,
          sha256: sha256 as string,
          row_count: row_count as number,
          rows_sha256: rows_sha256 as string,
        }
      : {}),
    ...(expires_at ? { expires_at } : {}),
    ...(error ? { error } : {}),
  };
}
