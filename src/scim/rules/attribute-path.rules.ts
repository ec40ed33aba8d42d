import { type Attribute, COMMON, type ResourceType } from './attributes.rules.ts';

/** What a name or a path means. */
export interface Target {
  /** It is part of the extension of the resource. */
  is_extension: boolean;
  /** Null: the extension as a whole. */
  attribute: Attribute | null;
  sub: Attribute | null;
}

/** `not_kept`: the standard has it and Lapse does not; `unknown`: nobody has. */
export type Resolved = Target | 'not_kept' | 'unknown';

const SIMPLE = /^(\$?[a-z][\w$-]*)(?:\.(\$?[a-z][\w$-]*))?$/i;

export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
export const namedIn = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.find((attribute) => isSame(attribute.name, name));

/** `userName`, `name.familyName`, `urn:…:User:department`, in any case. */
export function resolvePath(type: ResourceType, path: string): Resolved {
  const extension = type.extension;
  const rest = withoutSchema(path, extension?.schema);
  if (extension && rest !== null) {
    if (rest === '') return { is_extension: true, attribute: null, sub: null };
    return resolveIn(type, extension.attributes, rest, true);
  }
  const own = withoutSchema(path, type.schema) ?? path;
  if (own === '' || /^urn:/i.test(own)) return 'unknown';
  return resolveIn(type, [...COMMON, ...type.attributes], own, false);
}

/** What stands after the name of a schema; null when it does not begin with that. */
function withoutSchema(path: string, schema: string | undefined): string | null {
  if (schema === undefined || !isSame(path.slice(0, schema.length), schema)) return null;
  const rest = path.slice(schema.length);
  if (rest === '') return '';
  // Some write a dot where the standard has a colon.
  return /^[:.]/.test(rest) ? rest.slice(1) : null;
}

function resolveIn(
  type: ResourceType,
  attributes: readonly Attribute[],
  path: string,
  is_extension: boolean,
): Resolved {
  const [, name, subName] = SIMPLE.exec(path) ?? [];
  if (name === undefined) return 'unknown';
  const attribute = namedIn(attributes, name);
  if (!attribute) return isStandard(type, name) ? 'not_kept' : 'unknown';
  if (subName === undefined) return { is_extension, attribute, sub: null };
  const sub = namedIn(attribute.sub, subName);
  if (sub) return { is_extension, attribute, sub };
  // Such as emails.display and name.honorificPrefix.
  return attribute.type === 'complex' ? 'not_kept' : 'unknown';
}

const isStandard = (type: ResourceType, name: string): boolean =>
  isSame(name, 'schemas') || type.not_kept.has(name.toLowerCase());
