/** A group and one of its direct members. */
export interface MembershipEdge {
  group: string;
  member: string;
}

/** Every membership above the principal, one question per level. */
export async function membershipsAbove(
  principal: string,
  groupsOf: (members: string[]) => Promise<MembershipEdge[]>,
): Promise<MembershipEdge[]> {
  const found: MembershipEdge[] = [];
  const seen = new Set([principal]);
  let level = [principal];
  while (level.length > 0) {
    const edges = await groupsOf(level);
    found.push(...edges);
    level = [...new Set(edges.map((edge) => edge.group))].filter((group) => !seen.has(group));
    for (const group of level) seen.add(group);
  }
  return found;
}

/**
 * For every group that the principal is in and every membership of its own that leads there: the shortest way,
 * principal first.
 */
export function groupChains(principal: string, edges: readonly MembershipEdge[]): string[][] {
  const groupsOf = new Map<string, string[]>();
  for (const { group, member } of edges) groupsOf.set(member, [...(groupsOf.get(member) ?? []), group]);
  return [...new Set(groupsOf.get(principal))].flatMap((first) => {
    const seen = new Set([principal, first]);
    const chains = [[principal, first]];
    for (const chain of chains) {
      for (const group of groupsOf.get(chain.at(-1) as string) ?? []) {
        if (seen.has(group)) continue;
        seen.add(group);
        chains.push([...chain, group]);
      }
    }
    return chains;
  });
}
