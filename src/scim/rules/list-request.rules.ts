import type { ResourceType } from './attributes.rules.ts';
import { type Filter, parseFilter } from './filter.rules.ts';
import { type Projection, readProjection } from './projection.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

const COUNT_DEFAULT = 100;
export const COUNT_MAX = 500;
/** Beyond it the database would mostly skip. */
const START_MAX = 10_000_000;

/** Parameters as they came; a name that is given twice is a list. Names that nobody knows are ignored, as the standard has it. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

export interface ListQuery {
  filter: Filter | null;
  start: number;
  count: number;
  projection: Projection;
}

export function readListQuery(type: ResourceType, query: Query): ListQuery {
  const filter = one(query, 'filter');
  return {
    filter: filter === undefined || filter.trim() === '' ? null : parseFilter(type, filter),
    start: Math.min(START_MAX, Math.max(1, number(query, 'startIndex', 1))),
    count: Math.min(COUNT_MAX, Math.max(0, number(query, 'count', COUNT_DEFAULT))),
    projection: projectionOf(type, query),
  };
}

export const projectionOf = (type: ResourceType, query: Query): Projection =>
  readProjection(type, {
    attributes: one(query, 'attributes'),
    excluded: one(query, 'excludedAttributes'),
  });

function one(query: Query, name: string): string | undefined {
  const value =
    query[name] ?? Object.entries(query).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  if (!Array.isArray(value)) return value;
  throw scimFault('invalidValue', `${name} is given ${value.length} times; expected once.`);
}

function number(query: Query, name: string, otherwise: number): number {
  const text = one(query, name);
  if (text === undefined || text === '') return otherwise;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw scimFault('invalidValue', `${name} is ${quoted(text)}; expected a whole number.`);
}
