import type { Querier } from '../../platform/database/database.ts';
import { heldByGroups } from '../engine/elsewhere.sql.ts';
import { ALSO_REMOVED_LISTED_MAX } from '../engine/plan.rules.ts';
import { type DescribedLosses, describeLosses, type Losses, NOTHING_LOST } from './facts.sql.ts';

/** By the grant that is revoked: what goes with it, and what the groups hold of which another connector takes the principal out. */
export async function describeAllLosses(
  q: Querier,
  losses: readonly Losses[],
  freshAfter: readonly number[],
): Promise<Map<string, DescribedLosses>> {
  const described = await describeLosses(q, losses, freshAfter);
  const leaving = losses.flatMap(({ grant_id, membership }) =>
    membership?.is_elsewhere ? [{ grant_id, ...membership }] : [],
  );
  const held = await heldByGroups(q, leaving, freshAfter);
  for (const [index, { grant_id }] of leaving.entries()) {
    described.set(grant_id, together(described.get(grant_id) ?? NOTHING_LOST, held[index] ?? NOTHING_LOST));
  }
  return described;
}

const together = (a: DescribedLosses, b: DescribedLosses): DescribedLosses => ({
  total: a.total + b.total,
  in_use: a.in_use + b.in_use,
  items: [...a.items, ...b.items]
    .sort((one, other) => Number(other.in_use) - Number(one.in_use))
    .slice(0, ALSO_REMOVED_LISTED_MAX),
});
