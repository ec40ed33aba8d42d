import { Ajv } from 'ajv';
import { Type } from 'typebox';
import type { Fault } from '../../platform/errors.ts';
import { describeViolation } from '../../platform/faults.ts';
import { findUnstorable } from '../../platform/unstorable.ts';
import { implausibleTime, parseInstant, utcText } from './event-time.rules.ts';
import type { AcceptedEvent } from './inbox.sql.ts';

export const METADATA_BYTES_MAX = 16_384;

const maybe = (schema: object) =>
  Type.Optional(Type.Unsafe({ ...schema, type: [(schema as { type: string }).type, 'null'] }));

export const EVENT_EXAMPLE = {
  event_id: 'fabric-audit-4711',
  principal_id: 'prin-001',
  asset_id: 'asset-001',
  action: 'query',
  platform: 'fabric',
  timestamp: '2026-01-31T09:30:00Z',
  metadata: { source_ip: '10.1.2.3', query_type: 'select', rows_returned: 120 },
};

/** Unknown fields are ignored; known ones are never coerced. */
export const EVENT_SCHEMA = Type.Object(
  {
    event_id: maybe({
      ...Type.String({ minLength: 1, maxLength: 200 }),
      description: 'Makes a repeat harmless. Made by Lapse when absent.',
    }),
    principal_id: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Id of the principal, its e-mail in any case, or an external id that the directory knows.',
    }),
    asset_id: Type.String({ minLength: 1, maxLength: 200 }),
    action: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What was done, such as query, write or admin_login.',
    }),
    platform: maybe({
      ...Type.String({ minLength: 1, maxLength: 200 }),
      description: 'The platform of the asset, or absent: an event that names another one is rejected.',
    }),
    timestamp: Type.String({
      format: 'date-time',
      description: 'ISO 8601 with its zone. At most 24 hours ahead, not before the year 2000.',
    }),
    metadata: maybe({
      type: 'object',
      additionalProperties: true,
      description: `Anything else that is known, such as source_ip, query_type or rows_returned. At most ${METADATA_BYTES_MAX} bytes as JSON.`,
    }),
  },
  { $id: 'Event', examples: [EVENT_EXAMPLE] },
);

/** An event whose fields are right; whether its principal and asset exist is not known yet. */
export interface EventDraft extends Omit<AcceptedEvent, 'event_id' | 'platform'> {
  event_id: string | null;
  platform: string | null;
}

export type EventReading =
  | { draft: EventDraft }
  /** Not an event at all. */
  | { faults: Fault[]; event_id: string | null }
  /** An event that cannot have happened. */
  | { reason: string; event_id: string | null };

// Formats are left to parseInstant, which also says which instant it is.
const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(EVENT_SCHEMA);

/** `text`: the JSON that the value was read from, where it is at hand. */
export function readEvent(value: unknown, nowMs: number, text?: string): EventReading {
  if (!validate(value)) {
    const faults = (validate.errors ?? []).map((violation) => describeViolation(violation, []));
    return { faults, event_id: givenId(value) };
  }
  const event = value as EventDraft;
  const ms = parseInstant(event.timestamp);
  const isClean = text !== undefined && isHarmless(text, event);
  const faults = isClean ? [] : faultsOfEvent(event);
  if (ms === null) {
    faults.push({
      loc: ['timestamp'],
      msg: 'expected an ISO 8601 timestamp with its zone, such as 2026-01-31T09:30:00Z',
      type: 'bad_format',
    });
  }
  if (ms === null || faults.length > 0) return { faults, event_id: givenId(value) };
  const { event_id = null, principal_id, asset_id, action, platform = null, metadata = null } = event;
  const implausible = implausibleTime(ms, nowMs);
  if (implausible) return { reason: `timestamp: ${implausible}`, event_id };
  const timestamp = utcText(event.timestamp, ms);
  return { draft: { event_id, principal_id, asset_id, action, platform, timestamp, metadata } };
}

/** One line of a stream. */
export function readEventLine(text: string, nowMs: number, read = readEvent): EventReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: 'is not valid JSON', event_id: null };
  }
  return read(value, nowMs, text);
}

/** An event that a connector told, which knows what contains what. */
export function readToldEvent(value: unknown, nowMs: number): EventReading {
  const reading = readEvent(value, nowMs);
  if (!('draft' in reading)) return reading;
  const { within } = value as { within?: unknown };
  if (!Array.isArray(within)) return reading;
  return { draft: { ...reading.draft, within: within.filter((id) => typeof id === 'string') } };
}

/** The id that the caller gave, if it is one that can be repeated to them. */
function givenId(value: unknown): string | null {
  const id = (value as { event_id?: unknown } | null)?.event_id;
  return typeof id === 'string' && id.length > 0 && id.length <= 200 ? id : null;
}

/** Found before the event is accepted: afterwards it would only be a dead letter. */
export function faultsOfEvent(event: { metadata?: unknown }): Fault[] {
  const faults = findUnstorable(event, []);
  // Not before: writing what is nested too deeply could overflow the stack.
  if (
    event.metadata &&
    faults.length === 0 &&
    Buffer.byteLength(JSON.stringify(event.metadata)) > METADATA_BYTES_MAX
  ) {
    const msg = `expected at most ${METADATA_BYTES_MAX} bytes as JSON`;
    faults.push({ loc: ['metadata'], msg, type: 'too_long' });
  }
  return faults;
}

/** 1e20 is written with 21 digits; nothing grows by more. */
const HARMLESS_CHARS_MAX = METADATA_BYTES_MAX / 6;

/**
 * Whether the text of a line alone tells that nothing can be found in it. UTF-8 has neither halves of pairs nor, in
 * JSON, a NUL unless escaped. True for almost every line; looking at each value took as long as parsing it.
 */
export function isHarmless(text: string, event: object): boolean {
  return (
    text.length <= HARMLESS_CHARS_MAX &&
    !text.includes('\\u') &&
    !text.includes('__proto__') &&
    Object.entries(event).every(([field, value]) =>
      field === 'metadata' ? isFlat(value ?? {}) : typeof value !== 'object' || value === null,
    )
  );
}

const isFlat = (value: object): boolean => Object.values(value).every((item) => typeof item !== 'object');
