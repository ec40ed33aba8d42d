import type { Fault } from '../platform/errors.ts';
import type { SettingField } from './connector.ts';

type Value = string | number | boolean | string[] | null;

const EXPECTED = { text: 'text', integer: 'an integer', flag: 'true or false', text_list: 'a list of texts' };
const TEXT_LENGTH_MAX = 10_000;

/**
 * Settings as their fields describe them, or every fault at once. What was given is never repeated, because it may be
 * a secret in the wrong field.
 */
export function readSettings(
  fields: readonly SettingField[],
  input: unknown,
): { settings: Record<string, Value> } | { faults: Fault[] } {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) {
    return { faults: [{ loc: [], msg: 'expected an object', type: 'object' }] };
  }
  const given = input as Record<string, unknown>;
  const known = new Set(fields.map((field) => field.name));
  const faults: Fault[] = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => ({ loc: [name], msg: `expected one of ${[...known].join(', ')}`, type: 'unknown_field' }));
  const settings: Record<string, Value> = {};
  for (const field of fields) {
    const value = given[field.name] ?? null;
    const fault = value === null ? missingFault(field) : valueFault(field, value);
    if (fault) faults.push({ loc: [field.name], msg: fault, type: value === null ? 'required' : field.type });
    else settings[field.name] = (value as Value) ?? field.default;
  }
  return faults.length > 0 ? { faults } : { settings };
}

function missingFault({ required, type }: SettingField): string | null {
  return required ? `expected ${EXPECTED[type]}; it is required` : null;
}

function valueFault({ type, min, max, one_of }: SettingField, value: unknown): string | null {
  switch (type) {
    case 'text':
      if (!isPlain(value)) return `expected text of 1 to ${TEXT_LENGTH_MAX} characters`;
      return one_of && !one_of.includes(value) ? `expected one of ${one_of.join(', ')}` : null;
    case 'integer': {
      const isInRange =
        Number.isSafeInteger(value) &&
        (value as number) >= (min ?? -Infinity) &&
        (value as number) <= (max ?? Infinity);
      return isInRange ? null : `expected an integer from ${min} to ${max}`;
    }
    case 'flag':
      return typeof value === 'boolean' ? null : 'expected true or false';
    case 'text_list':
      return Array.isArray(value) && value.length <= 1000 && value.every(isPlain)
        ? null
        : 'expected a list of texts';
  }
}

const isPlain = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= TEXT_LENGTH_MAX && !value.includes('\0');
