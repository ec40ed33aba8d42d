import { actOf, callerOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../../gateway/lists/list.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import { required } from '../../../platform/errors.ts';
import type { CoreContext } from '../../core-context.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { getReview } from '../reviews.sql.ts';
import { addComment } from './add-comment.ts';
import { ReviewComment, ReviewCommentBody, ReviewCommentPage, ReviewCommentQuery } from './comment.schema.ts';
import { listComments } from './comments.sql.ts';

const route = routeOf('reviews');
const params = IdParams('review', REVIEW_ID_EXAMPLE);

export function commentRoutes(app: TypedApp, { db, cursors }: CoreContext): void {
  app.addSchema(ReviewComment);

  app.get(
    '/v1/reviews/:id/comments',
    route({
      summary: 'List the comments on a review',
      params,
      querystring: ReviewCommentQuery,
      response: { 200: ReviewCommentPage },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { id } = required(await getReview(q, request.params.id), 'review');
      return answerList(request, cursors, `comments of ${id}`, request.query, (_, page) =>
        listComments(q, id, page),
      );
    },
  );

  app.post(
    '/v1/reviews/:id/comments',
    route({
      summary: 'Comment on a review',
      description:
        'Whoever is mentioned is told through the notification channels. A comment is neither changed nor deleted; 409 when the review has 500 of them.',
      params,
      body: ReviewCommentBody,
      response: { 201: Named(ReviewComment) },
    }),
    (request, reply) => {
      const { text, mentions = [] } = request.body;
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: await addComment(tx, { review_id: request.params.id, text, mentions, ...actOf(request) }),
      }));
    },
  );
}
