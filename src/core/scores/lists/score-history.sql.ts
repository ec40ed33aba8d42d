import type { Querier } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/page.ts';
import type { PrincipalType } from '../../directory/directory.rules.ts';
import { movingUse } from '../purpose.rules.ts';
import type { GrantPast, StoredPoint } from './timeline.rules.ts';

export interface GrantHistory extends GrantPast {
  grant_id: string;
  principal_id: string;
  asset_id: string;
}

export const epochMs = (column: string): string => `extract(epoch FROM ${column})::float8 * 1000`;

type PastRow = Omit<GrantPast, 'use' | 'stored' | 'is_service' | 'purpose_since'> & {
  purpose_since: number | null;
  principal_type: PrincipalType;
  last_used_at: number | null;
  active_days: Buffer;
  stored: StoredPoint[] | null;
};

const PURPOSE_SINCE = `CASE WHEN g.purpose IS NULL THEN
              (SELECT purpose_since FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1)
              ELSE g.purpose_since END`;

/** The past of a grant `g` with its score `s`; the changes ascending. */
const PAST = `${epochMs('g.granted_at')} AS granted_at, ${epochMs('g.created_at')} AS seen_at,
            ${epochMs(PURPOSE_SINCE)} AS purpose_since,
            (SELECT type FROM principals WHERE tenant_id = $1 AND id = g.principal_id) AS principal_type,
            ${epochMs('s.last_used_at')} AS last_used_at, s.active_days, ${epochMs('s.lapses_at')} AS lapses_at,
            (SELECT json_agg(json_build_object('at', ${epochMs('h.at')}, 'cause', h.cause,
                      'previous_lapses_at', ${epochMs('h.previous_lapses_at')},
                      'lapses_at', ${epochMs('h.lapses_at')}) ORDER BY h.at)
             FROM score_history h WHERE h.tenant_id = $1 AND h.grant_id = g.id) AS stored`;

const pastOf = <Row extends PastRow>(row: Row) => {
  const { principal_type, last_used_at, active_days, purpose_since, stored, ...known } = row;
  return {
    ...known,
    purpose_since,
    is_service: principal_type === 'service_account',
    use: movingUse({ last_used_at, active_days: new Uint8Array(active_days) }, purpose_since),
    stored: stored ?? [],
  };
};

/** The past of these grants, or of the grant of each principal that is its stalest now. Those not there are left out. */
export async function loadHistoriesByIds(q: Querier, kind: 'grant' | 'principal', ids: readonly string[]) {
  const stalest = `JOIN principal_scores o ON o.tenant_id = $1 AND o.principal_id = w.id`;
  const rows = await q.query<PastRow & { id: string }>(
    `SELECT w.id, ${PAST}
     FROM unnest($2::text[]) AS w (id) ${kind === 'principal' ? stalest : ''}
     JOIN grants g ON g.tenant_id = $1 AND g.id = ${kind === 'principal' ? 'o.grant_id' : 'w.id'}
     JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id`,
    [q.tenant_id, ids],
  );
  return rows.map(pastOf);
}

/** The whole past of the grants of a principal, of an asset, or of both; revoked ones too. At most `limit` grants. */
export async function loadGrantHistories(
  q: Querier,
  { principal_id, asset_id }: { principal_id?: string | undefined; asset_id?: string | undefined },
  limit: number,
): Promise<GrantHistory[]> {
  const parameters = new Parameters();
  const conditions = [`g.tenant_id = ${parameters.add(q.tenant_id)}`];
  if (principal_id !== undefined) conditions.push(`g.principal_id = ${parameters.add(principal_id)}`);
  if (asset_id !== undefined) conditions.push(`g.asset_id = ${parameters.add(asset_id)}`);
  const rows = await q.query<PastRow & Pick<GrantHistory, 'grant_id' | 'principal_id' | 'asset_id'>>(
    `SELECT g.id AS grant_id, g.principal_id, g.asset_id, ${PAST}
     FROM (SELECT g.* FROM grants g WHERE ${conditions.join(' AND ')} ORDER BY g.id LIMIT ${limit}) g
     JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id
     ORDER BY g.id`,
    parameters.values,
  );
  return rows.map(pastOf);
}
