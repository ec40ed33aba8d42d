import { callerOf } from '../../../gateway/authentication.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { CoreContext } from '../../core-context.ts';
import { GroupQuery, ReviewGroup, ReviewGroupPage } from './group.schema.ts';
import { answerGroups } from './list-groups.ts';

const route = routeOf('reviews');

export function reviewGroupRoutes(app: TypedApp, { db, cursors, policies }: CoreContext): void {
  app.addSchema(ReviewGroup);

  app.get(
    '/v1/reviews/groups',
    route({
      summary: 'Open reviews in groups',
      description:
        'Each with what may be decided together, what stands out and why, and how it is distributed. `rule` says what may be decided together.',
      querystring: GroupQuery,
      response: { 200: ReviewGroupPage },
    }),
    async (request) => {
      const caller = callerOf(request);
      const q = db.tenant(caller.tenant_id);
      const { policy } = await policies.get(q);
      return answerGroups({ q, cursors, policy, now: Date.now(), caller }, request.query);
    },
  );
}
