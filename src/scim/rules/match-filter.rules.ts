import type { Target } from './attribute-path.rules.ts';
import { ENTERPRISE_SCHEMA, type Resource } from './attributes.rules.ts';
import type { Comparison, Filter, Literal } from './filter.rules.ts';

/** Whether a resource, with its id and its meta, is one of those that a filter means. */
export function matchesFilter(filter: Filter, resource: Resource): boolean {
  return matches(filter, (target) => valuesAt(resource, target));
}

/** Whether one value of an attribute is meant, such as one e-mail. */
export function matchesValue(filter: Filter, value: Record<string, unknown>): boolean {
  return matches(filter, ({ sub }) => listOf(sub ? value[sub.name] : undefined));
}

type Values = (target: Target) => unknown[];

function matches(filter: Filter, values: Values): boolean {
  switch (filter.op) {
    case 'and':
      return matches(filter.left, values) && matches(filter.right, values);
    case 'or':
      return matches(filter.left, values) || matches(filter.right, values);
    case 'not':
      return !matches(filter.filter, values);
    case 'pr':
      return filter.target !== 'not_kept' && values(filter.target).some(isPresent);
    case 'some':
      return (
        filter.target !== 'not_kept' &&
        values(filter.target).some((value) => matchesValue(filter.filter, value as Record<string, unknown>))
      );
    case 'ne':
      return !compared(filter.target, 'eq', filter.value, values);
    default:
      return compared(filter.target, filter.op, filter.value, values);
  }
}

function compared(
  target: Target | 'not_kept',
  op: Exclude<Comparison, 'ne'>,
  literal: Literal,
  values: Values,
): boolean {
  const found = target === 'not_kept' ? [] : values(target).filter(isPresent);
  // Nothing equals nothing.
  if (literal === null) return op === 'eq' && found.length === 0;
  if (target === 'not_kept') return false;
  const { attribute, sub } = target;
  // Whoever compares emails or members means their values.
  const compares = sub ?? attribute?.sub?.find(({ name }) => name === 'value') ?? attribute ?? {};
  const scalars = found.map((value) =>
    typeof value === 'object' ? (value as { value?: unknown }).value : value,
  );
  return scalars.some((value) => isPresent(value) && holds(value, op, literal, compares));
}

function holds(
  value: unknown,
  op: Exclude<Comparison, 'ne'>,
  literal: string | number | boolean,
  { type, case_exact }: { type?: string; case_exact?: true } = {},
): boolean {
  // Some providers write true as a text.
  if (typeof value === 'boolean') return op === 'eq' && String(value) === String(literal).toLowerCase();
  if (type === 'dateTime') return ordered(Date.parse(String(value)), op, Date.parse(String(literal)));
  const folded = (text: unknown): string => (case_exact ? String(text) : String(text).toLowerCase());
  const [has, wanted] = [folded(value), folded(literal)];
  if (op === 'co') return has.includes(wanted);
  if (op === 'sw') return has.startsWith(wanted);
  if (op === 'ew') return has.endsWith(wanted);
  return ordered(has, op, wanted);
}

function ordered<T extends string | number>(a: T, op: Exclude<Comparison, 'ne'>, b: T): boolean {
  if (op === 'eq') return a === b;
  if (op === 'gt') return a > b;
  if (op === 'ge') return a >= b;
  if (op === 'lt') return a < b;
  return op === 'le' && a <= b;
}

/** The values at a place: those of a list, or one, or none. */
export function valuesAt(resource: Resource, { is_extension, attribute, sub }: Target): unknown[] {
  const holder = is_extension ? (resource[ENTERPRISE_SCHEMA] as Resource | undefined) : resource;
  const values = listOf(attribute ? holder?.[attribute.name] : holder);
  return sub ? values.flatMap((value) => listOf((value as Resource)[sub.name])) : values;
}

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

const isPresent = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(typeof value === 'object' && Object.keys(value).length === 0);
