import { instantOfClass, instantTexts } from '../../core/scores/half-life.sql.ts';
import type { Querier } from '../../platform/database/database.ts';

/** What several grants hang on: all that a member holds through a group, or all that members hold through it on an asset. */
export type SharedEdge =
  | { kind: 'membership'; group_id: string; member_id: string }
  | { kind: 'group_grant'; group_id: string; asset_id: string };

export const edgeKey = (edge: SharedEdge): string => `${edge.kind}\u0000${edge.group_id}\u0000${endOf(edge)}`;

const endOf = (edge: SharedEdge): string => (edge.kind === 'membership' ? edge.member_id : edge.asset_id);

/** One is not enough: the grant that is asked about may be it. */
const FOUND_MAX = 2;

/**
 * Grants in use that would go with each of these edges, at most two of each, by its key. In use as `describeLosses` says;
 * which of the edge's grants is revoked makes no difference, so an edge is looked at once for all of them.
 */
export async function edgesInUse(
  q: Querier,
  edges: readonly SharedEdge[],
  freshAfter: readonly number[],
): Promise<Map<string, string[]>> {
  const distinct = [...new Map(edges.map((edge) => [edgeKey(edge), edge])).values()];
  const found = new Map<string, string[]>();
  for (const [kind, column] of COLUMNS) {
    const ofKind = distinct.filter((edge) => edge.kind === kind);
    if (ofKind.length === 0) continue;
    const rows = await q.query<{ n: number; ids: string[] }>(
      `SELECT w.n::integer, ARRAY(
         SELECT g.id FROM grants g
         JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
         WHERE g.tenant_id = $1 AND g.via_group_id = w.group_id AND g.${column} = w.end_id AND g.status = 'active'
           AND s.lapses_at > ${instantOfClass('($4::timestamptz[])', 's')}
           AND NOT EXISTS (SELECT FROM grants other WHERE other.tenant_id = $1 AND other.principal_id = g.principal_id
                             AND other.asset_id = g.asset_id AND other.status = 'active'
                             AND other.via_group_id IS DISTINCT FROM w.group_id)
         LIMIT ${FOUND_MAX}) AS ids
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS w (group_id, end_id, n)`,
      [q.tenant_id, ofKind.map((edge) => edge.group_id), ofKind.map(endOf), instantTexts(freshAfter)],
    );
    for (const { n, ids } of rows) found.set(edgeKey(ofKind[n - 1] as SharedEdge), ids);
  }
  return found;
}

const COLUMNS = [
  ['membership', 'principal_id'],
  ['group_grant', 'asset_id'],
] as const;
