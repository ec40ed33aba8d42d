import { callerOf } from '../gateway/authentication.ts';
import { Named } from '../gateway/common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import { PipelineState } from './pipeline.schema.ts';
import { showPipeline } from './show-pipeline.ts';

const route = routeOf('operations');

export function pipelineRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(PipelineState);

  app.get(
    '/v1/pipeline',
    route({
      summary: 'How far the work is behind',
      description:
        'What waits in each stage and for how long, how long stages take, and what every connector has brought. The figures of the metrics, for this organisation.',
      response: { 200: Named(PipelineState) },
    }),
    (request) => showPipeline(db, callerOf(request).tenant_id, Date.now()) as never,
  );
}
