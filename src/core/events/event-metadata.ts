import type { Fault } from '../../platform/errors.ts';
import { findUnstorable } from '../../platform/unstorable.ts';

export const METADATA_BYTES_MAX = 16_384;

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
