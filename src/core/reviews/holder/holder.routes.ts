import { callerOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { BODY_IS_OPTIONAL, routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { CoreContext } from '../../core-context.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { askHolder } from './ask-holder.ts';
import { AskHolderBody, HolderQuestion } from './holder.schema.ts';

const route = routeOf('reviews');

export function holderRoutes(app: TypedApp, { db }: CoreContext): void {
  app.addSchema(HolderQuestion);
  app.post(
    '/v1/reviews/:id/ask-holder',
    route(
      {
        summary: 'Ask the person who holds the access whether it is still needed',
        description:
          'By mail, with a link to a page on which they keep it, with a reason, or give it up; and where an app of Slack is set up, by a direct message with buttons. One answer counts. For whoever may decide the review, and admins. 409 while an earlier question waits for its answer; 400 if the holder is no enabled person with an e-mail address, or if no channel carries it.',
        params: IdParams('review', REVIEW_ID_EXAMPLE),
        body: AskHolderBody,
        response: { 201: Named(HolderQuestion) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: await askHolder(tx, {
          review_id: request.params.id,
          caller: callerOf(request),
          now: Date.now(),
        }),
      })),
  );
}
