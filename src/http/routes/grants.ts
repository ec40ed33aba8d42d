import { getGrant, listGrants } from '../../store/grants.ts';
import { resourceRoutes } from '../resource-routes.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Grant, GrantPage, GrantQuery } from '../schemas/grant.ts';

export function grantRoutes(app: TypedApp, context: RouteContext): void {
  resourceRoutes(app, context, {
    noun: 'grants',
    singular: 'grant',
    example_id: 'grant-001',
    item: Grant,
    page: GrantPage,
    query: GrantQuery,
    list: listGrants,
    get: getGrant,
  });
}
