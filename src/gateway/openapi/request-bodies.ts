import { DIRECTORY_LINE_SCHEMAS, REMOVAL_LINE_SCHEMAS } from '../../core/directory/import/directory-lines.ts';
import { EVENTS_PER_BATCH_MAX } from '../../core/events/event.schema.ts';
import { EVENT_EXAMPLE } from '../../core/events/event-lines.ts';

type Json = Record<string, unknown>;

const ndjsonBody = (schema: Json, lines: object[]): Json => ({
  required: true,
  description: 'One JSON object per line.',
  content: {
    'application/x-ndjson': { schema, example: lines.map((line) => `${JSON.stringify(line)}\n`).join('') },
  },
});

const jsonBody = (schema: Json, example: unknown): Json => ({
  required: true,
  content: { 'application/json': { schema, example } },
});

const EVENT = { $ref: '#/components/schemas/Event' };

/** Their routes say `bodyIsOptional`. */
export const OPTIONAL_BODIES = [
  '/v1/events/dead-letters/replay',
  '/v1/events/rejections/replay',
  '/v1/events/rejections/dismiss',
  '/v1/connectors/{id}/sync',
  '/v1/connectors/{id}/test',
  '/v1/reports/schedules/{id}/run',
  ...['approve', 'cancel', 'retry', 'revert'].map((order) => `/v1/remediations/{id}/${order}`),
];

/** Bodies that are not checked as a whole before their route runs: each of their items is, by itself. */
export const REQUEST_BODIES: Readonly<Record<string, Json>> = {
  '/v1/directory/import': ndjsonBody(
    { anyOf: [DIRECTORY_LINE_SCHEMAS, REMOVAL_LINE_SCHEMAS].flatMap((each) => Object.values(each)) },
    [
      { kind: 'principal', id: 'prin-001', display_name: 'Amara Okafor', type: 'user' },
      { kind: 'asset', id: 'asset-001', name: 'customer_profiles', type: 'table', platform: 'databricks' },
      {
        kind: 'grant',
        id: 'grant-001',
        principal_id: 'prin-001',
        asset_id: 'asset-001',
        permission: 'ReadWrite',
      },
      { kind: 'grant', id: 'grant-002', removed: true },
    ],
  ),
  '/v1/events': jsonBody(EVENT, EVENT_EXAMPLE),
  '/v1/events/batch': jsonBody(
    {
      type: 'object',
      required: ['events'],
      properties: { events: { type: 'array', minItems: 1, maxItems: EVENTS_PER_BATCH_MAX, items: EVENT } },
    },
    { events: [EVENT_EXAMPLE] },
  ),
  '/v1/events/stream': ndjsonBody(EVENT, [EVENT_EXAMPLE]),
};
