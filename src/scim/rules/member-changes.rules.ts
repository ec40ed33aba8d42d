import { namedIn } from './attribute-path.rules.ts';
import { GROUP } from './attributes.rules.ts';
import { type Filter, parseValueFilter } from './filter.rules.ts';
import { fieldOf, isNothing, isObject } from './read-value.rules.ts';
import { quoted, scimFault } from './scim-fault.rules.ts';

const ID_LENGTH_MAX = 200;

/**
 * What a request does to the members of a group, however many it has: those who are in it stay, unless it begins from none,
 * less those who leave, with those who join.
 */
export class MemberChanges {
  from_none = false;
  readonly joining = new Set<string>();
  readonly leaving = new Set<string>();

  add(ids: readonly string[]): void {
    for (const id of ids) {
      this.leaving.delete(id);
      this.joining.add(id);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.joining.delete(id);
      this.leaving.add(id);
    }
  }

  replace(ids: readonly string[]): void {
    this.from_none = true;
    this.leaving.clear();
    this.joining.clear();
    this.add(ids);
  }

  get is_empty(): boolean {
    return !this.from_none && this.joining.size === 0 && this.leaving.size === 0;
  }

  /** Who is in the group after it. */
  applied(members: ReadonlySet<string>): Set<string> {
    const after = new Set(this.from_none ? [] : members);
    for (const id of this.leaving) after.delete(id);
    for (const id of this.joining) after.add(id);
    return after;
  }
}

/** Ids of a list of members, of one member, or of bare ids. */
export function readMemberIds(given: unknown): string[] {
  if (isNothing(given)) return [];
  return (Array.isArray(given) ? given : [given]).map((member) => {
    const id = isObject(member) ? fieldOf(member, 'value') : member;
    if (typeof id === 'string' && id !== '' && id.length <= ID_LENGTH_MAX) return id;
    throw scimFault(
      'invalidValue',
      `members has ${quoted(member)}; expected {"value": "the id of a user or group"}.`,
    );
  });
}

/** The ids that `members[value eq "…" or value eq "…"]` means. */
export function idsOfMemberFilter(text: string): string[] {
  const members = namedIn(GROUP.attributes, 'members');
  if (!members) return [];
  const ids = idsOf(parseValueFilter(members, false, text));
  if (ids) return ids;
  throw scimFault(
    'invalidFilter',
    `Members are chosen by value eq "…", also with or; not by ${quoted(text)}.`,
  );
}

function idsOf(filter: Filter): string[] | null {
  if (filter.op === 'or') {
    const [left, right] = [idsOf(filter.left), idsOf(filter.right)];
    return left && right && [...left, ...right];
  }
  const isById =
    filter.op === 'eq' &&
    filter.target !== 'not_kept' &&
    filter.target.sub?.name === 'value' &&
    typeof filter.value === 'string';
  return isById ? [filter.value as string] : null;
}
