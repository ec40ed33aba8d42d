import { callerOf } from '../../../gateway/authentication.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, routeOf, type TypedApp } from '../../../gateway/route-context.ts';
import type { CoreContext } from '../../core-context.ts';
import {
  REJECTIONS_DESCRIPTION,
  RejectionDismissAnswer,
  RejectionDismissBody,
  RejectionItem,
  RejectionPage,
  RejectionQuery,
  RejectionReplayAnswer,
  RejectionReplayBody,
} from './rejection.schema.ts';
import { listRejections, type RejectionRow, removeRejections } from './rejections.sql.ts';
import { replayRejections } from './replay.ts';

const route = routeOf('events');

export function rejectionRoutes(app: TypedApp, { db, cursors, admission }: CoreContext): void {
  app.addSchema(RejectionItem);

  app.get(
    '/v1/events/rejections',
    route({
      summary: 'List events that were refused',
      description: REJECTIONS_DESCRIPTION,
      querystring: RejectionQuery,
      response: { 200: RejectionPage },
    }),
    (request) =>
      answerList(request, cursors, 'rejections', request.query, async (_, page) => {
        const { items, ...rest } = await listRejections(db.tenant(callerOf(request).tenant_id), page);
        return { ...rest, items: items.map(rejectionView) };
      }),
  );

  app.post(
    '/v1/events/rejections/replay',
    route(
      {
        summary: 'Judge events that were refused again',
        description:
          'By the directory and the time of now. Those that are right wait to be applied and leave the list; the others stay, with the new reason.',
        body: RejectionReplayBody,
        response: { 200: RejectionReplayAnswer },
      },
      BODY_IS_OPTIONAL,
    ),
    async (request, reply) => {
      const { tenant_id } = callerOf(request);
      let replayed = 0;
      const sent = await runIdempotently(db, request, reply, async (tx) => {
        await admission.require(tenant_id);
        const body = await replayRejections(tx, request.body.ids ?? null, Date.now());
        replayed = body.replayed;
        return { status: 200, body };
      });
      admission.count(tenant_id, replayed);
      return sent;
    },
  );

  app.post(
    '/v1/events/rejections/dismiss',
    route(
      {
        summary: 'Take refused events off the list',
        description: 'For those that nobody will fix. They are deleted.',
        body: RejectionDismissBody,
        response: { 200: RejectionDismissAnswer },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: { dismissed: await removeRejections(tx, request.body.ids ?? null) },
      })),
  );
}

/** The event as JSON where it is one, the text otherwise. */
export function rejectionView({ payload, ...row }: RejectionRow) {
  const event = row.is_cut ? null : objectOf(payload);
  return { ...row, event, text: event === null ? payload : null };
}

function objectOf(payload: string): object | null {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
