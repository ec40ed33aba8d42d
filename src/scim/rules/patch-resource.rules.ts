import { resolvePath } from './attribute-path.rules.ts';
import { type Attribute, ENTERPRISE_SCHEMA, type Resource, type ResourceType } from './attributes.rules.ts';
import { type Filter, parseValueFilter } from './filter.rules.ts';
import { matchesValue } from './match-filter.rules.ts';
import { idsOfMemberFilter, MemberChanges, readMemberIds } from './member-changes.rules.ts';
import type { Operation } from './patch-operations.rules.ts';
import { requireComplete } from './read-resource.rules.ts';
import { fieldOf, isNothing, isObject, onePrimary, readList, readValue } from './read-value.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

type Fields = Record<string, unknown>;

/** Where an operation works: an attribute, those of its values that a filter means, one part of it. */
interface Place {
  attribute: Attribute;
  is_extension: boolean;
  sub: Attribute | null;
  filter: string | null;
}

const PATH = /^([^[\]]+)(?:\[(.*)\](?:\.(\$?\w+))?)?$/s;

/** The resource after the operations, one after the other; all or, when one is refused, none. */
export function patchResource(
  type: ResourceType,
  before: Resource,
  operations: readonly Operation[],
): { resource: Resource; members: MemberChanges } {
  const resource = structuredClone(before);
  const members = new MemberChanges();
  for (const operation of operations) apply(type, { resource, members }, operation);
  requireComplete(type, resource);
  return { resource, members };
}

interface Draft {
  resource: Resource;
  members: MemberChanges;
}

function apply(type: ResourceType, draft: Draft, { op, path, value }: Operation): void {
  if (path === undefined) {
    if (op === 'remove') throw scimFault('noTarget', 'An operation that removes needs a path.');
    if (!isObject(value)) {
      throw scimFault('invalidValue', `The value is ${quoted(value)}; without a path, expected an object.`);
    }
    for (const [name, each] of Object.entries(value)) applyNamed(type, draft, op, name, each);
    return;
  }
  const place = placeOf(type, path);
  if (place === 'unknown') throw scimFault('invalidPath', `There is no ${quoted(path)} in a ${type.name}.`);
  if (place === 'not_kept') return;
  if (place === 'extension') applyExtension(type, draft, op, value);
  else applyAt(draft, op, place, value);
}

/** A field of a value without a path: an attribute, a path with dots, or a whole extension. What nobody knows is left out, as in a POST. */
function applyNamed(
  type: ResourceType,
  draft: Draft,
  op: 'add' | 'replace',
  name: string,
  value: unknown,
): void {
  const place = placeOf(type, name);
  if (place === 'unknown' || place === 'not_kept') return;
  if (place === 'extension') applyExtension(type, draft, op, value);
  else if (!place.attribute.read_only) applyAt(draft, op, place, value);
}

function applyExtension(type: ResourceType, draft: Draft, op: Operation['op'], value: unknown): void {
  if (op === 'remove' || isNothing(value)) {
    if (op !== 'add') delete draft.resource[ENTERPRISE_SCHEMA];
    return;
  }
  if (!isObject(value)) {
    throw scimFault('invalidValue', `${ENTERPRISE_SCHEMA} is ${quoted(value)}; expected an object.`);
  }
  for (const [name, each] of Object.entries(value)) {
    applyNamed(type, draft, op, `${ENTERPRISE_SCHEMA}:${name}`, each);
  }
}

function placeOf(type: ResourceType, path: string): Place | 'extension' | 'not_kept' | 'unknown' {
  const [, name = '', filter, subName] = PATH.exec(path) ?? [];
  const found = resolvePath(type, name.trim());
  if (found === 'unknown' || found === 'not_kept') return found;
  const { attribute, is_extension } = found;
  if (attribute === null) return filter === undefined ? 'extension' : 'unknown';
  if (filter === undefined) return { attribute, is_extension, sub: found.sub, filter: null };
  if (found.sub !== null || !attribute.multi_valued) return 'unknown';
  const sub =
    subName === undefined
      ? null
      : attribute.sub?.find((each) => each.name.toLowerCase() === subName.toLowerCase());
  return sub === undefined ? 'not_kept' : { attribute, is_extension, sub, filter };
}

function applyAt(draft: Draft, op: Operation['op'], place: Place, value: unknown): void {
  const { attribute, sub, is_extension } = place;
  if (attribute.read_only || sub?.read_only) {
    throw scimFault('mutability', `${attribute.name}${sub ? `.${sub.name}` : ''} cannot be changed.`);
  }
  if (attribute.name === 'members') {
    applyToMembers(draft.members, op, place, value);
    return;
  }
  const holder = is_extension
    ? { ...(draft.resource[ENTERPRISE_SCHEMA] as Fields | undefined) }
    : draft.resource;
  const next = attribute.multi_valued
    ? nextValues((holder[attribute.name] as Fields[] | undefined) ?? [], op, place, value)
    : nextValue(holder[attribute.name], op, place, value);
  if (next === undefined) delete holder[attribute.name];
  else holder[attribute.name] = next;
  if (!is_extension) return;
  if (Object.keys(holder).length > 0) draft.resource[ENTERPRISE_SCHEMA] = holder;
  else delete draft.resource[ENTERPRISE_SCHEMA];
}

/** A removal without a value is of all; one with an empty list is of nobody. */
const isUnsaid = (value: unknown): boolean => value === undefined || value === null;

function applyToMembers(
  members: MemberChanges,
  op: Operation['op'],
  { sub, filter }: Place,
  value: unknown,
): void {
  if (filter !== null) {
    const ids = idsOfMemberFilter(filter);
    if (op === 'remove') members.remove(ids);
    else if (op === 'add') members.add(ids);
    else {
      members.remove(ids);
      members.add(readMemberIds(value));
    }
    return;
  }
  if (sub !== null && op === 'remove' && isUnsaid(value)) {
    throw scimFault('invalidPath', 'A member cannot be without its value.');
  }
  const ids = readMemberIds(value);
  if (op === 'add') members.add(ids);
  else if (op === 'replace' || isUnsaid(value)) members.replace(ids);
  else members.remove(ids);
}

/** Of an attribute with one value. Parts of a complex one that are not said stay. */
function nextValue(before: unknown, op: Operation['op'], { attribute, sub }: Place, value: unknown): unknown {
  if (sub)
    return withPart(
      (before as Fields | undefined) ?? {},
      sub,
      op === 'remove' ? undefined : value,
      attribute,
    );
  if (op === 'remove') return undefined;
  const read = readValue(attribute, value);
  if (attribute.type !== 'complex' || read === undefined || attribute.name === 'manager') return read;
  return { ...(before as Fields | undefined), ...(read as Fields) };
}

function withPart(before: Fields, sub: Attribute, value: unknown, attribute: Attribute): Fields | undefined {
  const { [sub.name]: _, ...rest } = before;
  const read = readValue(sub, value, `${attribute.name}.${sub.name}`);
  const after = read === undefined ? rest : { ...rest, [sub.name]: read };
  const isWithoutValue = attribute.sub?.some(({ name }) => name === 'value') && after.value === undefined;
  return isWithoutValue || Object.keys(after).length === 0 ? undefined : after;
}

function nextValues(
  before: readonly Fields[],
  op: Operation['op'],
  place: Place,
  value: unknown,
): Fields[] | undefined {
  const after = listed(changedValues(before, op, place, value), place.attribute);
  return after.length === 0 ? undefined : after;
}

function changedValues(
  before: readonly Fields[],
  op: Operation['op'],
  place: Place,
  value: unknown,
): Fields[] {
  const { attribute, sub, filter } = place;
  if (filter === null && sub === null) {
    const given = readList(attribute, value);
    if (op === 'replace') return given;
    if (op === 'add') return given.reduce(withValue, [...before]);
    return isUnsaid(value) ? [] : before.filter((one) => !given.some((gone) => isSameValue(one, gone)));
  }
  const chosen = filter === null ? null : parseValueFilter(attribute, place.is_extension, filter);
  const isMeant = (one: Fields): boolean => chosen === null || matchesValue(chosen, one);
  const parts = partsOf(place, op === 'remove' ? null : value);
  const changed = (one: Fields): Fields[] => (parts ? readList(attribute, { ...one, ...parts }) : []);
  if (op === 'remove' || isNothing(value) || before.some(isMeant)) {
    return before.flatMap((one) => (isMeant(one) ? changed(one) : [one]));
  }
  return [...before, madeFor(chosen, attribute, parts ?? {})];
}

/** What an operation says of the values that it means; null: they are gone. */
function partsOf({ attribute, sub }: Place, value: unknown): Fields | null {
  if (sub) return { [sub.name]: value };
  if (isNothing(value)) return null;
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isObject(one)) return { value: one };
  return Object.fromEntries(
    (attribute.sub ?? []).flatMap(({ name }) => {
      const part = fieldOf(one, name);
      return part === undefined ? [] : [[name, part]];
    }),
  );
}

/** Entra ID sets emails[type eq "work"].value also where there is no such e-mail yet. */
function madeFor(chosen: Filter | null, attribute: Attribute, parts: Fields): Fields {
  const said = chosen === null ? {} : equalities(chosen);
  const [made] = said ? readList(attribute, { ...said, ...parts }) : [];
  if (made) return made;
  throw scimFault('noTarget', `No value of ${attribute.name} is meant by the path.`);
}

function equalities(filter: Filter): Fields | null {
  if (filter.op === 'and') {
    const [left, right] = [equalities(filter.left), equalities(filter.right)];
    return left && right && { ...left, ...right };
  }
  return filter.op === 'eq' && filter.target !== 'not_kept' && filter.target.sub
    ? { [filter.target.sub.name]: filter.value }
    : null;
}

const isSameValue = (a: Fields, b: Fields): boolean =>
  String(a.value).toLowerCase() === String(b.value).toLowerCase();

function withValue(values: Fields[], added: Fields): Fields[] {
  const isThere = values.some((one) => isSameValue(one, added));
  // The newest says which is the primary one.
  const others =
    added.primary === true ? values.map((one) => (one.primary ? { ...one, primary: false } : one)) : values;
  return isThere
    ? others.map((one) => (isSameValue(one, added) ? { ...one, ...added } : one))
    : [...others, added];
}

/** As they are kept: no more than so many, and one primary. */
function listed(values: readonly Fields[], attribute: Attribute): Fields[] {
  return onePrimary(readList(attribute, values));
}
