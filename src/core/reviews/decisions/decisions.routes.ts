import { callerOf } from '../../../gateway/authentication.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import { answerList } from '../../../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import { idsNamed } from '../../directory/named-ids.sql.ts';
import { DecisionItem, DecisionPage, DecisionQuery } from './decision.schema.ts';
import { listDecisions } from './decision-list.sql.ts';

const route = routeOf('reviews');

export function decisionRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(DecisionItem);
  app.get(
    '/v1/decisions',
    route({
      summary: 'Every decision about a principal, an asset or a review',
      description:
        'With the decider, the reason, the remediation, whether that was verified, and the audit entry that proves it; the latest first. One of `principal_id`, `principal`, `asset_id`, `asset` and `review_id` is required.',
      querystring: DecisionQuery,
      response: { 200: DecisionPage },
    }),
    (request) =>
      answerList(request, cursors, 'decisions', request.query, async (query, page) => {
        const { principal_id, principal, asset_id, asset, ...filters } = query;
        if ((principal_id ?? principal ?? asset_id ?? asset ?? filters.review_id) === undefined) {
          const msg = 'is required, or principal, asset_id, asset or review_id';
          refuse([{ loc: ['query', 'principal_id'], msg, type: 'missing' }]);
        }
        const q = db.tenant(callerOf(request).tenant_id);
        const principal_ids = both(principal_id, await idsNamed(q, 'principal', 'principal', principal));
        const asset_ids = both(asset_id, await idsNamed(q, 'asset', 'asset', asset));
        return listDecisions(q, { ...filters, principal_ids, asset_ids }, page);
      }),
  );
}

/** Whom an id and a name mean together. */
function both(id: string | undefined, named: string[] | undefined): string[] | undefined {
  if (id === undefined) return named;
  return named === undefined || named.includes(id) ? [id] : [];
}
