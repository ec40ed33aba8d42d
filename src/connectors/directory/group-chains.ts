import type { DirectoryMembership, DirectoryRows } from './directory-rows.ts';

/** For every group that the principal is in, also through others: the shortest way to it, principal first. */
export type GroupChains = ReadonlyMap<string, string[]>;

/** Everything above the principal, one question per level. `without` is left out as if it were removed. */
export async function groupChains(
  rows: Pick<DirectoryRows, 'groupsOf'>,
  principalId: string,
  without: DirectoryMembership | null = null,
): Promise<GroupChains> {
  const chains = new Map<string, string[]>();
  let level = new Map([[principalId, [principalId]]]);
  while (level.size > 0) {
    const next = new Map<string, string[]>();
    for (const { group_id, member_id } of await rows.groupsOf([...level.keys()])) {
      const isLeftOut = without?.group_id === group_id && without.member_id === member_id;
      const chain = level.get(member_id);
      if (isLeftOut || !chain || group_id === principalId || chains.has(group_id)) continue;
      chains.set(group_id, [...chain, group_id]);
      next.set(group_id, [...chain, group_id]);
    }
    level = next;
  }
  return chains;
}
