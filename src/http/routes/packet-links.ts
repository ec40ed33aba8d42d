import { Type } from 'typebox';
import type { TypedApp } from '../route-context.ts';
import { IdParams } from '../schemas/common.ts';
import { REVIEW_ID_EXAMPLE } from '../schemas/review.ts';

const tags = ['reviews'];
const response = { 302: Type.Null({ description: 'To the packets.' }) };

/** Where links in messages lead. */
export function packetLinkRoutes(app: TypedApp): void {
  app.get(
    '/reviews/:id',
    {
      schema: {
        tags,
        summary: 'Where messages link to',
        description: 'Leads to the packet.',
        params: IdParams('review', REVIEW_ID_EXAMPLE),
        response,
      },
    },
    (request, reply) => void reply.redirect(`/v1/reviews/${encodeURIComponent(request.params.id)}`, 302),
  );

  app.get(
    '/reviews',
    { schema: { tags, summary: 'Where messages link to', description: 'Leads to all packets.', response } },
    (_request, reply) => void reply.redirect('/v1/reviews', 302),
  );
}
