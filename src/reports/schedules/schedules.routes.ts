import type { FastifyRequest } from 'fastify';
import { actOf, callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { required } from '../../platform/errors.ts';
import type { ReportFilters } from '../report.rules.ts';
import { Report } from '../report.schema.ts';
import { reportItem } from '../reports.routes.ts';
import {
  addReportSchedule,
  changeReportSchedule,
  removeReportSchedule,
  runReportSchedule,
} from './manage-schedule.ts';
import {
  ReportSchedule,
  ReportScheduleBody,
  ReportSchedulePage,
  ReportSchedulePatchBody,
  ReportScheduleQuery,
  ReportScheduleRunBody,
  SCHEDULE_ID_EXAMPLE,
} from './schedule.schema.ts';
import { getSchedule, listSchedules } from './schedules.sql.ts';

const route = routeOf('reports');
const params = IdParams('schedule', SCHEDULE_ID_EXAMPLE);

/** Before the routes of reports: `schedules` is not the id of one. */
export function reportScheduleRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(ReportSchedule);
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);

  app.get(
    '/v1/reports/schedules',
    route({
      summary: 'List report schedules',
      querystring: ReportScheduleQuery,
      response: { 200: ReportSchedulePage },
    }),
    (request) =>
      answerList(request, cursors, 'report schedules', request.query, (_, page) =>
        listSchedules(tenantOf(request), page),
      ),
  );

  app.get(
    '/v1/reports/schedules/:id',
    route({
      summary: 'Get a report schedule',
      params,
      response: { 200: Named(ReportSchedule) },
    }),
    (request) => requireShown(tenantOf(request), request.params.id),
  );

  app.post(
    '/v1/reports/schedules',
    route({
      summary: 'Set up a report schedule',
      description:
        'The report is made whenever it is due. What was missed while Lapse did not run is made up for once.',
      body: ReportScheduleBody,
      response: { 201: Named(ReportSchedule) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { filters, time_zone = 'UTC', recipients = [], enabled = true, ...rest } = request.body;
        const settings = { ...rest, time_zone, recipients, enabled, filters: wholeFilters(filters) };
        const id = await addReportSchedule(tx, settings, actOf(request));
        return { status: 201, body: await requireShown(tx, id) };
      }),
  );

  app.patch(
    '/v1/reports/schedules/:id',
    route({
      summary: 'Change a report schedule',
      description: 'What is left out stays as it is; filters and recipients are replaced as a whole.',
      params,
      body: ReportSchedulePatchBody,
      response: { 200: Named(ReportSchedule) },
    }),
    (request) => {
      const { id } = request.params;
      const { filters, ...rest } = request.body;
      const patch = { ...rest, ...(filters === undefined ? {} : { filters: wholeFilters(filters) }) };
      return db.transaction(callerOf(request).tenant_id, async (tx) => {
        await changeReportSchedule(tx, id, patch, actOf(request));
        return requireShown(tx, id);
      });
    },
  );

  app.delete(
    '/v1/reports/schedules/:id',
    route({
      summary: 'Delete a report schedule',
      description: 'Reports it has asked for stay. Answers with the schedule as it was.',
      params,
      response: { 200: Named(ReportSchedule) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const before = await requireShown(tx, request.params.id);
        await removeReportSchedule(tx, request.params.id, actOf(request));
        return before;
      }),
  );

  app.post(
    '/v1/reports/schedules/:id/run',
    route(
      {
        summary: 'Ask for the report of a schedule now',
        description: 'About the period it would have now. When it is due next stays as it is.',
        params,
        body: ReportScheduleRunBody,
        response: { 201: Named(Report) },
      },
      BODY_IS_OPTIONAL,
    ),
    async (request, reply) => {
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: reportItem(await runReportSchedule(tx, request.params.id, actOf(request))),
      }));
    },
  );
}

function wholeFilters(given: { [Name in keyof ReportFilters]?: string | null } | undefined): ReportFilters {
  const { department = null, platform = null, classification = null } = given ?? {};
  return { department, platform, classification };
}

const requireShown = async (q: Querier, id: string) => required(await getSchedule(q, id), 'report schedule');
