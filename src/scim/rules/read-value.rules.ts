import { isSame, namedIn } from './attribute-path.rules.ts';
import type { Attribute } from './attributes.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

const TEXT_LENGTH_MAX = 500;
const VALUES_MAX = 100;

type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Null, an empty text and an empty list say that there is none. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The value of a field by its name in any case, as providers write it. */
export function fieldOf(body: Fields, name: string): unknown {
  if (Object.hasOwn(body, name)) return body[name];
  const key = Object.keys(body).find((each) => isSame(each, name));
  return key === undefined ? undefined : body[key];
}

/** A value of an attribute as it is kept; undefined: there is none. */
export function readValue(attribute: Attribute, value: unknown, place = attribute.name): unknown {
  if (isNothing(value)) return undefined;
  if (!attribute.multi_valued) return readOne(attribute, value, place);
  const values = readList(attribute, value, place);
  return values.length === 0 ? undefined : values;
}

/** Of an attribute that has many. */
export function readList(attribute: Attribute, value: unknown, place = attribute.name): Fields[] {
  if (isNothing(value)) return [];
  const values = Array.isArray(value) ? value : [value];
  if (values.length > VALUES_MAX) {
    throw scimFault('invalidValue', `${place} has ${values.length} values; expected at most ${VALUES_MAX}.`);
  }
  return onePrimary(
    values.flatMap((each) => {
      const one = readOne(attribute, each, place);
      return one === undefined ? [] : [one as Fields];
    }),
  );
}

function readOne(attribute: Attribute, value: unknown, place: string): unknown {
  if (isNothing(value)) return undefined;
  if (attribute.type === 'boolean') return readFlag(value, place);
  if (attribute.type !== 'complex') return readText(value, place);
  // A manager comes as an object, as its id alone, or as a list of one.
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (isObject(one)) return readParts(attribute, one, place);
  if (typeof one === 'string' && namedIn(attribute.sub, 'value'))
    return readParts(attribute, { value: one }, place);
  throw scimFault('invalidValue', `${place} is ${quoted(value)}; expected an object.`);
}

/** The parts that Lapse keeps. An e-mail without an address, or a manager without an id, is none. */
function readParts(attribute: Attribute, given: Fields, place: string): Fields | undefined {
  const parts = Object.fromEntries(
    (attribute.sub ?? [])
      .filter(({ read_only }) => !read_only)
      .map((sub) => [sub.name, readValue(sub, fieldOf(given, sub.name), `${place}.${sub.name}`)] as const)
      .filter(([, value]) => value !== undefined),
  );
  if (namedIn(attribute.sub, 'value') && parts.value === undefined) return undefined;
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** Entra ID writes "False". */
function readFlag(value: unknown, place: string): boolean {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  throw scimFault('invalidValue', `${place} is ${quoted(value)}; expected true or false.`);
}

function readText(value: unknown, place: string): string {
  if (typeof value !== 'string') {
    throw scimFault('invalidValue', `${place} is ${quoted(value)}; expected a text.`);
  }
  if (value.length > TEXT_LENGTH_MAX) {
    throw scimFault(
      'invalidValue',
      `${place} has ${value.length} characters; expected at most ${TEXT_LENGTH_MAX}.`,
    );
  }
  return value;
}

/** The last one that says so is the primary one. */
export function onePrimary(values: readonly Fields[]): Fields[] {
  const last = values.findLastIndex(({ primary }) => primary === true);
  return values.map((value, index) =>
    value.primary === true && index !== last ? { ...value, primary: false } : value,
  );
}
