import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { PURPOSE } from '../../scores/apply/grant-facts.sql.ts';
import { tellingAssets, WATCHED_SINCE, watchedFor } from './candidates.sql.ts';
import { covers, type RuleKind } from './standing-rule.rules.ts';
import type { RuleRow } from './standing-rules.sql.ts';

/** As far back as single days of use are remembered. */
const DAYS_REMEMBERED = 800;

/** SQL: the first day on which a grant is known to be used, of the bits of its active days. */
const FIRST_USED = `s.last_used_at
  - (length(rtrim(('x' || encode(s.active_days, 'hex'))::bit(${DAYS_REMEMBERED})::text, '0')) - 1) * interval '1 day'`;

/** SQL: grants of a tenant $1 that the rule would have decided between $4 and $2, with when: then they were ready, or were so at $4. */
const READY: Readonly<Record<RuleKind, string>> = {
  leaver: `SELECT g.id, g.principal_id, g.asset_id, g.permission, g.granted_at, g.status, g.revoked_at, g.via_group_id, g.purpose,
             greatest(d.since + $3 * interval '1 day', $4) AS at, s.last_used_at, d.until AS enabled_at
      FROM disabled_accounts d
      JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND principal_id = d.principal_id) g ON true
      LEFT JOIN LATERAL (SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true
      WHERE d.tenant_id = $1 AND d.since + $3 * interval '1 day' <= $2
        AND coalesce(d.until, 'infinity') > greatest(d.since + $3 * interval '1 day', $4)`,
  never_used: `SELECT g.id, g.principal_id, g.asset_id, g.permission, g.granted_at, g.status, g.revoked_at, g.via_group_id, g.purpose,
             greatest(${WATCHED_SINCE} + $3 * interval '1 day', $4) AS at, s.last_used_at, NULL::timestamptz AS enabled_at
      FROM grant_scores s
      JOIN grants g ON g.tenant_id = $1 AND g.id = s.grant_id
      JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id
      WHERE s.tenant_id = $1 AND g.asset_id = ANY ($5::text[]) AND (s.last_used_at IS NULL OR s.last_used_at > $4)
        AND ${WATCHED_SINCE} + $3 * interval '1 day' <= $2
        AND (s.last_used_at IS NULL
             OR (g.granted_at > $2 - interval '${DAYS_REMEMBERED} days'
                 AND ${FIRST_USED} > greatest(${WATCHED_SINCE} + $3 * interval '1 day', $4)))
        AND (g.last_used_at IS NULL OR g.last_used_at > greatest(${WATCHED_SINCE} + $3 * interval '1 day', $4))
        AND ${watchedFor(`greatest(${WATCHED_SINCE} + $3 * interval '1 day', $4)`)}`,
};

const SIGNS = ['used_again', 'confirmed', 'granted_again', 'enabled_again', 'wrong'] as const;
type Sign = (typeof SIGNS)[number];
export type PastCounts = Record<Sign | 'ready', number>;
type PastRow = PastCounts & { date: string; permission: string };

/**
 * How many grants became ready on each day since an instant, and of how many the time since shows that they were needed. Protection, purposes and classifications
 * are taken as they are today.
 */
export async function countPast(
  q: Querier,
  rule: RuleRow,
  { from, now }: { from: number; now: number },
): Promise<{ readyOn: Map<string, number>; counts: PastCounts }> {
  // As of today: since when use of an asset is told nobody has recorded.
  const telling =
    rule.kind === 'leaver' ? [] : [await tellingAssets(q, rule, { as_of: now, were_watched: false })];
  const rows = await q.query<PastRow>(
    `WITH past AS MATERIALIZED (
       SELECT g.* FROM (${READY[rule.kind]}) g
       JOIN principals p ON p.tenant_id = $1 AND p.id = g.principal_id
       JOIN assets a ON a.tenant_id = $1 AND a.id = g.asset_id 
       WHERE g.via_group_id IS NULL AND ${PURPOSE} IS NULL AND p.type <> 'group' AND NOT p.protected AND NOT a.protected
         AND g.granted_at <= g.at AND (g.status <> 'revoked' OR g.revoked_at > g.at)
         AND NOT EXISTS (SELECT FROM review_decisions c WHERE c.tenant_id = $1 AND c.grant_id = g.id AND c.decision = 'CONFIRM'
                           AND c.decided_at <= g.at AND c.next_review_at > g.at)),
     judged AS (
       SELECT past.at, past.permission,
              past.last_used_at > past.at AS used_again,
              EXISTS (SELECT FROM review_decisions c WHERE c.tenant_id = $1 AND c.grant_id = past.id AND c.decision = 'CONFIRM'
                        AND c.decided_at > past.at AND c.decided_by <> 'system') AS confirmed,
              EXISTS (SELECT FROM grants o WHERE o.tenant_id = $1 AND o.principal_id = past.principal_id
                        AND o.asset_id = past.asset_id AND o.permission = past.permission AND o.id <> past.id
                        AND o.granted_at > past.at) AS granted_again,
              past.enabled_at IS NOT NULL AS enabled_again
       FROM past)
     SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, permission, count(*)::integer AS ready,
            (count(*) FILTER (WHERE used_again))::integer AS used_again, (count(*) FILTER (WHERE confirmed))::integer AS confirmed,
            (count(*) FILTER (WHERE granted_again))::integer AS granted_again,
            (count(*) FILTER (WHERE enabled_again))::integer AS enabled_again,
            (count(*) FILTER (WHERE used_again OR confirmed OR granted_again OR enabled_again))::integer AS wrong
     FROM judged GROUP BY 1, 2`,
    [q.tenant_id, isoInstant(now), rule.days, isoInstant(from), ...telling],
  );
  const counts: PastCounts = {
    ready: 0,
    used_again: 0,
    confirmed: 0,
    granted_again: 0,
    enabled_again: 0,
    wrong: 0,
  };
  const readyOn = new Map<string, number>();
  for (const row of rows.filter(({ permission }) => covers(rule, permission))) {
    readyOn.set(row.date, (readyOn.get(row.date) ?? 0) + row.ready);
    for (const name of Object.keys(counts) as (keyof PastCounts)[]) counts[name] += row[name];
  }
  return { readyOn, counts };
}

/** Since when it is observed which accounts are disabled; null: none is. */
export async function disabledSince(q: Querier): Promise<string | null> {
  const [row] = await q.query<{ since: string | null }>(
    'SELECT min(since) AS since FROM disabled_accounts WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return row?.since ?? null;
}
