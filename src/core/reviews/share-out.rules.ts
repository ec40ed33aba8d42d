import { canReview, isMember, type People } from './routing.rules.ts';

/** What somebody has to answer. */
export interface Load {
  open: number;
  /** Somebody was named to decide in their place at this time. */
  is_away: boolean;
  /** What waits for them by the weekly budget, and how many they were asked this week. */
  waiting: number;
  asked: number;
}

/** A review, and who comes into question in the order in which they would be asked. */
export interface ToShare {
  principal_id: string;
  candidates: readonly (string | null)[];
  /** For whom it has waited until now. */
  waited_for?: string | null;
  /** It is not asked yet, but waits for a week that has room. */
  waits?: boolean;
}

/**
 * Gives each review to whoever of those who can be asked about it has the fewest open ones by then; of what waits, whoever has the
 * least together with what waits for them. Ties go to the first. Members of the group that it is about come after others, and so do
 * those who are away. Where there is a budget, nobody gets what was to wait for another unless their week has room beyond their own.
 * Reviews that nobody can be asked about are left out.
 */
export function shareOut<Review extends ToShare>(
  reviews: readonly Review[],
  {
    people,
    loads,
    budget = null,
  }: { people: People; loads: ReadonlyMap<string, Load>; budget?: number | null },
): Map<Review, string> {
  const have = new Map([...loads].map(([id, load]) => [id, { ...load }]));
  const given = new Map<Review, string>();
  for (const review of reviews) {
    const { principal_id, waited_for = null, waits = false } = review;
    const able = review.candidates.filter((id) => canReview(id, principal_id, people));
    const [first, ...others] = able;
    const before = waited_for === null ? undefined : have.get(waited_for);
    const rank = (id: string): number[] => {
      const load = loadOf(id, have);
      const hasRoom = budget === null || waits || id === waited_for || load.asked + load.waiting < budget;
      const least = load.open + (waits ? load.waiting : 0);
      return [Number(isMember(id, principal_id, people)), Number(!hasRoom), Number(load.is_away), least];
    };
    if (before) before.waiting -= 1;
    if (first === undefined) continue;
    const to = others.reduce((a, b) => (isLess(rank(b), rank(a)) ? b : a), first);
    const load = loadOf(to, have);
    if (waits) load.waiting += 1;
    else {
      load.open += 1;
      load.asked += 1;
    }
    given.set(review, to);
  }
  return given;
}

function loadOf(id: string, have: Map<string, Load>): Load {
  const known = have.get(id) ?? { open: 0, is_away: false, waiting: 0, asked: 0 };
  have.set(id, known);
  return known;
}

/** By the first number that differs. */
function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((number, place) => number !== b[place]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}
