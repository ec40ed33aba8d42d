import { Type } from 'typebox';
import { CHANGE_KINDS } from '../../platform/changes/changes.rules.ts';
import { callerOf } from '../authentication.ts';
import { Enum, Timestamp } from '../common.schema.ts';
import { routeOf, type TypedApp } from '../route-context.ts';
import type { ChangeStreams } from './change-streams.ts';

export const STREAM_PATH = '/v1/stream';

const route = routeOf('session');

export function streamRoutes(app: TypedApp, { streams }: { streams: ChangeStreams }): void {
  app.addSchema(ChangeData);
  // Before the server waits for open requests to end.
  app.addHook('preClose', () => streams.close());
  app.get(
    STREAM_PATH,
    route(
      {
        summary: 'Hear when something changes',
        description:
          'Server-sent events, at most one a second of a kind, a few seconds apart for what changes all the time. They say what kind of thing changed and nothing of what it is: read it again. What happens while nobody listens is not told, so read again after every connection. A comment comes every 15 seconds. A stream ends when the token does, after a quarter of an hour at the latest; connect again then. At most 200 at a time per tenant and gateway, 429 beyond.',
        response: {
          200: {
            description: 'Events, until one side ends it.',
            content: { 'text/event-stream': { schema: ChangeEvents } },
          },
        },
      },
      {
        // A stream has no end whose headers could be told.
        exposeHeadRoute: false,
        config: { places: 'none' },
      },
    ),
    async (request, reply) => {
      const { tenant_id, expires_at } = callerOf(request);
      const stream = await streams.open(tenant_id, expires_at);
      // Also when something else is answered in its place, such as that the tenant has used its minute.
      reply.raw.once('close', () => stream.destroy());
      return (
        reply
          .type('text/event-stream')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          // Nothing comes after a stream; a connection kept for it would hold up the end of the gateway.
          .header('connection', 'close')
          .send(stream as unknown as string)
      );
    },
  );
}

export const ChangeData = Type.Object(
  {
    kinds: Type.Array(Enum(CHANGE_KINDS), { description: 'What to read again, if it is shown.' }),
    at: Timestamp({ description: 'When it was told.' }),
  },
  {
    $id: 'ChangeData',
    description: 'The data of an event of the stream.',
    examples: [{ kinds: ['reviews', 'overview'], at: '2026-01-31T09:30:00.000Z' }],
  },
);

export const ChangeEvents = Type.String({
  description: 'Server-sent events. Each `change` has `ChangeData` as its data.',
  examples: [
    'retry: 3000\n\nevent: change\nid: 1\ndata: {"kinds":["reviews","overview"],"at":"2026-01-31T09:30:00.000Z"}\n\n',
  ],
});
