import { getPrincipal, listPrincipals } from '../../store/principals.ts';
import { resourceRoutes } from '../resource-routes.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Principal, PrincipalPage, PrincipalQuery } from '../schemas/principal.ts';

export function principalRoutes(app: TypedApp, context: RouteContext): void {
  resourceRoutes(app, context, {
    noun: 'principals',
    singular: 'principal',
    example_id: 'prin-001',
    item: Principal,
    page: PrincipalPage,
    query: PrincipalQuery,
    list: listPrincipals,
    get: getPrincipal,
  });
}
