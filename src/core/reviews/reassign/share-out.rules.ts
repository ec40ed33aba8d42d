import { canReview, isMember, type People } from '../routing.rules.ts';

/**
 * Gives each review to whoever of those who can be asked about it has the least by then. Whoever is in the group that it is about is
 * asked only if nobody else can be. Reviews that nobody of them can be asked about are left out.
 */
export function shareOut(
  reviews: readonly { id: string; principal_id: string }[],
  reviewers: readonly string[],
  { people, loads }: { people: People; loads: ReadonlyMap<string, number> },
): Map<string, string> {
  const have = new Map(reviewers.map((id) => [id, loads.get(id) ?? 0]));
  const given = new Map<string, string>();
  for (const { id, principal_id } of reviews) {
    const able = reviewers.filter((reviewer) => canReview(reviewer, principal_id, people));
    const outside = able.filter((reviewer) => !isMember(reviewer, principal_id, people));
    const loadOf = (reviewer: string) => have.get(reviewer) as number;
    const [least, ...others] = outside.length > 0 ? outside : able;
    if (least === undefined) continue;
    const to = others.reduce((a, b) => (loadOf(b) < loadOf(a) ? b : a), least);
    have.set(to, loadOf(to) + 1);
    given.set(id, to);
  }
  return given;
}
