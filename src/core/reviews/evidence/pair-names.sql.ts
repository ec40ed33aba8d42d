import type { Querier } from '../../../platform/database/database.ts';
import { IS_WATCHED } from '../../scores/telemetry-gaps.sql.ts';
import type { Pair } from './pairs.sql.ts';

export type PairNames = Pair & {
  principal_name: string;
  asset_name: string;
  platform: string;
  is_watched: boolean;
};

/** What the halves of these pairs are called, and whether their use is watched at the moment. */
export async function loadPairNames(q: Querier, pairs: readonly Pair[]): Promise<PairNames[]> {
  return q.query<PairNames>(
    `SELECT w.principal_id, w.asset_id, p.display_name AS principal_name, a.name AS asset_name, a.platform,
            ${IS_WATCHED} AS is_watched
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
     JOIN principals p ON p.tenant_id = $1 AND p.id = w.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = w.asset_id`,
    [q.tenant_id, pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)],
  );
}
