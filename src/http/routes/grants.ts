import { getGrant, listGrants } from '../../store/grants.ts';
import { resourceRoutes } from '../resource-routes.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { Grant, GrantPage, GrantQuery } from '../schemas/grant.ts';
import { answerGrants, type GrantListQuery, isScored } from '../scored-lists.ts';

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
    other: {
      asks: isScored,
      answer: (tenantId, query) => answerGrants(context, tenantId, query as GrantListQuery),
    },
  });
}
