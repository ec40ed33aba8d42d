import { callerOf } from '../../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../../gateway/common.schema.ts';
import { requireUuidKey, runIdempotently } from '../../../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../../../gateway/lists/list.ts';
import type { Caller } from '../../../../gateway/roles.rules.ts';
import { BODY_IS_OPTIONAL, routeOf, type TypedApp } from '../../../../gateway/route-context.ts';
import type { Querier } from '../../../../platform/database/database.ts';
import { required } from '../../../../platform/errors.ts';
import type { CoreContext } from '../../../core-context.ts';
import { decideGroup, readGroupDecision } from './decide-group.ts';
import { statusOf, undoRefusal } from './group-decision.rules.ts';
import {
  GroupDecision,
  GroupDecisionBody,
  GroupDecisionPage,
  GroupDecisionQuery,
  UndoBody,
} from './group-decision.schema.ts';
import { getGroupDecision, listGroupDecisions, type ShownGroupDecision } from './group-decisions.sql.ts';
import { undoGroup } from './undo-group.ts';

const route = routeOf('reviews');
const params = IdParams('group decision', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f');

export function groupDecisionRoutes(app: TypedApp, { db, cursors }: CoreContext): void {
  app.addSchema(GroupDecision);

  app.post(
    '/v1/reviews/groups/decide',
    route({
      summary: 'Decide about a group of reviews',
      description:
        'One decision with one reason about what may be decided together of a group, but for what is left out. Each review gets its own decision, audit entry and remediation, as if it were decided alone; that is a job, whose progress `GET /v1/reviews/groups/decisions/{id}` tells. It starts after eight seconds, until which an undo leaves no trace. If any of these reviews has changed since it was looked at, the answer is 409 and nothing is decided. The Idempotency-Key is required here, and is a UUID.',
      body: GroupDecisionBody,
      response: { 201: Named(GroupDecision) },
    }),
    async (request, reply) => {
      requireUuidKey(request);
      const caller = callerOf(request);
      const now = Date.now();
      const wanted = readGroupDecision(request.body, { cursors, tenant_id: caller.tenant_id, now });
      return runIdempotently(db, request, reply, async (tx) => {
        const id = await decideGroup(tx, wanted, { caller, now });
        return { status: 201, body: await found(tx, id, caller) };
      });
    },
  );

  app.get(
    '/v1/reviews/groups/decisions',
    route({
      summary: 'List decisions about groups of reviews',
      querystring: GroupDecisionQuery,
      response: { 200: GroupDecisionPage },
    }),
    async (request) => {
      const caller = callerOf(request);
      const q = db.tenant(caller.tenant_id);
      const page = await answerList(request, cursors, 'group decisions', request.query, (_, wanted) =>
        listGroupDecisions(q, wanted),
      );
      return { ...page, items: page.items.map((row) => shown(row, caller)) };
    },
  );

  app.get(
    '/v1/reviews/groups/decisions/:id',
    route({
      summary: 'How far a decision about a group is',
      params,
      response: { 200: Named(GroupDecision) },
    }),
    (request) => {
      const caller = callerOf(request);
      return found(db.tenant(caller.tenant_id), request.params.id, caller);
    },
  );

  app.post(
    '/v1/reviews/groups/decisions/:id/undo',
    route(
      {
        summary: 'Undo a decision about a group',
        description:
          'What is not decided yet is not decided. Of what was revoked, remediations that can still be cancelled are, and access that is removed already is put back if an admin asks. Decisions that were made stay on record. By whoever decided, or an admin.',
        params,
        body: UndoBody,
        response: { 200: Named(GroupDecision) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      return runIdempotently(db, request, reply, async (tx) => {
        await undoGroup(tx, id, { caller, note: request.body?.note ?? null, now: Date.now() });
        return { status: 200, body: await found(tx, id, caller) };
      });
    },
  );
}

const found = async (q: Querier, id: string, caller: Caller) =>
  shown(required(await getGroupDecision(q, id), 'group decision'), caller);

function shown(row: ShownGroupDecision, caller: Caller) {
  const { decider, grouping: by, due_at, undo_reverts: _, undo_note: __, ...about } = row;
  return {
    ...about,
    by,
    status: statusOf({ ...row, due_at }, Date.now()),
    may_undo: row.undo_asked_at === null && undoRefusal(caller, decider) === null,
  };
}
