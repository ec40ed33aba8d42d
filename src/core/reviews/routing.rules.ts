/** Who might be asked, as far as it matters. */
export interface Person {
  id: string;
  disabled: boolean;
  manager_id: string | null;
  /** E-mail and external ids in lower case: two principals that share one are one person. */
  names?: readonly string[];
  /** Of the groups that may be asked about: those that this person is in, also through other groups and accounts. */
  groups?: readonly string[];
  display_name?: string;
}

export type People = ReadonlyMap<string, Person>;

/** Whether somebody can be asked about a principal: there, enabled, and not the one it is about under any name. */
export function canReview(id: string | null | undefined, aboutId: string, people: People): id is string {
  if (id === null || id === undefined || id === aboutId) return false;
  const names = people.get(aboutId)?.names ?? [];
  if (people.get(id)?.names?.some((name) => names.includes(name))) return false;
  return people.get(id)?.disabled === false;
}

/** Whether a person is in the group that is asked about. */
export const isMember = (id: string, groupId: string, people: People): boolean =>
  people.get(id)?.groups?.includes(groupId) ?? false;

/** The first who can be asked. Whoever is in the group that it is about uses the access, and is asked only if nobody else can be. */
export function firstOf(
  candidates: readonly (string | null | undefined)[],
  aboutId: string,
  people: People,
): string | null {
  const able = candidates.filter((id) => canReview(id, aboutId, people));
  return able.find((id) => !isMember(id, aboutId, people)) ?? able[0] ?? null;
}

/** Who of these would have been asked about a group, were they not in it. */
export function skippedMembers(
  ids: readonly (string | null | undefined)[],
  groupId: string,
  people: People,
): string[] {
  return [...new Set(ids)].filter(
    (id): id is string => typeof id === 'string' && isMember(id, groupId, people),
  );
}

/** Who may be asked about a pair by the policy's routing, in their order: the owner of the asset, the manager, the fallback. */
export const routeOf = (
  pair: { owner_id: string | null; manager_id: string | null },
  fallbackId: string | null,
): (string | null)[] => [pair.owner_id, pair.manager_id, fallbackId];

/** The first of them who can be; null: an admin must find one. */
export function routeReview(
  pair: { principal_id: string; owner_id: string | null; manager_id: string | null },
  fallbackId: string | null,
  people: People,
): string | null {
  return firstOf(routeOf(pair, fallbackId), pair.principal_id, people);
}

/** Who is asked to remove access by hand: the owner of the asset, else the tenant's fallback; null: nobody can be asked. */
export function routeRemediation(
  removal: { principal_id: string; owner_id: string | null },
  fallbackId: string | null,
  people: People,
): string | null {
  return firstOf([removal.owner_id, fallbackId], removal.principal_id, people);
}

/** The reviewers of a campaign take turns: from whose turn it is on. */
export const inTurn = (reviewerIds: readonly string[], turn: number): string[] =>
  reviewerIds.map((_, i) => reviewerIds[(turn + i) % reviewerIds.length] as string);

/** The policy's contact, else the manager of the reviewer; null: nobody is left to ask. */
export function routeEscalation(
  review: { principal_id: string; assigned_to_id: string | null },
  contactId: string | null,
  people: People,
): string | null {
  const { assigned_to_id, principal_id } = review;
  const manager = assigned_to_id === null ? null : people.get(assigned_to_id)?.manager_id;
  const candidates = contactId === null ? [manager] : [contactId];
  return firstOf(
    candidates.filter((id) => id !== assigned_to_id),
    principal_id,
    people,
  );
}
