import { ENTERPRISE_SCHEMA, type Resource, type ResourceType } from './attributes.rules.ts';
import type { Projection } from './projection.rules.ts';

interface Row {
  id: string;
  resource: Resource;
  version: number;
  created_at: string;
  changed_at: string;
  active: boolean;
}

interface Member {
  id: string;
  display: string;
  type: string;
}

/** Weak, because a member's name may change without it. */
export const versionOf = ({ version, active }: Pick<Row, 'version' | 'active'>): string =>
  `W/"${version}${active ? '' : '-inactive'}"`;

/** A user or group as it is answered. `members` null: they were not asked for. */
export function showResource(
  type: ResourceType,
  row: Row,
  { base, members }: { base: string; members: readonly Member[] | null },
): Resource {
  const { id, resource, created_at, changed_at } = row;
  const location = `${base}${type.endpoint}/${id}`;
  return {
    schemas: [type.schema, ...(resource[ENTERPRISE_SCHEMA] ? [ENTERPRISE_SCHEMA] : [])],
    id,
    ...resource,
    ...(type.name === 'User' ? { active: row.active } : {}),
    ...(members
      ? {
          members: members.map((member) => ({
            value: member.id,
            display: member.display,
            type: member.type,
            $ref: `${base}/${member.type}s/${member.id}`,
          })),
        }
      : {}),
    meta: {
      resourceType: type.name,
      created: new Date(created_at).toISOString(),
      lastModified: new Date(changed_at).toISOString(),
      location,
      version: versionOf(row),
    },
  };
}

/** What was asked for of it. Who it is is always said. */
export function project(resource: Resource, projection: Projection): Resource {
  if (projection.only === null && projection.without.length === 0) return resource;
  const shown = projection.only === null ? resource : {};
  for (const { holder, name, sub } of projection.only ?? []) {
    const value = (holder === null ? resource : ((resource[holder] as Resource) ?? {}))[name];
    if (value === undefined) continue;
    if (holder !== null) shown[holder] ??= {};
    const into = holder === null ? shown : (shown[holder] as Resource);
    into[name] = sub === null ? value : merged(into[name], part(value, sub));
  }
  return {
    schemas: resource.schemas,
    id: resource.id,
    ...projection.without.reduce<Resource>(leftOut, { ...shown }),
  };
}

function leftOut(resource: Resource, { holder, name, sub }: Projection['without'][number]): Resource {
  if (holder !== null) {
    const inner = resource[holder] as Resource | undefined;
    return inner ? { ...resource, [holder]: leftOut(inner, { holder: null, name, sub }) } : resource;
  }
  const { [name]: value, ...rest } = resource;
  if (sub === null || value === undefined) return rest;
  const without = (one: Resource): Resource =>
    Object.fromEntries(Object.entries(one).filter(([key]) => key !== sub));
  return { ...rest, [name]: Array.isArray(value) ? value.map(without) : without(value as Resource) };
}

const part = (value: unknown, sub: string): unknown =>
  Array.isArray(value)
    ? value.map((one) => part(one, sub))
    : { ...((value as Resource)[sub] === undefined ? {} : { [sub]: (value as Resource)[sub] }) };

function merged(before: unknown, more: unknown): unknown {
  if (before === undefined) return more;
  if (Array.isArray(before) && Array.isArray(more)) {
    return before.map((one, index) => ({ ...(one as Resource), ...(more[index] as Resource) }));
  }
  return { ...(before as Resource), ...(more as Resource) };
}
