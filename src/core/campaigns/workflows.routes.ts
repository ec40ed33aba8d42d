import { callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import type { CoreContext } from '../core-context.ts';
import { Workflow } from './workflow.schema.ts';
import { workflowView } from './workflow-view.ts';
import { getWorkflow } from './workflows.sql.ts';

const route = routeOf('reviews');

export function workflowRoutes(app: TypedApp, { db, policies }: CoreContext): void {
  app.addSchema(Workflow);
  app.get(
    '/v1/workflows/:id',
    route({
      summary: 'What has happened to a review, and what will if nobody acts',
      params: IdParams('workflow', '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b'),
      response: { 200: Named(Workflow) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const found = required(await getWorkflow(q, request.params.id), 'workflow');
      return workflowView(found, (await policies.get(q)).policy);
    },
  );
}
