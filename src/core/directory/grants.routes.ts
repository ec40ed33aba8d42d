import { resourceRoutes } from '../../gateway/lists/resource-routes.ts';
import type { TypedApp } from '../../gateway/route-context.ts';
import type { CoreContext } from '../core-context.ts';
import { answerGrants, type GrantListQuery, isScored } from '../scores/lists/scored-lists.ts';
import { Grant, GrantPage, GrantQuery } from './grant.schema.ts';
import { getGrant, listGrants } from './grants.sql.ts';

export function grantRoutes(app: TypedApp, context: CoreContext): void {
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
