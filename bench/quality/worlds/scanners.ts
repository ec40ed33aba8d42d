import type { Random } from '../random.ts';
import type { Draft, Visitor, WorldKind } from './draft.ts';
import { buildAssets, buildStaff, DEPARTMENTS, ordinaryAccess } from './staff.ts';

/**
 * Ordinary people, and accounts that use access in their names: two inventories each come by at a fifth of all access every
 * few weeks, needed or not; an assistant of each department works for one holder in twelve every two weeks. The ones make
 * unused access look used, the others are real use.
 */
export const scanners: WorldKind = {
  name: 'scanners',
  build(random, size) {
    const assets = buildAssets(random);
    const drafts = ordinaryAccess(buildStaff(random, size), assets, random);
    visitAll(drafts, random);
    return { drafts };
  },
};

const INVENTORY_SHARE = 0.2;
const ASSISTED_SHARE = 1 / 12;
/** Accounts of the assistants of the departments follow on those of the inventories. */
const FIRST_ASSISTANT = 10;

export function visitAll(drafts: readonly Draft[], random: Random): void {
  const inventories = [1, 2].map(
    (account): Visitor => ({ account, every: random.whole(21, 60), isWork: false }),
  );
  for (const one of drafts) {
    one.usedBy = inventories.filter(() => random.chance(INVENTORY_SHARE));
    if (!random.chance(ASSISTED_SHARE)) continue;
    const account = FIRST_ASSISTANT + (one.asset.department % DEPARTMENTS);
    one.usedBy.push({ account, every: 14, isWork: true });
  }
}
