import { callerOf } from '../../../gateway/authentication.ts';
import { Named } from '../../../gateway/common.schema.ts';
import { queryInstant, refuse } from '../../../gateway/lists/instants.ts';
import { routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { Fault } from '../../../platform/errors.ts';
import type { CoreContext } from '../../core-context.ts';
import { countFacets } from './count-facets.sql.ts';
import { FacetsQuery, ReviewFacets } from './facet.schema.ts';

const route = routeOf('reviews');

export function reviewFacetRoutes(app: TypedApp, { db }: CoreContext): void {
  app.addSchema(ReviewFacets);

  app.get(
    '/v1/reviews/facets',
    route({
      summary: 'Open reviews, counted by what they can be filtered by',
      description:
        'Takes the filters of the list. Each facet counts what matches all filters but its own, so that it says how many another value of it would give.',
      querystring: FacetsQuery,
      response: { 200: Named(ReviewFacets) },
    }),
    async (request) => {
      const { due_before, ...filters } = request.query;
      const faults: Fault[] = [];
      const dueBefore = due_before === undefined ? undefined : queryInstant('due_before', due_before, faults);
      refuse(faults);
      return countFacets(db.tenant(callerOf(request).tenant_id), { ...filters, due_before: dueBefore });
    },
  );
}
