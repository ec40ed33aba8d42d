import type { TypedApp } from '../route-context.ts';
import { IdParams } from '../schemas/common.ts';
import { REVIEW_ID_EXAMPLE } from '../schemas/review.ts';

/** Where links in messages lead: to the packets, which need a token. */
export function packetLinkRoutes(app: TypedApp): void {
  const params = IdParams('review', REVIEW_ID_EXAMPLE);
  app.get(
    '/reviews/:id',
    { schema: { hide: true, params } },
    (request, reply) => void reply.redirect(`/v1/reviews/${encodeURIComponent(request.params.id)}`, 302),
  );
  app.get(
    '/reviews',
    { schema: { hide: true } },
    (_request, reply) => void reply.redirect('/v1/reviews', 302),
  );
}
