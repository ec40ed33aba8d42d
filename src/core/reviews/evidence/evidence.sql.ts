import type { Querier } from '../../../platform/database/database.ts';
import { grantAccount } from '../../accounts/grant-account.sql.ts';
import { GAP_OF_ASSET } from '../../scores/telemetry-gaps.sql.ts';
import type { EarlierConfirmation, EvidenceSource, GrantSource } from './evidence.rules.ts';
import type { Pair } from './pairs.sql.ts';

export type PairContext = Pair &
  Omit<EvidenceSource['principal'], 'id'> &
  Omit<EvidenceSource['asset'], 'id' | 'name'> &
  Pick<EvidenceSource, 'signals' | 'gaps'> & { asset_name: string };

const SIGNALS_MAX = 10;
/** As the wire carries instants. */
const isoSql = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// Written once: the name of a kept statement is found by its text, and a text that is put together again must be read for that.
const PAIRS_SQL = `SELECT w.principal_id, p.display_name, p.type, p.department, p.disabled, p.protected, p.inventory_since,
       w.asset_id, a.name AS asset_name, a.platform, a.owner_id, a.contains_pii,
       EXISTS (SELECT FROM connector_objects o WHERE o.tenant_id = $1 AND o.kind = 'asset' AND o.lapse_id = w.asset_id) AS connected,
       coalesce((SELECT json_agg(x) FROM (
          SELECT s.kind, s.reason, ${isoSql('s.occurred_at')} AS occurred_at FROM anomaly_signals s
          WHERE s.tenant_id = $1 AND s.principal_id = w.principal_id AND s.asset_id = w.asset_id
          ORDER BY s.occurred_at DESC LIMIT ${SIGNALS_MAX}) x), '[]') AS signals,
       coalesce((SELECT json_agg(x) FROM (
          SELECT ${isoSql('t.started_at')} AS started_at, ${isoSql('t.ended_at')} AS ended_at FROM telemetry_gaps t
          WHERE ${GAP_OF_ASSET} ORDER BY t.started_at DESC LIMIT 20) x), '[]') AS gaps
  FROM unnest($2::text[], $3::text[]) AS w (principal_id, asset_id)
  JOIN principals p ON p.tenant_id = $1 AND p.id = w.principal_id
  JOIN assets a ON a.tenant_id = $1 AND a.id = w.asset_id`;

/** Who and what these reviews are about, with what was seen between them. */
export async function loadPairContexts(q: Querier, pairs: readonly Pair[]): Promise<PairContext[]> {
  const [principals, assets] = [pairs.map((pair) => pair.principal_id), pairs.map((pair) => pair.asset_id)];
  return q.query<PairContext>(PAIRS_SQL, [q.tenant_id, principals, assets]);
}

export type GrantContext = Omit<GrantSource, 'path' | 'facts' | 'lapse' | 'others'> & {
  principal_id: string;
};

const epochMs = (column: string): string => `extract(epoch FROM ${column})::float8 * 1000`;

const GRANTS_SQL = `SELECT g.id AS grant_id, g.principal_id, g.permission, g.status, g.via_group_id, ${grantAccount('g.id')} AS account,
       coalesce((SELECT json_agg(json_build_object('at', ${epochMs('h.at')}, 'cause', h.cause,
                   'previous_lapses_at', ${epochMs('h.previous_lapses_at')},
                   'lapses_at', ${epochMs('h.lapses_at')}) ORDER BY h.at)
                 FROM score_history h WHERE h.tenant_id = $1 AND h.grant_id = g.id), '[]') AS history
  FROM unnest($2::text[]) AS w (id)
  JOIN grants g ON g.tenant_id = $1 AND g.id = w.id`;

export async function loadGrantContexts(q: Querier, grantIds: readonly string[]): Promise<GrantContext[]> {
  return q.query<GrantContext>(GRANTS_SQL, [q.tenant_id, grantIds]);
}

const PATH_MAX = 8;

/** By which groups a principal is in the group that holds the access: the shortest way, nearest group first. */
export async function loadGroupPaths(
  q: Querier,
  wanted: readonly { principal_id: string; group_id: string }[],
): Promise<{ principal_id: string; group_id: string; path: { id: string; display_name: string }[] }[]> {
  if (wanted.length === 0) return [];
  return q.query(
    `WITH RECURSIVE ways (principal_id, wanted_id, at_id, path) AS (
       SELECT w.principal_id, w.group_id, m.group_id, ARRAY[m.group_id]
       FROM unnest($2::text[], $3::text[]) AS w (principal_id, group_id)
       JOIN memberships m ON m.tenant_id = $1 AND m.member_id = w.principal_id
       UNION ALL
       SELECT y.principal_id, y.wanted_id, m.group_id, y.path || m.group_id
       FROM ways y JOIN memberships m ON m.tenant_id = $1 AND m.member_id = y.at_id
       WHERE y.at_id <> y.wanted_id AND NOT m.group_id = ANY (y.path) AND cardinality(y.path) < ${PATH_MAX}
     )
     SELECT w.principal_id, w.group_id,
            (SELECT json_agg(json_build_object('id', n.id, 'display_name', p.display_name) ORDER BY n.place)
             FROM unnest(coalesce(s.path, ARRAY[w.group_id])) WITH ORDINALITY AS n (id, place)
             JOIN principals p ON p.tenant_id = $1 AND p.id = n.id) AS path
     FROM unnest($2::text[], $3::text[]) AS w (principal_id, group_id)
     LEFT JOIN LATERAL (SELECT path FROM ways WHERE principal_id = w.principal_id AND wanted_id = w.group_id
                          AND at_id = w.group_id ORDER BY cardinality(path), path LIMIT 1) s ON true`,
    [q.tenant_id, wanted.map((each) => each.principal_id), wanted.map((each) => each.group_id)],
  );
}

/** What reviewers said when they confirmed the access that these reviews test. */
export async function loadConfirmations(
  q: Querier,
  reviewIds: readonly string[],
): Promise<EarlierConfirmation[]> {
  if (reviewIds.length === 0) return [];
  return q.query<EarlierConfirmation & Record<string, unknown>>(
    `SELECT w.id AS review_id, d.decided_by, d.decided_at, d.reason, d.next_review_at AS confirmed_until
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT * FROM review_decisions WHERE tenant_id = $1 AND review_id = w.id AND decision = 'CONFIRM'
                   ORDER BY decided_at DESC LIMIT 1) d ON true`,
    [q.tenant_id, reviewIds],
  );
}
