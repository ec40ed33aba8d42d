import {
  type Attribute,
  COMMON,
  ENTERPRISE_SCHEMA,
  type Resource,
  type ResourceType,
} from './attributes.rules.ts';
import { readMemberIds } from './member-changes.rules.ts';
import { fieldOf, isNothing, isObject, readValue } from './read-value.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

export interface ReadResource {
  resource: Resource;
  /** Of a group; null: nothing is said of them. */
  members: string[] | null;
}

/**
 * What the body of a POST or PUT says of a user or group. What Lapse does not keep is left out, as the standard allows.
 * `before`, of a PUT, has what is not cleared by saying nothing of it: nobody becomes active by an omission.
 */
export function readResource(type: ResourceType, body: unknown, before: Resource | null): ReadResource {
  if (!isObject(body)) throw scimFault('invalidSyntax', `expected a JSON object that is a ${type.name}.`);
  const schemas = fieldOf(body, 'schemas');
  if (!isNothing(schemas) && !(Array.isArray(schemas) && schemas.some((one) => saysType(one, type)))) {
    throw scimFault('invalidSyntax', `schemas is ${quoted(schemas)}; expected a list with ${type.schema}.`);
  }
  const resource: Resource = {};
  for (const attribute of [...COMMON, ...type.attributes]) {
    if (attribute.read_only || attribute.name === 'members') continue;
    keep(resource, attribute, fieldOf(body, attribute.name));
  }
  if (resource.externalId === undefined && before?.externalId !== undefined)
    resource.externalId = before.externalId;
  if (type.extension) {
    const given = fieldOf(body, type.extension.schema);
    if (!isNothing(given) && !isObject(given)) {
      throw scimFault('invalidValue', `${type.extension.schema} is ${quoted(given)}; expected an object.`);
    }
    const extension: Resource = {};
    for (const attribute of type.extension.attributes) {
      keep(extension, attribute, isObject(given) ? fieldOf(given, attribute.name) : undefined);
    }
    if (Object.keys(extension).length > 0) resource[ENTERPRISE_SCHEMA] = extension;
  }
  if (type.name === 'User') resource.active ??= before?.active ?? true;
  requireComplete(type, resource);
  const members = type.name === 'Group' ? fieldOf(body, 'members') : undefined;
  return { resource, members: members === undefined ? null : readMemberIds(members) };
}

const saysType = (value: unknown, type: ResourceType): boolean =>
  typeof value === 'string' && value.toLowerCase() === type.schema.toLowerCase();

function keep(holder: Resource, attribute: Attribute, given: unknown): void {
  const value = readValue(attribute, given);
  if (value !== undefined) holder[attribute.name] = value;
}

/** What a resource cannot be without. */
export function requireComplete(type: ResourceType, resource: Resource): void {
  for (const { name, required } of type.attributes) {
    if (!required) continue;
    const value = resource[name];
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
      throw scimFault('invalidValue', `${name} is missing; a ${type.name} needs it.`);
    }
  }
}
