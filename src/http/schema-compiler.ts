import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';

// The package is CommonJS whose default export is the module object under strict ESM resolution.
const addFormats = addFormatsModule as unknown as (ajv: Ajv, formats: string[]) => void;

const FORMATS = ['date-time', 'email', 'uri', 'uuid'];

/** Bodies are never coerced: "5" is not a number there. */
const bodyAjv = new Ajv({ allErrors: true, useDefaults: true, strict: false });
/** Query strings and paths carry only text, so numbers must be read from it. */
const textAjv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true, strict: false });
for (const ajv of [bodyAjv, textAjv]) addFormats(ajv, FORMATS);

export function compileSchema(schema: object, from: 'body' | 'text'): ValidateFunction {
  return (from === 'body' ? bodyAjv : textAjv).compile(schema);
}
