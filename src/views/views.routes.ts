import type { FastifyRequest } from 'fastify';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { findCallerPrincipal } from '../gateway/caller-principal.sql.ts';
import { IdParams, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';
import { changeView, createView, removeView, shareView, unshareView, type ViewBy } from './manage-view.ts';
import {
  VIEW_ID_EXAMPLE,
  View,
  ViewBody,
  ViewListPage,
  ViewPatchBody,
  ViewQuery,
  ViewShareBody,
} from './view.schema.ts';
import { listViews } from './views.sql.ts';

const route = routeOf('views');
const params = IdParams('view', VIEW_ID_EXAMPLE);

export function viewRoutes(app: TypedApp, { db, cursors }: Pick<RouteContext, 'db' | 'cursors'>): void {
  app.addSchema(View);
  const change = <T>(request: FastifyRequest, work: (tx: Querier, by: ViewBy) => Promise<T>): Promise<T> =>
    db.transaction(callerOf(request).tenant_id, async (tx) => work(tx, await whoIs(tx, request)));

  app.get(
    '/v1/views',
    route({
      summary: 'List your views of lists, and those that are shared',
      description: 'Callers who are nobody of the directory see those that are shared.',
      querystring: ViewQuery,
      response: { 200: ViewListPage },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { me } = await whoIs(q, request);
      return answerList(request, cursors, `views of ${me ?? ''}`, request.query, ({ page }, wanted) =>
        listViews(q, { page, me }, wanted),
      );
    },
  );

  app.post(
    '/v1/views',
    route({
      summary: 'Save a view of a list',
      description: 'It is yours alone until it is shared. 404 for callers who are nobody of the directory.',
      body: ViewBody,
      response: { 201: Named(View) },
    }),
    (request, reply) => {
      const { page, name, query, hidden_columns = [] } = request.body;
      return runIdempotently(db, request, reply, async (tx) => {
        const { me, ...by } = await whoIs(tx, request);
        if (me === null) throw isNobody();
        const body = await createView(tx, { page, name, query, hidden_columns }, { me, ...by });
        return { status: 201, body };
      });
    },
  );

  app.patch(
    '/v1/views/:id',
    route({
      summary: 'Change a view',
      description:
        'What is left out stays as it is; `query` and `hidden_columns` are replaced as a whole. A shared one is changed by who made it or by an admin.',
      params,
      body: ViewPatchBody,
      response: { 200: Named(View) },
    }),
    (request) => change(request, (tx, by) => changeView(tx, request.params.id, request.body, by)),
  );

  app.delete(
    '/v1/views/:id',
    route({
      summary: 'Remove a view',
      description:
        'A shared one is removed by who made it or by an admin, for everybody. Answers with the view as it was.',
      params,
      response: { 200: Named(View) },
    }),
    (request) => change(request, (tx, by) => removeView(tx, request.params.id, by)),
  );

  app.post(
    '/v1/views/:id/share',
    route(
      {
        summary: 'Share a view with the whole organisation',
        params,
        body: ViewShareBody,
        response: { 200: Named(View) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: await shareView(tx, request.params.id, await whoIs(tx, request)),
      })),
  );

  app.post(
    '/v1/views/:id/unshare',
    route(
      {
        summary: 'Share a view no longer',
        description: 'It is of its owner alone again. Done by who made it or by an admin.',
        params,
        body: ViewShareBody,
        response: { 200: Named(View) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: await unshareView(tx, request.params.id, await whoIs(tx, request)),
      })),
  );
}

async function whoIs(q: Querier, request: FastifyRequest): Promise<ViewBy> {
  const caller = callerOf(request);
  const principal = await findCallerPrincipal(q, caller);
  return {
    me: principal?.id ?? null,
    is_admin: caller.roles.has('service.admin'),
    ...actOf(request),
  };
}

const isNobody = (): LapseError =>
  new LapseError('not_found', 'You are nobody of the directory, so no view can be yours.');
