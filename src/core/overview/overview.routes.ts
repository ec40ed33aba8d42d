import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { CoreContext } from '../core-context.ts';
import { Overview } from './overview.schema.ts';
import { showOverview } from './show-overview.ts';

const route = routeOf('scores');

export function overviewRoutes(app: TypedApp, { db, policies }: CoreContext): void {
  app.addSchema(Overview);
  app.get(
    '/v1/overview',
    route({
      summary: 'The whole at a glance',
      description:
        'How stale access is now and was on each of the last 90 days, where, what waits for an answer, what was decided and removed, and what the next weeks will bring.',
      response: { 200: Named(Overview) },
    }),
    async (request) => {
      const { tenant_id } = callerOf(request);
      const { policy } = await policies.get(db.tenant(tenant_id));
      return showOverview(db, { tenant_id, policy, now: Date.now() });
    },
  );
}
