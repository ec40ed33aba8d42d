import { showPipeline } from '../../commands/show-pipeline.ts';
import { callerOf } from '../authentication.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Named } from '../schemas/common.ts';
import { PipelineState } from '../schemas/pipeline.ts';

export function pipelineRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(PipelineState);

  app.get(
    '/v1/pipeline',
    {
      schema: {
        tags: ['operations'],
        summary: 'How far the work is behind',
        description:
          'What waits in each stage and for how long, how long stages take, and what every connector has brought. The figures of the metrics, for this organisation.',
        response: { 200: Named(PipelineState) },
      },
    },
    (request) => showPipeline(db, callerOf(request).tenant_id, Date.now()) as never,
  );
}
