import type { Resource } from './attributes.rules.ts';
import type { Filter } from './filter.rules.ts';

type Email = { value: string };

/** By what a resource can be found without looking at all of them. */
export function keysOf(resource: Resource): string[] {
  const { userName, externalId, displayName, emails } = resource;
  const keys = [
    ...(typeof userName === 'string' ? [`userName:${userName.toLowerCase()}`] : []),
    ...(typeof externalId === 'string' ? [`externalId:${externalId}`] : []),
    ...(typeof displayName === 'string' ? [`displayName:${displayName.toLowerCase()}`] : []),
    ...((emails as Email[] | undefined) ?? []).map(({ value }) => `emails:${value.toLowerCase()}`),
  ];
  return [...new Set(keys)];
}

/** Where those that a filter means must be among. */
export type Narrowed = { by: 'key'; key: string } | { by: 'id'; id: string } | { by: 'member'; id: string };

/** Null: they may be anywhere. */
export function narrow(filter: Filter): Narrowed | null {
  if (filter.op === 'and') return narrow(filter.left) ?? narrow(filter.right);
  if (filter.op === 'some') return narrow(filter.filter);
  if (filter.op !== 'eq' || filter.target === 'not_kept' || typeof filter.value !== 'string') return null;
  const { target, value } = filter;
  const { attribute, sub } = target;
  if (target.is_extension || attribute === null || (sub !== null && sub.name !== 'value')) return null;
  // Nothing equals an empty text, and nothing that is empty is kept.
  switch (attribute.name) {
    case 'id':
      return { by: 'id', id: value };
    case 'externalId':
      return { by: 'key', key: `externalId:${value}` };
    case 'members':
      return { by: 'member', id: value };
    case 'userName':
    case 'displayName':
    case 'emails':
      return { by: 'key', key: `${attribute.name}:${value.toLowerCase()}` };
    default:
      return null;
  }
}

/** Members that a filter asks about; null: it asks about them in another way than by their ids. */
export function membersAskedFor(filter: Filter): string[] | null {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const [left, right] = [membersAskedFor(filter.left), membersAskedFor(filter.right)];
      return left && right && [...left, ...right];
    }
    case 'not':
      return membersAskedFor(filter.filter);
    case 'some':
      return membersAskedFor(filter.filter);
    default: {
      if (filter.target === 'not_kept' || filter.target.attribute?.name !== 'members') return [];
      const isById = (filter.target.sub ?? { name: 'value' }).name === 'value';
      const isAsked =
        isById && (filter.op === 'eq' || filter.op === 'ne') && typeof filter.value === 'string';
      return isAsked ? [(filter as { value: string }).value] : null;
    }
  }
}
