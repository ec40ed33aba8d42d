import { callerOf } from '../../../gateway/authentication.ts';
import { requireOneStart } from '../../../gateway/lists/list.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { CoreContext } from '../../core-context.ts';
import { turnOf, weekStart } from './budget.rules.ts';
import {
  WaitingPage,
  WaitingQuery,
  WaitingQuestion,
  Workload,
  WorkloadPage,
  WorkloadQuery,
} from './budget.schema.ts';
import { listWaiting, listWorkload, type WaitingPosition, type WorkloadPosition } from './lists.sql.ts';

const route = routeOf('reviews');

export function budgetRoutes(app: TypedApp, { db, cursors, policies }: CoreContext): void {
  app.addSchema(WaitingQuestion);
  app.addSchema(Workload);

  app.get(
    '/v1/reviews/waiting',
    route({
      summary: 'Questions that wait for their turn',
      description:
        'What has gone stale is asked about at a pace that people can answer: `review.weekly_budget` of the policy questions for each reviewer a week, the heaviest first. What weighs 80 or more, and what is about a disabled account, does not wait. A deadline begins when the question is asked.',
      querystring: WaitingQuery,
      response: { 200: WaitingPage },
    }),
    async (request) => {
      requireOneStart(request.query);
      const { limit, cursor, offset = 0, ...filters } = request.query;
      const q = db.tenant(callerOf(request).tenant_id);
      const now = Date.now();
      const { weekly_budget } = (await policies.get(q)).policy.review;
      const scope = { tenant_id: q.tenant_id, list: 'waiting reviews', filters };
      const after = cursor === undefined ? null : cursors.decode<WaitingPosition>(scope, cursor);
      const line = { limit, offset, after, budget: weekly_budget, since: weekStart(now) };
      const page = await listWaiting(q, filters, line);
      const last = page.items.at(-1);
      return {
        items: page.items.map(({ place, asked, ...row }) => ({
          ...row,
          asked_at: instantOf(turnOf(place, { budget: weekly_budget, asked }, now)),
        })),
        next_cursor:
          page.has_more && last ? cursors.encode(scope, { priority: last.priority, id: last.id }) : null,
        total: page.total,
        limit,
        offset,
        weekly_budget,
      };
    },
  );

  app.get(
    '/v1/reviews/workload',
    route({
      summary: 'How much each reviewer has to answer',
      description: 'What is open, what waits, and when the last of it will have been asked.',
      querystring: WorkloadQuery,
      response: { 200: WorkloadPage },
    }),
    async (request) => {
      requireOneStart(request.query);
      const { limit, cursor, offset = 0 } = request.query;
      const q = db.tenant(callerOf(request).tenant_id);
      const now = Date.now();
      const { weekly_budget } = (await policies.get(q)).policy.review;
      const scope = { tenant_id: q.tenant_id, list: 'workload', filters: {} };
      const after = cursor === undefined ? null : cursors.decode<WorkloadPosition>(scope, cursor);
      const line = { limit, offset, after, budget: weekly_budget, since: weekStart(now) };
      const page = await listWorkload(q, line, now);
      const last = page.items.at(-1);
      return {
        items: page.items.map(({ id, load: _, asked, ...row }) => ({
          ...row,
          reviewer_id: id === '' ? null : id,
          asked_this_week: asked,
          through_at:
            row.waiting === 0
              ? null
              : instantOf(turnOf(row.waiting - 1, { budget: weekly_budget, asked }, now)),
        })),
        next_cursor: page.has_more && last ? cursors.encode(scope, { load: last.load, id: last.id }) : null,
        total: page.total,
        limit,
        offset,
        weekly_budget,
      };
    },
  );
}

const instantOf = (instant: number | null): string | null => (instant === null ? null : isoInstant(instant));
