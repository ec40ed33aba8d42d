import { actorOf } from '../../../gateway/actors.ts';
import { actOf, callerOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { CoreContext } from '../../core-context.ts';
import { briefIn } from '../evidence/review-brief.ts';
import { readSeededForm } from '../forms.ts';
import { answerSeeded } from './answer-seeded.ts';
import {
  OpenSeededQuestion,
  SEEDED_ID_EXAMPLE,
  SeededAnswerBody,
  SeededAnswered,
  SeededQuestion,
} from './seeded.schema.ts';
import { findOpenSeeded } from './seeded.sql.ts';

const route = routeOf('reviews');

export function seededRoutes(app: TypedApp, { db, policies }: CoreContext): void {
  for (const schema of [SeededQuestion, OpenSeededQuestion, SeededAnswered]) app.addSchema(schema);

  app.get(
    '/v1/reviews/seeded',
    route({
      summary: 'The seeded question that the caller is asked',
      description:
        'Where the policy has `review.seeded_percent`, so many of a hundred questions that a reviewer answers are from the past, and their answer is known. Such a question is no review: nothing comes of its answer. The next one is chosen when the caller decides a review.',
      response: { 200: Named(OpenSeededQuestion) },
    }),
    async (request) => {
      const caller = callerOf(request);
      const q = db.tenant(caller.tenant_id);
      const { policy } = await policies.get(q);
      if (policy.review.seeded_percent === 0) return { question: null };
      const found = await findOpenSeeded(q, {
        asked_of: await actorOf(q, caller),
        now: isoInstant(Date.now()),
      });
      return { question: found && { ...found, ...briefIn(found.evidence_json, found.decay_score) } };
    },
  );

  app.post(
    '/v1/reviews/seeded/:id/answer',
    route({
      summary: 'Answer a seeded question',
      description:
        'Only by whom it is asked of, and once (409). The answer tells what is known. Neither a review nor any access is changed.',
      params: IdParams('seeded question', SEEDED_ID_EXAMPLE),
      body: SeededAnswerBody,
      response: { 200: Named(SeededAnswered) },
    }),
    (request, reply) => {
      const answer = readSeededForm(request.body);
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: await answerSeeded(tx, { id: request.params.id, ...answer, ...actOf(request) }),
      }));
    },
  );
}
