import { LapseError } from '../../domain/errors.ts';
import { findPrincipalContext } from '../../store/principal-context.ts';
import { getPrincipal, listPrincipals } from '../../store/principals.ts';
import { callerOf } from '../authentication.ts';
import { resourceRoutes } from '../resource-routes.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { IdParams } from '../schemas/common.ts';
import { Principal, PrincipalPage, PrincipalQuery } from '../schemas/principal.ts';
import { PrincipalContext } from '../schemas/principal-context.ts';
import { answerPrincipals, isOrdered, type PrincipalListQuery } from '../scored-lists.ts';

export function principalRoutes(app: TypedApp, context: RouteContext): void {
  app.get(
    '/v1/principals/:id/context',
    {
      schema: {
        tags: ['directory'],
        summary: 'Groups, members, manager, names elsewhere and latest anomalies of a principal',
        params: IdParams('principal', 'prin-001'),
        response: { 200: PrincipalContext },
      },
    },
    async (request) => {
      const found = await findPrincipalContext(
        context.db.tenant(callerOf(request).tenant_id),
        request.params.id,
      );
      if (!found) throw new LapseError('not_found', 'There is no principal with this id.');
      return found;
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
