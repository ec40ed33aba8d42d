import { actOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { CoreContext } from '../../core-context.ts';
import { ReassignBody, Reassigned } from '../review.schema.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { ReassignAllBody, ReassignedAll } from './reassign.schema.ts';
import { reassignAll, reassignReview } from './reassign-reviews.ts';

const route = routeOf('reviews');

export function reassignRoutes(app: TypedApp, { db }: CoreContext): void {
  app.addSchema(Reassigned);
  app.addSchema(ReassignedAll);

  app.post(
    '/v1/reviews/:id/reassign',
    route({
      summary: 'Give an open review to another reviewer',
      params: IdParams('review', REVIEW_ID_EXAMPLE),
      body: ReassignBody,
      response: { 200: Named(Reassigned) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { assigned_to_id: to } = request.body;
        return {
          status: 200,
          body: await reassignReview(tx, { review_id: request.params.id, to, ...actOf(request) }),
        };
      }),
  );

  app.post(
    '/v1/reviews/reassign',
    route({
      summary: 'Share the open reviews of one reviewer among others',
      description:
        'Each goes to whoever of them has the fewest open reviews by then and can be asked about it, those who are away only if nobody else can be; up to 500 in a call; `next` leads on. What waits for its turn is given to a reviewer when it is asked.',
      body: ReassignAllBody,
      response: { 200: Named(ReassignedAll) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { from_id: from, to_ids: to, after = '' } = request.body;
        return { status: 200, body: await reassignAll(tx, { from, to, after, ...actOf(request) }) };
      }),
  );
}
