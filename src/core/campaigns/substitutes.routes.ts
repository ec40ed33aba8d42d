import { callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { Fault } from '../../platform/errors.ts';
import { bodyInstant } from '../reviews/forms.ts';
import { nameSubstitute, removeSubstitute } from './name-substitute.ts';
import {
  SUBSTITUTE_ID_EXAMPLE,
  Substitute,
  SubstituteBody,
  SubstitutePage,
  SubstituteQuery,
} from './substitute.schema.ts';
import { listSubstitutes } from './substitutes.sql.ts';

const route = routeOf('reviews');

export function substituteRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Substitute);

  app.get(
    '/v1/substitutes',
    route({
      summary: 'List who may decide for whom',
      querystring: SubstituteQuery,
      response: { 200: SubstitutePage },
    }),
    (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return answerList(request, cursors, 'substitutes', request.query, (filters, page) =>
        listSubstitutes(q, filters, page),
      );
    },
  );

  app.post(
    '/v1/substitutes',
    route({
      summary: 'Let somebody decide the reviews of another for a time',
      description:
        "An admin names anybody's substitutes, a reviewer their own. The manager of an assignee and the policy's escalation contact need not be named.",
      body: SubstituteBody,
      response: { 201: Named(Substitute) },
    }),
    (request, reply) => {
      const { principal_id, substitute_id, starts_at, ends_at } = request.body;
      const faults: Fault[] = [];
      const starts = starts_at === undefined ? null : bodyInstant('starts_at', starts_at, faults);
      const ends = ends_at === undefined ? null : bodyInstant('ends_at', ends_at, faults);
      refuse(faults);
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: await nameSubstitute(tx, {
          principal_id,
          substitute_id,
          starts_at: starts,
          ends_at: ends,
          caller: callerOf(request),
          now: Date.now(),
        }),
      }));
    },
  );

  app.delete(
    '/v1/substitutes/:id',
    route({
      summary: 'End a substitution',
      description: 'Answers with the substitution as it was.',
      params: IdParams('substitute', SUBSTITUTE_ID_EXAMPLE),
      response: { 200: Named(Substitute) },
    }),
    (request) => {
      const caller = callerOf(request);
      return db.transaction(caller.tenant_id, (tx) =>
        removeSubstitute(tx, { id: request.params.id, caller, now: Date.now() }),
      );
    },
  );
}
