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
      return { loc, msg: `expected ${describeType(params.type)}`, type: 'wrong_type' };
    case 'enum':
      return {
        loc,
        msg: `expected one of ${(params.allowedValues as unknown[]).join(', ')}`,
        type: 'not_allowed',
      };
    case 'const':
      return { loc, msg: `expected ${String(params.allowedValue)}`, type: 'not_allowed' };
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return {
        loc,
        msg: `expected a number ${String(params.comparison)} ${String(params.limit)}`,
        type: 'out_of_range',
      };
    case 'minLength':
      return {
        loc,
        msg: `expected at least ${counted(Number(params.limit), 'character')}`,
        type: 'too_short',
      };
    case 'maxLength':
      return { loc, msg: `expected at most ${counted(Number(params.limit), 'character')}`, type: 'too_long' };
    case 'minItems':
      return { loc, msg: `expected at least ${counted(Number(params.limit), 'item')}`, type: 'too_short' };
    case 'maxItems':
      return { loc, msg: `expected at most ${counted(Number(params.limit), 'item')}`, type: 'too_long' };
    case 'format':
      return {
        loc,
        msg: `expected ${FORMATS[String(params.format)] ?? String(params.format)}`,
        type: 'bad_format',
      };
    default:
      return { loc, msg: violation.message ?? 'is not valid', type: keyword };
  }
}

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
