import { callerOf } from '../../gateway/authentication.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { listDeadLetters } from './dead-letters.sql.ts';
import { DeadLetterItem, DeadLetterPage, DeadLetterQuery, ReplayAnswer, ReplayBody } from './event.schema.ts';
import { replayDeadLetters } from './rejections/replay.ts';

const route = routeOf('events');

export function deadLetterRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(DeadLetterItem);

  app.get(
    '/v1/events/dead-letters',
    route({
      summary: 'List what could not be applied',
      description:
        'Events, and recalculations of single grants, set aside after a few tries, so that they do not hold up the others.',
      querystring: DeadLetterQuery,
      response: { 200: DeadLetterPage },
    }),
    (request) =>
      answerList(request, cursors, 'dead-letters', request.query, (_, page) =>
        listDeadLetters(db.tenant(callerOf(request).tenant_id), page),
      ),
  );

  app.post(
    '/v1/events/dead-letters/replay',
    route(
      {
        summary: 'Try what was set aside again',
        description: 'It goes back to what waits to be applied and leaves the list.',
        body: ReplayBody,
        response: { 200: ReplayAnswer },
      },
      BODY_IS_OPTIONAL,
    ),
    async (request, reply) => {
      let replayed = 0;
      return runIdempotently(db, request, reply, async (tx) => {
        replayed = await replayDeadLetters(tx, request.body.ids ?? null);
        return { status: 200, body: { replayed } };
      });
    },
  );
}
