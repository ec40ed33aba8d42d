import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { readPeriod } from './read-period.ts';
import { Regret, RegretQuery, RegrettedItem, RegrettedPage, RegrettedQuery } from './regret.schema.ts';
import { listRegretted } from './regret-figures.sql.ts';
import { answerShares } from './reviewer-answers.rules.ts';
import { ReviewerAnswers, ReviewerAnswersQuery } from './reviewer-answers.schema.ts';
import { loadReviewerAnswers } from './reviewer-answers.sql.ts';
import { rightShare } from './seeded-answers.rules.ts';
import { loadSeededAnswers } from './seeded-answers.sql.ts';
import { showRegret } from './show-regret.ts';

const route = routeOf('reviews');

export function outcomeRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Regret);
  app.addSchema(RegrettedItem);
  app.addSchema(ReviewerAnswers);

  app.get(
    '/v1/outcomes/regret',
    route({
      summary: 'How much of what was revoked was missed',
      description:
        'Of the grants that were revoked in a period: how many were called off, put back, granted again or used within 60 days, in all and by reviewer, platform, recommendation and what decided. Rehearsed, blocked and simulated remediations count like others: what counts is what was decided.',
      querystring: RegretQuery,
      response: { 200: Named(Regret) },
    }),
    (request) => {
      const { tenant_id } = callerOf(request);
      const now = Date.now();
      return showRegret(db, { tenant_id, period: readPeriod(request.query, now), now });
    },
  );

  app.get(
    '/v1/outcomes/regretted',
    route({
      summary: 'What was revoked and missed',
      description: 'Those that `GET /v1/outcomes/regret` counts as regretted, and what showed it first.',
      querystring: RegrettedQuery,
      response: { 200: RegrettedPage },
    }),
    async (request) => {
      const { tenant_id } = callerOf(request);
      const now = Date.now();
      const period = readPeriod(request.query, now);
      let is_complete = true;
      const list = await answerList(request, cursors, 'regretted', request.query, async (query, page) => {
        const { from: _, to: __, ...filters } = query;
        const found = await db.transaction(tenant_id, (tx) =>
          listRegretted(tx, { filters, period, now }, page),
        );
        is_complete = found.is_complete;
        return found;
      });
      return { ...list, ...period, is_complete };
    },
  );

  app.get(
    '/v1/outcomes/reviewers',
    route({
      summary: 'How reviewers decided',
      description:
        'What was recorded of those who made at least 50 decisions in a period: how many they confirmed, how many they made within 2 seconds of the one before in rows of at least ten, and what came of what they confirmed; and how they answered seeded questions. It says what happened, not why.',
      querystring: ReviewerAnswersQuery,
      response: { 200: Named(ReviewerAnswers) },
    }),
    async (request) => {
      const { tenant_id } = callerOf(request);
      const now = Date.now();
      const period = readPeriod(request.query, now);
      const { items, ...rest } = await db.transaction(tenant_id, (tx) =>
        loadReviewerAnswers(tx, period, now),
      );
      const seeded = await loadSeededAnswers(db.tenant(tenant_id), period);
      return {
        ...period,
        ...rest,
        items: items.map((item) => ({ ...item, ...answerShares(item) })),
        seeded_questions: seeded.map((each) => ({ ...each, right_share: rightShare(each) })),
      };
    },
  );
}
