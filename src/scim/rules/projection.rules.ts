import { resolvePath } from './attribute-path.rules.ts';
import { ENTERPRISE_SCHEMA, type ResourceType } from './attributes.rules.ts';

interface Named {
  /** The extension that it is part of. */
  holder: string | null;
  name: string;
  sub: string | null;
}

export interface Projection {
  /** Null: all. */
  only: readonly Named[] | null;
  without: readonly Named[];
}

/** `attributes` and `excludedAttributes` of a request, names separated by commas. What nobody has is not missed. */
export function readProjection(
  type: ResourceType,
  asked: { attributes: string | undefined; excluded: string | undefined },
): Projection {
  const only = asked.attributes?.trim() ? namesOf(type, asked.attributes) : null;
  return { only, without: asked.excluded === undefined ? [] : namesOf(type, asked.excluded) };
}

/** Members are looked up only for those who ask for them. */
export const wantsMembers = ({ only, without }: Projection): boolean =>
  (only === null || only.some(({ name }) => name === 'members')) &&
  !without.some(({ name, sub }) => name === 'members' && sub === null);

function namesOf(type: ResourceType, text: string): Named[] {
  return text.split(',').flatMap((path): Named[] => {
    const found = resolvePath(type, path.trim());
    if (found === 'unknown' || found === 'not_kept') return [];
    const { attribute, sub, is_extension } = found;
    if (attribute === null) return [{ holder: null, name: ENTERPRISE_SCHEMA, sub: null }];
    // Nobody is shown without an id.
    if (attribute.name === 'id') return [];
    return [
      { holder: is_extension ? ENTERPRISE_SCHEMA : null, name: attribute.name, sub: sub?.name ?? null },
    ];
  });
}
