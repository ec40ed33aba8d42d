import type { Fault } from '../domain/errors.ts';

export const METADATA_BYTES_MAX = 16_384;
const METADATA_DEPTH_MAX = 20;
/** A caller who hears of ten does not need the other thousands. */
const FAULTS_MAX = 10;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;

/** What PostgreSQL could not keep, found before the event is accepted: afterwards it would only be a dead letter. */
export function findUnstorable(event: object): Fault[] {
  const faults: Fault[] = [];
  for (const [field, value] of Object.entries(event)) {
    if (typeof value === 'string') checkText(value, [field], faults);
  }
  const { metadata } = event as { metadata?: unknown };
  if (metadata) {
    checkValue(metadata, ['metadata'], faults);
    // Writing what is nested too deeply could end in an overflow of the stack.
    if (faults.length === 0 && Buffer.byteLength(JSON.stringify(metadata)) > METADATA_BYTES_MAX) {
      const msg = `expected at most ${METADATA_BYTES_MAX} bytes as JSON`;
      faults.push({ loc: ['metadata'], msg, type: 'too_long' });
    }
  }
  return faults;
}

function checkValue(value: unknown, loc: (string | number)[], faults: Fault[]): void {
  if (faults.length >= FAULTS_MAX) return;
  if (typeof value === 'string') {
    checkText(value, loc, faults);
  } else if (value !== null && typeof value === 'object') {
    if (loc.length > METADATA_DEPTH_MAX) {
      const msg = `expected at most ${METADATA_DEPTH_MAX} levels of nesting`;
      faults.push({ loc: ['metadata'], msg, type: 'too_deep' });
      return;
    }
    if (Array.isArray(value)) {
      value.forEach((item, index) => {
        checkValue(item, [...loc, index], faults);
      });
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      checkKey(key, loc, faults);
      checkValue(item, [...loc, key], faults);
    }
  }
}

function checkKey(key: string, loc: (string | number)[], faults: Fault[]): void {
  // The same as for bodies that are read whole: code that copies objects must not meet it.
  if (key === '__proto__')
    faults.push({ loc, msg: 'must not have the key __proto__', type: 'bad_character' });
  else checkText(key, loc, faults);
}

function checkText(text: string, loc: (string | number)[], faults: Fault[]): void {
  if (text.includes('\u0000')) {
    faults.push({ loc, msg: 'must not contain the NUL character', type: 'bad_character' });
  } else if (HALF_OF_A_PAIR.test(text)) {
    faults.push({ loc, msg: 'must not contain half of a surrogate pair', type: 'bad_character' });
  }
}
