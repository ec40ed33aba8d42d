import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { PURPOSE } from '../../scores/apply/grant-facts.sql.ts';
import { GAP_OF_ASSET } from '../../scores/telemetry-gaps.sql.ts';
import type { Pair } from '../evidence/pairs.sql.ts';
import { covers, type RuleKind } from './standing-rule.rules.ts';
import { exactly, type Position, type RuleRow } from './standing-rules.sql.ts';

/** What a rule may decide. */
export type Candidate = Pair & {
  grant_id: string;
  permission: string;
  /** From when its days count. */
  since: string;
  ready_at: string;
  open_review_id: string | null;
};

/**
 * SQL: conditions on a grant `g` of a principal `p` on an asset `a` that hold for rules of either kind, as of $2: never what is protected,
 * has a purpose, comes through a group, was put back, or is confirmed; never what a rule has decided before.
 */
export const ALWAYS = `g.status = 'active' AND g.via_group_id IS NULL AND g.restored_at IS NULL AND ${PURPOSE} IS NULL
  AND p.type <> 'group' AND p.removed_at IS NULL AND NOT p.protected AND NOT a.protected AND a.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM review_decisions c WHERE c.tenant_id = $1 AND c.grant_id = g.id
                    AND (c.rule_id IS NOT NULL OR (c.decision = 'CONFIRM' AND c.next_review_at > $2)))`;

const WATCHED_NOW = `NOT EXISTS (SELECT FROM telemetry_gaps t WHERE ${GAP_OF_ASSET} AND t.ended_at IS NULL)`;

/** SQL: whether the use of an asset `a` was watched all the $3 days before an instant. Of a class that nobody gave nothing is known. */
export const watchedFor = (at: string): string => `a.classification IN ('public', 'internal', 'confidential')
  AND a.contains_pii IS NOT TRUE
  AND NOT EXISTS (SELECT FROM telemetry_gaps t WHERE ${GAP_OF_ASSET}
                    AND (t.ended_at IS NULL OR t.ended_at > ${at} - $3 * interval '1 day') AND t.started_at < ${at})`;

/**
 * SQL: that use of the asset still arrives. Where no connector reads it, only the use of others shows that anybody tells.
 */
const ARRIVES = `CASE WHEN a.connector_id IS NOT NULL
    THEN EXISTS (SELECT FROM connectors c WHERE c.tenant_id = $1 AND c.id = a.connector_id AND c.last_use_read_at IS NOT NULL)
    ELSE EXISTS (SELECT FROM grants other JOIN grant_scores u ON u.tenant_id = $1 AND u.grant_id = other.id
                 WHERE other.tenant_id = $1 AND other.asset_id = a.id AND u.last_used_at > $2::timestamptz - $3 * interval '1 day') END`;

/** SQL: what nobody promised to have watched before it was known here is not counted as silence. */
export const WATCHED_SINCE =
  'CASE WHEN a.connector_id IS NULL THEN greatest(g.granted_at, g.created_at) ELSE g.granted_at END';

const OF_KIND: Readonly<Record<RuleKind, { since: string; join: string; joinAll: string; where: string }>> = {
  leaver: {
    since: 'd.since',
    join: `JOIN LATERAL (SELECT since FROM disabled_accounts WHERE tenant_id = $1 AND principal_id = g.principal_id AND until IS NULL
                         LIMIT 1) d ON true`,
    joinAll: `JOIN disabled_accounts d ON d.tenant_id = $1 AND d.principal_id = g.principal_id AND d.until IS NULL`,
    where: 'p.disabled',
  },
  never_used: {
    since: WATCHED_SINCE,
    join: `JOIN LATERAL (SELECT last_used_at, active FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true`,
    joinAll: 'JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id',
    where: 's.active AND s.last_used_at IS NULL AND g.last_used_at IS NULL',
  },
};

/** SQL: what must hold of the asset `a`. */
const OF_ASSET: Readonly<Record<RuleKind, string>> = {
  leaver: WATCHED_NOW,
  never_used: `${watchedFor('$2::timestamptz')} AND ${ARRIVES}`,
};

/** SQL: what is known of a grant that a rule may decide by $4; a question that people have in hand is theirs. */
const knownColumns = (kind: RuleKind): string => {
  const { since } = OF_KIND[kind];
  return `g.id AS grant_id, g.principal_id, g.asset_id, g.permission, ${since} AS since,
            ${since} + $3 * interval '1 day' AS ready_at, r.id AS open_review_id`;
};
const knownWhere = (kind: RuleKind): string => {
  const { since, where } = OF_KIND[kind];
  return `${ALWAYS} AND ${where} AND ${since} + $3 * interval '1 day' <= $4
       AND NOT coalesce(r.status = 'ESCALATED'
         OR EXISTS (SELECT FROM holder_questions h WHERE h.tenant_id = $1 AND h.review_id = r.id
                      AND (h.answer = 'keep' OR (h.answer IS NULL AND h.expires_at > $2)))
         OR EXISTS (SELECT FROM group_decision_reviews m
                    WHERE m.tenant_id = $1 AND m.review_id = r.id AND m.state = 'waiting'), false)`;
};

/** SQL: of the grant `id` of a relation `w`. Each is looked up by its key. */
const knownOf = (kind: RuleKind): string => `SELECT ${knownColumns(kind)}
     FROM (SELECT * FROM grants WHERE tenant_id = $1 AND id = w.id LIMIT 1) g
     JOIN LATERAL (SELECT * FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT * FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
     ${OF_KIND[kind].join}
     LEFT JOIN LATERAL (
       SELECT id, status FROM reviews WHERE tenant_id = $1 AND principal_id = g.principal_id AND asset_id = g.asset_id
         AND status IN ('PENDING', 'ESCALATED') LIMIT 1) r ON true
     WHERE ${knownWhere(kind)} AND ${OF_ASSET[kind]}`;

export interface AsOf {
  /** What is known is known as of then. */
  as_of: number;
  /** What is ready by then. */
  until: number;
}

type Asking = Pick<RuleRow, 'kind' | 'days' | 'permissions'>;

const valuesOf = (q: Querier, { days }: Asking, { as_of, until }: AsOf): unknown[] => [
  ...[q.tenant_id, isoInstant(as_of), days, isoInstant(until)],
];

/** Those of these grants that the rule may decide. */
export async function candidatesAmong(
  q: Querier,
  rule: Asking,
  grantIds: readonly string[],
  asOf: AsOf,
): Promise<Candidate[]> {
  if (grantIds.length === 0) return [];
  const rows = await q.query<Candidate>(
    `SELECT k.* FROM unnest($5::text[]) AS w (id) CROSS JOIN LATERAL (${knownOf(rule.kind)}) k`,
    [...valuesOf(q, rule, asOf), grantIds],
  );
  return rows.filter(({ permission }) => covers(rule, permission));
}

/** SQL: what a look goes through, in its order: accounts that have been disabled longest, or what is stalest of what was never used. */
const LOOKED: Readonly<Record<RuleKind, string>> = {
  leaver: `SELECT g.id, d.since AS at, d.principal_id
    FROM disabled_accounts d
    JOIN LATERAL (SELECT id FROM grants WHERE tenant_id = $1 AND principal_id = d.principal_id AND status = 'active'
                    AND via_group_id IS NULL) g ON true
    WHERE d.tenant_id = $1 AND d.until IS NULL AND d.since <= $4::timestamptz - $3 * interval '1 day'
      AND (d.since, d.principal_id) >= ($5, $6) AND (d.since, d.principal_id, g.id) > ($5, $6, $7)
    ORDER BY d.since, d.principal_id, g.id`,
  never_used: `SELECT s.grant_id AS id, s.lapses_at AS at, ''::text COLLATE "C" AS principal_id
    FROM grant_scores s
    WHERE s.tenant_id = $1 AND s.active AND s.last_used_at IS NULL AND (s.lapses_at, s.grant_id) > ($5, $7)
      AND $6 = ''
    ORDER BY s.lapses_at, s.grant_id`,
};

/** The next so many that a look comes across, each with what is known of it if the rule may decide it. */
export async function lookOn(
  q: Querier,
  rule: RuleRow,
  asOf: AsOf,
  limit: number,
): Promise<{ position: Position; candidate: Candidate | null }[]> {
  const rows = await q.query<Candidate & { at: string; place_principal_id: string; place_grant_id: string }>(
    `WITH looked AS MATERIALIZED (${LOOKED[rule.kind]} LIMIT $8)
     SELECT ${exactly('w.at')} AS at, w.principal_id AS place_principal_id,
            w.id AS place_grant_id, k.*
     FROM looked w LEFT JOIN LATERAL (${knownOf(rule.kind)}) k ON true
     ORDER BY w.at, w.principal_id, w.id`,
    [
      ...valuesOf(q, rule, asOf),
      ...[rule.looked_to ?? '-infinity', rule.looked_to_principal_id, rule.looked_to_grant_id, limit],
    ],
  );
  return rows.map(({ at, place_principal_id: principal_id, place_grant_id, ...known }) => ({
    position: { at, principal_id, grant_id: place_grant_id },
    candidate: known.grant_id !== null && covers(rule, known.permission) ? known : null,
  }));
}

/** Assets of which use is told, and which were watched all the days besides; judged once each, however many grants there are on them. */
export async function tellingAssets(
  q: Querier,
  { days }: Pick<RuleRow, 'days'>,
  { as_of, were_watched }: { as_of: number; were_watched: boolean },
): Promise<string[]> {
  const rows = await q.query<{ id: string }>(
    `SELECT a.id FROM assets a WHERE a.tenant_id = $1 AND a.removed_at IS NULL
       AND ${were_watched ? OF_ASSET.never_used : ARRIVES}`,
    [q.tenant_id, isoInstant(as_of), days],
  );
  return rows.map(({ id }) => id);
}

/** The ids of all that the rule would decide now, in the order in which it would. Of so many, tables are joined whole. */
export async function allCandidates(q: Querier, rule: RuleRow, asOf: AsOf): Promise<string[]> {
  const { kind } = rule;
  const telling =
    kind === 'leaver' ? [] : [await tellingAssets(q, rule, { as_of: asOf.as_of, were_watched: true })];
  const rows = await q.query<Pick<Candidate, 'grant_id' | 'permission'>>(
    `SELECT g.id AS grant_id, g.permission
     FROM (${LOOKED[kind]}) w
     JOIN grants g ON g.tenant_id = $1 AND g.id = w.id
     JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
     JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
       AND ${kind === 'leaver' ? OF_ASSET.leaver : 'a.id = ANY ($8::text[])'}
     ${OF_KIND[kind].joinAll}
     LEFT JOIN reviews r ON r.tenant_id = $1 AND r.principal_id = g.principal_id AND r.asset_id = g.asset_id
       AND r.status IN ('PENDING', 'ESCALATED')
     WHERE ${knownWhere(kind)}
     ORDER BY w.at, w.principal_id, w.id`,
    [...valuesOf(q, rule, asOf), '-infinity', '', '', ...telling],
  );
  return rows.filter(({ permission }) => covers(rule, permission)).map(({ grant_id }) => grant_id);
}
