import type { FastifyReply, FastifyRequest } from 'fastify';
import { isInsider } from '../../gateway/access.ts';
import { actOf, callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { requireUuidKey, runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { required } from '../../platform/errors.ts';
import { previewRemediation } from '../../remediation/guards/preview-remediation.ts';
import { RemediationPreview } from '../../remediation/remediation.schema.ts';
import type { CoreContext } from '../core-context.ts';
import { countComments } from './comments/comments.sql.ts';
import { createReview } from './create-review.ts';
import {
  BulkDecideAnswer,
  BulkDecideBody,
  DecideBody,
  DecisionRecord,
  TutorialDecision,
  TutorialDecisionBody,
} from './decisions/decide.schema.ts';
import { decideReview, decideReviewInBulk } from './decisions/decide-review.ts';
import { decisionsOf } from './decisions/decisions.sql.ts';
import { describeReviews } from './describe-reviews.ts';
import { ReviewEvidence } from './evidence/evidence.schema.ts';
import {
  createdReview,
  decisionRecord,
  readBulkForm,
  readDecideForm,
  readTutorialForm,
  tutorialDecision,
} from './forms.ts';
import { latestQuestion } from './holder/holder.sql.ts';
import { answerReviews } from './list.ts';
import {
  CreatedReview,
  ListedReview,
  NewReviewBody,
  Review,
  ReviewPage,
  ReviewQuery,
} from './review.schema.ts';
import { REVIEW_ID_EXAMPLE } from './review-filters.schema.ts';
import { getReview } from './reviews.sql.ts';

type DescribedReview = Awaited<ReturnType<typeof describeReviews>>[number];

const route = routeOf('reviews');
const params = IdParams('review', REVIEW_ID_EXAMPLE);

/**
 * Evidence is deep and half of it free-form: walking it by its schema took 3 ms a page, this takes half of one. Its type
 * says text, but bytes are taken as well, and need not be measured before they are sent.
 */
const writeJson = (page: unknown): string => Buffer.from(JSON.stringify(page)) as unknown as string;

export function reviewRoutes(app: TypedApp, context: CoreContext): void {
  const { db, cursors, policies } = context;
  for (const schema of [
    ReviewEvidence,
    Review,
    ListedReview,
    CreatedReview,
    DecisionRecord,
    BulkDecideAnswer,
    RemediationPreview,
    TutorialDecision,
  ]) {
    app.addSchema(schema);
  }

  const runOne = (request: FastifyRequest, reply: FastifyReply, work: (tx: Querier) => Promise<object>) =>
    runIdempotently(db, request, reply, async (tx) => ({ status: 200, body: await work(tx) }));

  app.get(
    '/v1/reviews',
    route(
      {
        summary: 'List reviews',
        description:
          'With `fields` the answer has only these, and what they do not need is not looked up: evidence is most of the work.',
        querystring: ReviewQuery,
        response: { 200: ReviewPage },
      },
      {
        serializerCompiler: () => writeJson,
      },
    ),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { policy } = await policies.get(q);
      return answerReviews({ q, cursors, policy, now: Date.now(), caller: callerOf(request) }, request.query);
    },
  );

  app.get(
    '/v1/reviews/:id',
    route({
      summary: 'Get a review with its evidence and decisions',
      params,
      response: { 200: Named(Review) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const found = required(await getReview(q, request.params.id), 'review');
      const { policy } = await policies.get(q);
      const [review] = await describeReviews(q, [found], {
        policy,
        now: Date.now(),
        caller: callerOf(request),
        wanted: null,
      });
      return {
        ...(review as DescribedReview),
        decisions: await decisionsOf(q, [found.id]),
        holder_question: await latestQuestion(q, found.id),
        comments: isInsider(callerOf(request).roles) ? await countComments(q, found.id) : null,
      };
    },
  );

  app.get(
    '/v1/reviews/:id/removal',
    route({
      summary: 'What revoking would do',
      description:
        'The action, its mode and what the guards say, for each grant of the review that is active.',
      params,
      response: { 200: Named(RemediationPreview) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const found = required(await getReview(q, request.params.id), 'review');
      const { policy } = await policies.get(q);
      const previews = await previewRemediation(q, found.access_grant_ids, { policy, now: Date.now() });
      return { review_id: found.id, removals: previews };
    },
  );

  app.post(
    '/v1/reviews',
    route({
      summary: 'Ask for a review of the access of a principal to an asset',
      body: NewReviewBody,
      response: { 201: Named(CreatedReview) },
    }),
    (request, reply) => {
      const { reason = null, notes = null, ...pair } = request.body;
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: createdReview(await createReview(tx, { ...pair, reason, notes, ...actOf(request) })),
      }));
    },
  );

  app.post(
    '/v1/reviews/:id/decide',
    route({
      summary: 'Decide: confirm, revoke or escalate',
      description:
        'The Idempotency-Key is required here, and is a UUID. Of several answers to the same review one wins; the others get 409. Nobody may decide about their own access (403). The answer to a revocation says which guards would refuse the remediation at this moment; the worker asks them again and decides.',
      params,
      body: DecideBody,
      response: { 200: Named(DecisionRecord) },
    }),
    async (request, reply) => {
      requireUuidKey(request);
      const answer = readDecideForm(request.body);
      return runOne(request, reply, async (tx) =>
        decisionRecord(await decideReview(tx, answer, deciding(request)), answer),
      );
    },
  );

  app.post(
    '/v1/reviews/:id/decide/bulk',
    route({
      summary: 'Decide about up to 500 grants of a review',
      params,
      body: BulkDecideBody,
      response: { 200: Named(BulkDecideAnswer) },
    }),
    async (request, reply) => {
      const answers = readBulkForm(request.body.decisions);
      return runOne(request, reply, (tx) => decideReviewInBulk(tx, answers, deciding(request)));
    },
  );

  app.post(
    '/v1/reviews/:id/decision',
    route({
      summary: "Decide, in the tutorial's form",
      params,
      body: TutorialDecisionBody,
      response: { 200: Named(TutorialDecision) },
    }),
    async (request, reply) => {
      const answer = readTutorialForm(request.body);
      return runOne(request, reply, async (tx) =>
        tutorialDecision(await decideReview(tx, answer, deciding(request))),
      );
    },
  );
}

const deciding = (request: FastifyRequest) => ({
  review_id: (request.params as { id: string }).id,
  caller: callerOf(request),
  now: Date.now(),
});
