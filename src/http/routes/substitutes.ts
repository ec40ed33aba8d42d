import { v7 as uuidv7 } from 'uuid';
import { nameSubstitute, removeSubstitute } from '../../commands/name-substitute.ts';
import type { Fault } from '../../domain/errors.ts';
import { listSubstitutes } from '../../store/substitutes.ts';
import { callerOf } from '../authentication.ts';
import { runIdempotently } from '../idempotency.ts';
import { refuse } from '../instants.ts';
import { answerList } from '../list.ts';
import { bodyInstant } from '../review-forms.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { IdParams, Named } from '../schemas/common.ts';
import {
  SUBSTITUTE_ID_EXAMPLE,
  Substitute,
  SubstituteBody,
  SubstitutePage,
  SubstituteQuery,
} from '../schemas/substitute.ts';

const TAGS = ['reviews'];

export function substituteRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Substitute);

  app.get(
    '/v1/substitutes',
    {
      schema: {
        tags: TAGS,
        summary: 'List who may decide for whom',
        querystring: SubstituteQuery,
        response: { 200: SubstitutePage },
      },
    },
    (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return answerList(request, cursors, 'substitutes', request.query, (filters, page) =>
        listSubstitutes(q, filters, page),
      );
    },
  );

  app.post(
    '/v1/substitutes',
    {
      schema: {
        tags: TAGS,
        summary: 'Let somebody decide the reviews of another for a time',
        description:
          "An admin names anybody's substitutes, a reviewer their own. The manager of an assignee and the policy's escalation contact need not be named.",
        body: SubstituteBody,
        response: { 201: Named(Substitute) },
      },
    },
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
          newId: () => uuidv7(),
        }),
      }));
    },
  );

  app.delete(
    '/v1/substitutes/:id',
    {
      schema: {
        tags: TAGS,
        summary: 'End a substitution',
        description: 'Answers with the substitution as it was.',
        params: IdParams('substitute', SUBSTITUTE_ID_EXAMPLE),
        response: { 200: Named(Substitute) },
      },
    },
    (request) => {
      const caller = callerOf(request);
      return db.transaction(caller.tenant_id, (tx) =>
        removeSubstitute(tx, { id: request.params.id, caller, now: Date.now(), newId: () => uuidv7() }),
      );
    },
  );
}
