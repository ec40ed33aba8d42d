import { callerOf } from '../../gateway/authentication.ts';
import { IdParams } from '../../gateway/common.schema.ts';
import { resourceRoutes } from '../../gateway/lists/resource-routes.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import type { CoreContext } from '../core-context.ts';
import { answerPrincipals, isOrdered, type PrincipalListQuery } from '../scores/lists/scored-lists.ts';
import { PrincipalContext } from './lists/principal-context.schema.ts';
import { findPrincipalContext } from './lists/principal-context.sql.ts';
import { Principal, PrincipalPage, PrincipalQuery } from './principal.schema.ts';
import { getPrincipal, listPrincipals } from './principals.sql.ts';

const route = routeOf('directory');

export function principalRoutes(app: TypedApp, context: CoreContext): void {
  app.get(
    '/v1/principals/:id/context',
    route({
      summary: 'Groups, members, manager, names elsewhere and latest anomalies of a principal',
      params: IdParams('principal', 'prin-001'),
      response: { 200: PrincipalContext },
    }),
    async (request) => {
      return required(
        await findPrincipalContext(context.db.tenant(callerOf(request).tenant_id), request.params.id),
        'principal',
      );
    },
  );

  resourceRoutes(app, context, {
    noun: 'principals',
    singular: 'principal',
    example_id: 'prin-001',
    item: Principal,
    page: PrincipalPage,
    query: PrincipalQuery,
    list: listPrincipals,
    get: getPrincipal,
    other: {
      asks: isOrdered,
      answer: (tenantId, query) => answerPrincipals(context, tenantId, query as PrincipalListQuery),
    },
  });
}
