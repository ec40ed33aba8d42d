import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../gateway/authentication.ts';
import { Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { queryInstant, refuse } from '../../../gateway/lists/instants.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { Fault } from '../../../platform/errors.ts';
import type { CoreContext } from '../../core-context.ts';
import { BulkJob, ScoreRefreshBody } from '../../jobs/job.schema.ts';
import { refreshScores } from '../../jobs/jobs.sql.ts';
import { PrincipalIdParams, ScoreAtQuery, ScoreItem, ScoreListQuery, ScorePage } from './score.schema.ts';
import { PrincipalScore } from './score-detail.schema.ts';
import { describeScore } from './score-detail.ts';
import { ScoreHistoryItem, ScoreHistoryPage, ScoreHistoryQuery } from './score-history.schema.ts';
import { listScoreHistory } from './score-history.ts';
import { listScores } from './score-list.ts';
import { SparklineQuery, Sparklines } from './sparkline.schema.ts';
import { listSparklines } from './sparklines.ts';

const route = routeOf('scores');

export function scoreRoutes(app: TypedApp, context: CoreContext): void {
  const { db, cursors, policies, likelihoods } = context;
  const present = async (request: FastifyRequest) => {
    const q = db.tenant(callerOf(request).tenant_id);
    const { policy } = await policies.get(q);
    return { q, policy, now: Date.now() };
  };
  app.addSchema(ScoreItem);
  app.addSchema(ScoreHistoryItem);
  app.addSchema(PrincipalScore);
  app.addSchema(BulkJob);

  app.get(
    '/v1/scores',
    route({
      summary: 'List scores, per principal and asset or per principal',
      description:
        'Pair items when `principal_id`, `asset_id`, `min_score`, `order`, `offset` or `sort=score` is given; principal items with `below`, `sort=score_asc` or `sort=score_desc`; `form` says it outright. A pair item stands for one grant: a pair with two grants is two items, each with its `grant_id`. The pages of a cursor all hold for the instant of the first.',
      querystring: ScoreListQuery,
      response: { 200: ScorePage },
    }),
    (request) =>
      listScores(context, { q: db.tenant(callerOf(request).tenant_id), now: Date.now() }, request.query),
  );

  app.get(
    '/v1/scores/history',
    route({
      summary: 'How scores changed, and why',
      querystring: ScoreHistoryQuery,
      response: { 200: ScoreHistoryPage },
    }),
    async (request) => listScoreHistory({ cursors, ...(await present(request)) }, request.query),
  );

  app.get(
    '/v1/scores/sparklines',
    route({
      summary: 'The last 90 days of up to 100 grants or principals, small enough for a list',
      querystring: SparklineQuery,
      response: { 200: Sparklines },
    }),
    async (request) => listSparklines(await present(request), request.query),
  );

  app.get(
    '/v1/scores/:principal_id',
    route({
      summary: "A principal's score, its factors, and why each of its grants lapses when it does",
      params: PrincipalIdParams,
      querystring: ScoreAtQuery,
      response: { 200: Named(PrincipalScore) },
    }),
    async (request) => {
      const faults: Fault[] = [];
      const { as_of } = request.query;
      const at = as_of === undefined ? null : queryInstant('as_of', as_of, faults);
      refuse(faults);
      const { q, policy, now } = await present(request);
      const view = { as_of: at ?? now, policy, likelihoods: await likelihoods.get(q) };
      return describeScore(q, request.params.principal_id, view);
    },
  );

  app.post(
    '/v1/scores/bulk',
    route({
      summary: 'Have the scores of up to 500 principals recomputed',
      body: ScoreRefreshBody,
      response: { 201: Named(BulkJob) },
    }),
    async (request, reply) => {
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        // It was accepted, even where nothing was left to wait for.
        body: { ...(await refreshScores(tx, request.body.principal_ids)), status: 'accepted' },
      }));
    },
  );
}
