import type { Static, TSchema } from 'typebox';
import type { Querier } from '../../platform/database/database.ts';
import type { PageOf, PageRequest } from '../../platform/database/page.ts';
import { required } from '../../platform/errors.ts';
import { callerOf } from '../authentication.ts';
import { IdParams, Named } from '../common.schema.ts';
import { type RouteContext, routeOf, type TypedApp } from '../route-context.ts';
import { answerList, type PageParameters } from './list.ts';

export interface Resource<Query extends TSchema, Row extends { id: string }> {
  /** Plural, as in the path. */
  noun: string;
  singular: string;
  example_id: string;
  item: TSchema;
  page: TSchema;
  query: Query;
  list(q: Querier, filters: Static<Query>, page: PageRequest): Promise<PageOf<Row>>;
  get(q: Querier, id: string): Promise<Row | null>;
  /** Answers queries that ask for more than a list by id. */
  other?: { asks(query: object): boolean; answer(tenantId: number, query: object): Promise<unknown> };
}

const route = routeOf('directory');

/** The two reads that every resource of the directory has: a filtered list and one by its id. */
export function resourceRoutes<Query extends TSchema, Row extends { id: string }>(
  app: TypedApp,
  { db, cursors }: RouteContext,
  resource: Resource<Query, Row>,
): void {
  const { noun, singular } = resource;
  app.addSchema(resource.item);

  app.get(
    `/v1/${noun}`,
    route({
      summary: `List ${noun}`,
      querystring: resource.query as TSchema,
      response: { 200: resource.page },
    }),
    (request) => {
      const query = request.query as PageParameters & object;
      const { tenant_id } = callerOf(request);
      if (resource.other?.asks(query)) return resource.other.answer(tenant_id, query);
      return answerList(request, cursors, noun, query, (filters, page) =>
        resource.list(db.tenant(tenant_id), filters as Static<Query>, page),
      );
    },
  );

  app.get(
    `/v1/${noun}/:id`,
    route({
      summary: `Get ${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`,
      params: IdParams(singular, resource.example_id),
      response: { 200: Named(resource.item) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return required(await resource.get(q, request.params.id), singular);
    },
  );
}
