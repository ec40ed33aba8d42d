import { Type } from 'typebox';
import { actOf } from '../../gateway/authentication.ts';
import { Enum, IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { REPORT_FORMATS } from '../report.rules.ts';
import { Report } from '../report.schema.ts';
import { reportItem } from '../reports.routes.ts';
import { reportCampaign } from './report-campaign.ts';

const route = routeOf('reports');

export function campaignReportRoutes(app: TypedApp, { db }: RouteContext): void {
  app.post(
    '/v1/campaigns/:id/report',
    route({
      summary: 'Ask for the report of the decisions of a campaign',
      description:
        'A report of type review_decisions, of the reviews of this campaign alone. The campaign then names it as report_id. 409 until the campaign is completed.',
      params: IdParams('campaign', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f'),
      body: Type.Object({ format: Enum(REPORT_FORMATS) }, { examples: [{ format: 'pdf' }] }),
      response: { 201: Named(Report) },
    }),
    async (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { format } = request.body;
        const report = await reportCampaign(tx, request.params.id, { format, ...actOf(request) });
        return { status: 201, body: reportItem(report) };
      }),
  );
}
