import { showOverview } from '../../commands/show-overview.ts';
import { callerOf } from '../authentication.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Named } from '../schemas/common.ts';
import { Overview } from '../schemas/overview.ts';

export function overviewRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(Overview);
  app.get(
    '/v1/overview',
    {
      schema: {
        tags: ['scores'],
        summary: 'The whole at a glance',
        description:
          'How stale access is now and was on each of the last 90 days, where, what waits for an answer, what was decided and removed, and what the next weeks will bring.',
        response: { 200: Named(Overview) },
      },
    },
    (request) => showOverview(db, callerOf(request).tenant_id, Date.now()),
  );
}
