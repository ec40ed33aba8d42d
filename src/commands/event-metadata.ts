import type { Fault } from '../domain/errors.ts';

export const METADATA_BYTES_MAX = 16_384;
const METADATA_DEPTH_MAX = 20;
/** A caller who hears of ten does not need the other thousands. */
const FAULTS_MAX = 10;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;
const TEXT_FIELDS = ['event_id', 'principal_id', 'asset_id', 'action', 'platform'] as const;

type Path = (string | number)[];
type Fields = { metadata?: unknown } & { [field in (typeof TEXT_FIELDS)[number]]?: unknown };

/** What PostgreSQL could not keep, found before the event is accepted: afterwards it would only be a dead letter. */
export function findUnstorable(event: Fields): Fault[] {
  const faults: Fault[] = [];
  for (const field of TEXT_FIELDS) {
    const value = event[field];
    if (typeof value === 'string') checkText(value, [field], faults);
  }
  if (!event.metadata) return faults;
  checkValue(event.metadata, ['metadata'], faults);
  // Not before: writing what is nested too deeply could overflow the stack.
  if (faults.length === 0 && Buffer.byteLength(JSON.stringify(event.metadata)) > METADATA_BYTES_MAX) {
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
export function isHarmless(text: string, metadata: unknown): boolean {
  return (
    text.length <= HARMLESS_CHARS_MAX &&
    !text.includes('\\u') &&
    !text.includes('__proto__') &&
    (!metadata || Object.values(metadata).every((value) => typeof value !== 'object'))
  );
}

function checkValue(value: unknown, path: Path, faults: Fault[]): void {
  if (faults.length >= FAULTS_MAX) return;
  if (typeof value === 'string') {
    checkText(value, path, faults);
  } else if (value !== null && typeof value === 'object') {
    if (path.length > METADATA_DEPTH_MAX) {
      const msg = `expected at most ${METADATA_DEPTH_MAX} levels of nesting`;
      faults.push({ loc: ['metadata'], msg, type: 'too_deep' });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      const isIndex = Array.isArray(value);
      if (!isIndex) checkKey(key, path, faults);
      path.push(isIndex ? Number(key) : key);
      checkValue(item, path, faults);
      path.pop();
    }
  }
}

function checkKey(key: string, path: Path, faults: Fault[]): void {
  if (key === '__proto__') {
    // The same as for bodies that are read whole: code that copies objects must not meet it.
    faults.push({ loc: [...path], msg: 'must not have the key __proto__', type: 'bad_character' });
  } else {
    checkText(key, path, faults);
  }
}

function checkText(text: string, path: Path, faults: Fault[]): void {
  if (text.includes('\u0000')) {
    faults.push({ loc: [...path], msg: 'must not contain the NUL character', type: 'bad_character' });
  } else if (HALF_OF_A_PAIR.test(text)) {
    faults.push({ loc: [...path], msg: 'must not contain half of a surrogate pair', type: 'bad_character' });
  }
}
