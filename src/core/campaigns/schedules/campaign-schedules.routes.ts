import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { actOf, callerOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../../gateway/lists/list.ts';
import {
  BODY_IS_OPTIONAL,
  type RouteContext,
  routeOf,
  type TypedApp,
} from '../../../gateway/route-context.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { required } from '../../../platform/errors.ts';
import type { CampaignFilter } from '../campaign.rules.ts';
import { Campaign } from '../campaign.schema.ts';
import { withProgress } from '../campaign-view.ts';
import type { CampaignScheduleSettings } from './campaign-schedule.rules.ts';
import {
  CampaignSchedule,
  CampaignScheduleBody,
  CampaignSchedulePage,
  CampaignSchedulePatchBody,
  CampaignScheduleQuery,
  CampaignScheduleRunBody,
  SCHEDULE_ID_EXAMPLE,
} from './campaign-schedule.schema.ts';
import { getCampaignSchedule, listCampaignSchedules } from './campaign-schedules.sql.ts';
import {
  addCampaignSchedule,
  changeCampaignSchedule,
  removeCampaignSchedule,
} from './manage-campaign-schedule.ts';
import { runCampaignSchedule } from './run-campaign-schedules.ts';

const route = routeOf('reviews');
const params = IdParams('schedule', SCHEDULE_ID_EXAMPLE);

/** Before the routes of campaigns: `schedules` is not the id of one. */
export function campaignScheduleRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(CampaignSchedule);
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);

  app.get(
    '/v1/campaigns/schedules',
    route({
      summary: 'List campaign schedules',
      querystring: CampaignScheduleQuery,
      response: { 200: CampaignSchedulePage },
    }),
    (request) =>
      answerList(request, cursors, 'campaign schedules', request.query, (_, page) =>
        listCampaignSchedules(tenantOf(request), page),
      ),
  );

  app.get(
    '/v1/campaigns/schedules/:id',
    route({
      summary: 'Get a campaign schedule',
      params,
      response: { 200: Named(CampaignSchedule) },
    }),
    (request) => requireShown(tenantOf(request), request.params.id),
  );

  app.post(
    '/v1/campaigns/schedules',
    route({
      summary: 'Set up a campaign schedule',
      description:
        'A campaign is begun whenever it is due, also while the one before is open. What was missed while Lapse did not run is made up for once.',
      body: CampaignScheduleBody,
      response: { 201: Named(CampaignSchedule) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const id = await addCampaignSchedule(tx, wholeSettings(request.body), actOf(request));
        return { status: 201, body: await requireShown(tx, id) };
      }),
  );

  app.patch(
    '/v1/campaigns/schedules/:id',
    route({
      summary: 'Change a campaign schedule',
      description:
        'What is left out stays as it is; the filter and the reviewers are replaced as a whole. Campaigns it has begun stay as they are.',
      params,
      body: CampaignSchedulePatchBody,
      response: { 200: Named(CampaignSchedule) },
    }),
    (request) => {
      const { id } = request.params;
      const { filter, ...rest } = request.body;
      const patch = { ...rest, ...(filter === undefined ? {} : { filter: filter as CampaignFilter }) };
      return db.transaction(callerOf(request).tenant_id, async (tx) => {
        await changeCampaignSchedule(tx, id, patch, actOf(request));
        return requireShown(tx, id);
      });
    },
  );

  app.delete(
    '/v1/campaigns/schedules/:id',
    route({
      summary: 'Delete a campaign schedule',
      description: 'Campaigns it has begun stay and go on. Answers with the schedule as it was.',
      params,
      response: { 200: Named(CampaignSchedule) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const before = await requireShown(tx, request.params.id);
        await removeCampaignSchedule(tx, request.params.id, actOf(request));
        return before;
      }),
  );

  app.post(
    '/v1/campaigns/schedules/:id/run',
    route(
      {
        summary: 'Begin a campaign of a schedule now',
        description: 'Also where it is not enabled. When it is due next stays as it is.',
        params,
        body: CampaignScheduleRunBody,
        response: { 201: Named(Campaign) },
      },
      BODY_IS_OPTIONAL,
    ),
    async (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const campaign = await runCampaignSchedule(tx, request.params.id, actOf(request));
        return { status: 201, body: (await withProgress(tx, [campaign]))[0] };
      }),
  );
}

function wholeSettings(body: Static<typeof CampaignScheduleBody>): CampaignScheduleSettings {
  const { name, cron, filter, time_zone = 'UTC', enabled = true } = body;
  const { description = null, reviewer_ids = null, due_days = null, report = null } = body;
  return {
    name,
    description,
    cron,
    time_zone,
    filter: (filter ?? {}) as CampaignFilter,
    reviewer_ids,
    due_days,
    report,
    enabled,
  };
}

const requireShown = async (q: Querier, id: string) =>
  required(await getCampaignSchedule(q, id), 'campaign schedule');
