import { actOf, callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { type Fault, required } from '../../platform/errors.ts';
import { bodyInstant } from '../reviews/forms.ts';
import type { CampaignFilter } from './campaign.rules.ts';
import { Campaign, CampaignBody, CampaignPage, CampaignQuery } from './campaign.schema.ts';
import { withProgress } from './campaign-view.ts';
import { getCampaign, listCampaigns } from './campaigns.sql.ts';
import { createCampaign } from './create-campaign.ts';

const route = routeOf('reviews');

export function campaignRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Campaign);

  app.get(
    '/v1/campaigns',
    route({
      summary: 'List campaigns with their progress',
      querystring: CampaignQuery,
      response: { 200: CampaignPage },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const page = await answerList(request, cursors, 'campaigns', request.query, (filters, wanted) =>
        listCampaigns(q, filters, wanted),
      );
      return { ...page, items: await withProgress(q, page.items) };
    },
  );

  app.get(
    '/v1/campaigns/:id',
    route({
      summary: 'How far a campaign is',
      params: IdParams('campaign', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f'),
      response: { 200: Named(Campaign) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const found = required(await getCampaign(q, request.params.id), 'campaign');
      return (await withProgress(q, [found]))[0];
    },
  );

  app.post(
    '/v1/campaigns',
    route({
      summary: 'Have every matching grant reviewed',
      description:
        'Reviews are made in batches behind it; the answer to GET tells how far that is. A pair that has an open review gets no second one: it joins the campaign.',
      body: CampaignBody,
      response: { 201: Named(Campaign) },
    }),
    async (request, reply) => {
      const { name, description, filter, due_at, reviewer_ids } = request.body;
      const faults: Fault[] = [];
      if (due_at !== undefined) bodyInstant('due_at', due_at, faults);
      refuse(faults);
      return runIdempotently(db, request, reply, async (tx) => {
        const campaign = await createCampaign(tx, {
          name,
          description: description ?? null,
          filter: (filter ?? {}) as CampaignFilter,
          reviewer_ids: reviewer_ids ?? null,
          due_at: due_at ?? null,
          ...actOf(request),
        });
        return { status: 201, body: (await withProgress(tx, [campaign]))[0] };
      });
    },
  );
}
