import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import { callerOf } from '../../gateway/authentication.ts';
import { bodyStream } from '../../gateway/body-parsers.ts';
import { runOneWriteIdempotently, runStreamIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { jsonBody, ndjsonOrCsvBody } from '../../gateway/openapi/request-bodies.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { LapseError } from '../../platform/errors.ts';
import { faultsAsText } from '../../platform/faults.ts';
import type { CoreContext } from '../core-context.ts';
import { CSV_QUERY } from '../csv/csv.schema.ts';
import { csvReadingOf } from '../csv/csv-request.ts';
import {
  EVENTS_PER_BATCH_MAX,
  EventAnswer,
  EventBatchAnswer,
  EventBatchBody,
  EventBody,
  EventStreamAnswer,
} from './event.schema.ts';
import { EVENT_EXAMPLE, EVENT_SCHEMA, readEvent } from './event-lines.ts';
import { type ArrivedEvent, createGathering, originOf } from './gather-events.ts';
import { ingestEvents, type Verdict } from './ingest-events.ts';

const route = routeOf('events');

const EVENT = { $ref: '#/components/schemas/Event' };
const EVENTS = {
  type: 'object',
  required: ['events'],
  properties: { events: { type: 'array', minItems: 1, maxItems: EVENTS_PER_BATCH_MAX, items: EVENT } },
};

const STREAM_BODY = ndjsonOrCsvBody(
  EVENT,
  [EVENT_EXAMPLE],
  'User,Table,Action,Time\namara@corp.example,customer_profiles,query,2026-01-31T09:30:00Z\n',
);

export function eventRoutes(app: TypedApp, context: CoreContext): void {
  const { db, admission, takeBody } = context;
  const gathering = createGathering(db);
  app.addSchema(EVENT_SCHEMA);

  /** Answers only after the commit of what was accepted. */
  const ingest = async (
    request: FastifyRequest,
    reply: FastifyReply,
    events: readonly ArrivedEvent[],
    answer: (verdicts: Verdict[]) => object,
  ): Promise<undefined> => {
    const { tenant_id } = callerOf(request);
    const traceparent = request.span?.traceparent ?? null;
    let accepted = 0;
    await runOneWriteIdempotently(db, request, reply, async ({ read, write, is_remembered }) => {
      await admission.require(tenant_id);
      const [single] = events;
      const verdicts =
        events.length === 1 && !is_remembered
          ? [await gathering.ingest(tenant_id, single as ArrivedEvent, traceparent)]
          : // Looking up many names would hold up the reads that share a connection.
            await ingestEvents(
              {
                read: events.length > 1 ? write : read,
                write,
                originOf: (index) => originOf(events[index] as ArrivedEvent),
                traceparents: traceparent === null ? [] : [traceparent],
              },
              events.map(({ reading }) => reading),
            );
      accepted = verdicts.filter((verdict) => 'event' in verdict).length;
      return { status: 201, body: answer(verdicts) };
    });
    admission.count(tenant_id, accepted);
    return reply as unknown as undefined;
  };

  app.post(
    '/v1/events',
    route(
      {
        summary: 'Ingest an event',
        description:
          'Accepted means stored; scores follow within seconds. An event that names an unknown principal or asset, or a time that cannot be, comes back as rejected; GET /v1/events/rejections lists it.',
        body: EventBody,
        response: { 201: EventAnswer },
      },
      {
        config: { isCountedBeside: true, places: 'events', describedBody: jsonBody(EVENT, EVENT_EXAMPLE) },
      },
    ),
    (request, reply) => {
      const reading = readEvent(request.body, Date.now());
      if ('faults' in reading) {
        const faults = reading.faults.map((fault) => ({ ...fault, loc: ['body', ...fault.loc] }));
        throw new LapseError('invalid_request', faultsAsText(faults), faults);
      }
      const { body: value, allowance } = request;
      const event = { reading, value, source: 'single', allowance } as const;
      return ingest(request, reply, [event], ([verdict]) => describeOne(verdict as Verdict));
    },
  );

  app.post(
    '/v1/events/batch',
    route(
      {
        summary: 'Ingest up to 500 events',
        description:
          'Each event is judged by itself: bad ones are rejected with the reason and listed by GET /v1/events/rejections, the others are stored.',
        body: EventBatchBody,
        response: { 201: EventBatchAnswer },
      },
      { config: { judgesItems: 'events', describedBody: jsonBody(EVENTS, { events: [EVENT_EXAMPLE] }) } },
    ),
    (request, reply) => {
      const now = Date.now();
      const events = request.body.events.map(
        (value): ArrivedEvent => ({ reading: readEvent(value, now), value, source: 'batch' }),
      );
      return ingest(request, reply, events, describeBatch);
    },
  );

  app.post(
    '/v1/events/stream',
    route(
      {
        summary: 'Ingest any number of events',
        description:
          'NDJSON of any length, one event per line. Stored chunk by chunk while it is read; bad lines are rejected with their number and reason. When too many events wait to be applied it ends with 429, which says from which line to go on. With Content-Type: text/csv each row is an event: `map` says which column is what; a row that says the same as another, in this file or an earlier one, is the same event.',
        querystring: Type.Object(CSV_QUERY, { additionalProperties: false }),
        consumes: ['application/x-ndjson', 'text/csv'],
        response: { 200: EventStreamAnswer },
      },
      {
        config: { streamsBody: true, places: 'long', describedBody: STREAM_BODY },
      },
    ),
    (request, reply) => {
      const csv = csvReadingOf(request, 'events');
      return runStreamIdempotently(db, request, reply, bodyStream(request), async (chunks, identity) => {
        const { tenant_id } = callerOf(request);
        const name = identity && `${identity.caller}\n${identity.key}`;
        const traceparent = request.span?.traceparent;
        const order = { into: 'events', tenant_id, name, traceparent, csv } as const;
        return { status: 200, body: await takeBody(order, chunks) };
      });
    },
  );
}

function describeOne(verdict: Verdict): object {
  if ('event' in verdict) {
    const message = 'The event is stored and will be applied within seconds.';
    return { event_id: verdict.event.event_id, status: 'accepted', message };
  }
  return { event_id: verdict.event_id ?? uuidv7(), status: 'rejected', message: verdict.reason };
}

function describeBatch(verdicts: readonly Verdict[]): object {
  const event_ids = verdicts.flatMap((verdict) => ('event' in verdict ? [verdict.event.event_id] : []));
  const rejections = verdicts.flatMap((verdict, index) =>
    'event' in verdict ? [] : [{ index, event_id: verdict.event_id, reason: verdict.reason }],
  );
  return { accepted: event_ids.length, rejected: rejections.length, event_ids, rejections };
}
