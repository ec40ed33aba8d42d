import { counted } from './counted.ts';
import type { Fault } from './errors.ts';

/** What a JSON Schema validator says about one wrong place, as far as it is needed here. */
export interface SchemaViolation {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

/** Turns a validator's finding into words that name the field and what was expected. */
export function describeViolation(violation: SchemaViolation, place: string[]): Fault {
  const steps = violation.instancePath.split('/').slice(1).map(unescapePointer);
  const loc = [...place, ...steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
  const { keyword, params } = violation;
  const fault = (msg: string, type: string): Fault => ({ loc, msg, type });
  const limit = Number(params.limit);
  switch (keyword) {
    case 'required':
      return { loc: [...loc, String(params.missingProperty)], msg: 'is required', type: 'missing' };
    case 'additionalProperties':
      return {
        loc: [...loc, String(params.additionalProperty)],
        msg: 'is not a known parameter',
        type: 'unknown_parameter',
      };
    case 'type':
      return fault(`expected ${describeType(params.type)}`, 'wrong_type');
    case 'enum':
      return fault(`expected one of ${(params.allowedValues as unknown[]).join(', ')}`, 'not_allowed');
    case 'const':
      return fault(`expected ${String(params.allowedValue)}`, 'not_allowed');
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return fault(`expected a number ${String(params.comparison)} ${String(params.limit)}`, 'out_of_range');
    case 'minLength':
      return fault(`expected at least ${counted(limit, 'character')}`, 'too_short');
    case 'maxLength':
      return fault(`expected at most ${counted(limit, 'character')}`, 'too_long');
    case 'minItems':
      return fault(`expected at least ${counted(limit, 'item')}`, 'too_short');
    case 'maxItems':
      return fault(`expected at most ${counted(limit, 'item')}`, 'too_long');
    case 'format':
      return fault(`expected ${FORMATS[String(params.format)] ?? String(params.format)}`, 'bad_format');
    case 'uniqueItems':
      return fault('expected no item twice', 'not_unique');
    case 'minProperties':
      return fault(`expected at least ${counted(limit, 'field')}`, 'too_short');
    case 'pattern':
      return params.pattern === NOT_BLANK
        ? fault('expected a text that is not blank', 'blank')
        : fault(`expected a text that matches ${String(params.pattern)}`, 'bad_format');
    default:
      return fault(violation.message ?? 'is not valid', keyword);
  }
}

/** Something other than spaces. */
const NOT_BLANK = '\\S';

export const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'an ISO 8601 timestamp such as 2026-01-31T09:30:00Z',
  email: 'an e-mail address',
  uuid: 'a UUID',
  uri: 'an absolute address',
};

function describeType(type: unknown): string {
  const names = (Array.isArray(type) ? type : String(type).split(',')).map((name) =>
    name === 'array' || name === 'object' || name === 'integer'
      ? `an ${name}`
      : name === 'null'
        ? 'null'
        : `a ${name}`,
  );
  return names.join(' or ');
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** For places where a fault is one sentence among others, such as the rejected lines of a stream. */
export function faultsAsText(faults: readonly Fault[]): string {
  return faults.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ');
}
