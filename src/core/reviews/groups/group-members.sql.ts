import type { Querier } from '../../../platform/database/database.ts';
import { limitSql, Parameters } from '../../../platform/database/page.ts';
import type { PrincipalType } from '../../directory/directory.rules.ts';
import { PURPOSE } from '../../scores/apply/grant-facts.sql.ts';
import type { Lapse } from '../../scores/half-life.rules.ts';
import { HANDOVER_DAYS } from '../../scores/moved.rules.ts';
import { GAP_OF_ASSET } from '../../scores/telemetry-gaps.sql.ts';
import type { FacetFilters } from '../facets/facet.rules.ts';
import { facetConditions } from '../facets/facet-filters.sql.ts';
import type { Recommendation, ReviewRisk } from '../review.rules.ts';
import { GROUP_REASONS, type Grouping, type GroupReason, LATELY_DAYS } from './review-group.rules.ts';

/** The open reviews that are grouped. */
export interface GroupFilters extends FacetFilters {
  risk_level?: ReviewRisk | undefined;
  assigned_to_id?: string | undefined;
  principal_id?: string | undefined;
  asset_id?: string | undefined;
  campaign_id?: string | undefined;
  /** These only, as far as they are open. */
  review_ids?: readonly string[] | undefined;
}
export const GROUP_FILTERS = [
  'risk_level',
  'assigned_to_id',
  'principal_id',
  'asset_id',
  'campaign_id',
] as const satisfies (keyof GroupFilters)[];

/** Which group: what its members have in common. A part that its kind does not have is empty. */
export interface GroupPlace {
  /** By reason only. */
  of_reason: GroupReason | '';
  /** When they were weighed; by now it may be another one of some. */
  recommended: Recommendation;
  /** The asset, or the person of a person's own. */
  subject_id: string;
  /** The group or the campaign. */
  within_id: string;
}

/** The largest groups come first; by reason, the reason does. */
export interface GroupPosition extends GroupPlace {
  members: number;
}

export type MemberRow = GroupPlace & {
  /** Its own. */
  reason: GroupReason;
  total: number;
  members: number;
  review_id: string;
  principal_id: string;
  principal_name: string;
  principal_type: PrincipalType;
  asset_id: string;
  asset_name: string;
  within_name: string | null;
  risk_level: ReviewRisk;
  assigned_to_id: string | null;
  due_at: string;
  access_grant_ids: string[];
  permissions: string[];
  last_used_at: string | null;
  granted_at: string;
  /** Of each grant that has a score. */
  lapses: [Lapse['lapses_at'], Lapse['half_life_class']][];
  has_purpose: boolean;
  anomalies: number;
  is_fully_observed: boolean;
  is_partly_decided: boolean;
  holder_keeps: boolean;
  with_holder_until: string | null;
};

/** More than that many of one group are not looked at, nor decided, at a time. */
export const GROUP_MEMBERS_MAX = 5_000;

export interface GroupsRequest {
  by: Grouping;
  filters: GroupFilters;
  now: number;
  /** An account counts as dormant after as many days without a login. */
  dormant_days: number;
}

type Bounds =
  | { kind: 'page'; limit: number; offset: number; after: GroupPosition | null }
  | { kind: 'one'; place: GroupPlace }
  | { kind: 'all' };

const KEYS: Readonly<Record<Grouping, { subject: string; within: string; where: string }>> = {
  asset: { subject: 'k.asset_id', within: "''", where: 'true' },
  reason: { subject: 'k.asset_id', within: "''", where: 'true' },
  principal: { subject: 'k.principal_id', within: "''", where: 'true' },
  group: { subject: 'k.asset_id', within: 'k.via_group_id', where: 'k.via_group_id IS NOT NULL' },
  campaign: { subject: 'k.asset_id', within: 'k.campaign_id', where: 'k.campaign_id IS NOT NULL' },
};

/** The first that is true, in the order of `GROUP_REASONS`. */
const REASON = (now: string, dormantDays: string): string => `CASE
  WHEN k.has_purpose THEN 'purpose'
  WHEN k.disabled THEN 'disabled'
  WHEN greatest(k.last_login_at, k.last_used_at) < ${now} - ${dormantDays} AND k.last_login_at IS NOT NULL THEN 'dormant'
  WHEN k.is_move AND k.type = 'user' AND k.granted_at < k.department_since
    AND coalesce(k.last_used_at, '-infinity') < k.department_since + interval '${HANDOVER_DAYS} days' THEN 'moved'
  WHEN k.inventory_since IS NOT NULL THEN 'inventory'
  WHEN k.last_used_at IS NULL THEN 'never_used'
  WHEN k.last_used_at < ${now} - interval '${LATELY_DAYS} days' THEN 'unused'
  ELSE 'used_lately' END`;

/** Together with others, by a decision that was made already: it is in no group that anybody is shown. */
const IS_BEING_DECIDED = `EXISTS (SELECT FROM group_decision_reviews w
         WHERE w.tenant_id = $1 AND w.review_id = r.id AND w.state = 'waiting')`;

/** What is known of the grants of a review, each looked up by its key. */
const OF_GRANTS = `SELECT max(greatest(g.last_used_at, s.last_used_at)) AS last_used_at, min(g.granted_at) AS granted_at,
    min(coalesce(greatest(g.last_used_at, s.last_used_at), g.granted_at)) AS watched_since,
    array_agg(DISTINCT g.permission ORDER BY g.permission) AS permissions,
    CASE WHEN min(coalesce(g.via_group_id, '')) = max(coalesce(g.via_group_id, '')) THEN nullif(min(g.via_group_id), '') END AS via_group_id,
    coalesce(json_agg(json_build_array(extract(epoch FROM s.lapses_at)::float8 * 1000, s.half_life_class))
      FILTER (WHERE s.lapses_at IS NOT NULL), '[]') AS lapses,
    bool_or(${PURPOSE} IS NOT NULL) AS has_purpose
  FROM unnest(o.access_grant_ids) AS w (id)
  JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = w.id LIMIT 1) g ON true
  LEFT JOIN LATERAL (SELECT last_used_at, lapses_at, half_life_class FROM grant_scores
                     WHERE tenant_id = $1 AND grant_id = w.id LIMIT 1) s ON true`;

/**
 * A page of groups with their members, or one group, in one statement: the open reviews are read once, with what is known of their
 * grants; what only the rule asks is looked up for members of the page.
 */
export async function listGroupMembers(
  q: Querier,
  { by, filters, now, dormant_days }: GroupsRequest,
  bounds: Bounds,
): Promise<MemberRow[]> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const at = `to_timestamp(${parameters.add(now / 1000)}::float8)`;
  const conditions = GROUP_FILTERS.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [`AND r.${name} = ${parameters.add(value)}`];
  });
  conditions.push(...facetConditions(filters, parameters).map((condition) => `AND ${condition}`));
  if (filters.review_ids) conditions.push(`AND r.id = ANY (${parameters.add(filters.review_ids)}::text[])`);
  if (bounds.kind !== 'all') conditions.push(`AND NOT ${IS_BEING_DECIDED}`);
  const { subject, within, where } = KEYS[by];
  const reason = REASON(at, `make_interval(days => ${parameters.add(dormant_days)}::integer)`);
  const ofReason = by === 'reason' ? 'reason' : `''::text COLLATE "C"`;
  const lead = by === 'reason' ? `array_position(ARRAY['${GROUP_REASONS.join("', '")}'], reason)` : '0';
  const order = 'ORDER BY g.lead, g.members DESC, g.of_reason, g.recommended, g.subject_id, g.within_id';
  return q.query<MemberRow>(
    `WITH open AS MATERIALIZED (
       SELECT r.id, r.principal_id, r.asset_id, r.access_grant_ids, r.recommendation AS recommended, r.risk_level, r.assigned_to_id, r.campaign_id, r.due_at, r.with_holder_until
       FROM reviews r WHERE r.tenant_id = $1 AND r.status IN ('PENDING', 'ESCALATED') ${conditions.join(' ')}
     ), known AS MATERIALIZED (
       SELECT o.*, p.display_name, p.type, p.disabled, p.last_login_at, p.is_move, p.department_since, p.inventory_since, f.*
       FROM open o
       JOIN LATERAL (SELECT * FROM principals WHERE tenant_id = $1 AND id = o.principal_id LIMIT 1) p ON true
       CROSS JOIN LATERAL (${OF_GRANTS}) f
       WHERE f.granted_at IS NOT NULL
     ), placed AS MATERIALIZED (
       SELECT k.*, ${reason} COLLATE "C" AS reason, ${subject} AS subject_id, ${within} COLLATE "C" AS within_id
       FROM known k WHERE ${where}
     ), counted AS MATERIALIZED (
       SELECT ${lead} AS lead, ${ofReason} AS of_reason, recommended, subject_id, within_id, count(*)::integer AS members
       FROM placed GROUP BY 1, 2, recommended, subject_id, within_id
     ), page AS MATERIALIZED (
       SELECT g.*, row_number() OVER (${order}) AS place FROM counted g ${boundsSql(bounds, order, parameters)}
     )
     SELECT (SELECT count(*) FROM counted) AS total, g.of_reason, g.recommended, g.subject_id, g.within_id, g.members,
            m.id AS review_id, m.reason, m.principal_id, m.display_name AS principal_name, m.type AS principal_type, m.asset_id,
            a.name AS asset_name, ${nameOfWithin(by)} AS within_name, m.risk_level, m.assigned_to_id, m.due_at, m.with_holder_until,
            m.access_grant_ids, m.permissions, m.last_used_at, m.granted_at, m.lapses, m.has_purpose,
            (SELECT count(*) FROM anomaly_signals s WHERE s.tenant_id = $1 AND s.principal_id = m.principal_id
               AND s.asset_id = m.asset_id)::integer AS anomalies,
            NOT EXISTS (SELECT FROM telemetry_gaps t WHERE ${GAP_OF_ASSET}
              AND (t.ended_at IS NULL OR t.ended_at > greatest(t.started_at, m.watched_since))) AS is_fully_observed,
            EXISTS (SELECT FROM review_decisions d WHERE d.tenant_id = $1 AND d.review_id = m.id) AS is_partly_decided,
            EXISTS (SELECT FROM holder_questions h
                    WHERE h.tenant_id = $1 AND h.review_id = m.id AND h.answer = 'keep') AS holder_keeps
     FROM page g
     JOIN (SELECT *, ${ofReason} AS of_reason,
                  row_number() OVER (PARTITION BY ${ofReason}, recommended, subject_id, within_id ORDER BY id) AS number FROM placed) m
       ON m.of_reason = g.of_reason AND m.recommended = g.recommended AND m.subject_id = g.subject_id AND m.within_id = g.within_id AND m.number <= ${GROUP_MEMBERS_MAX}
     JOIN LATERAL (SELECT * FROM assets WHERE tenant_id = $1 AND id = m.asset_id LIMIT 1) a ON true
     ORDER BY g.place, m.id`,
    parameters.values,
  );
}

function boundsSql(bounds: Bounds, order: string, parameters: Parameters): string {
  if (bounds.kind === 'all') return '';
  if (bounds.kind === 'one') {
    const { of_reason, recommended, subject_id, within_id } = bounds.place;
    const values = [of_reason, recommended, subject_id, within_id].map((value) => parameters.add(value));
    return `WHERE (g.of_reason, g.recommended, g.subject_id, g.within_id) = (${values.join(', ')})`;
  }
  const { limit, offset, after } = bounds;
  const from = after === null ? '' : `WHERE ${afterSql(after, parameters)}`;
  return `${from} ${order} ${limitSql(limit)} ${offset === 0 ? '' : `OFFSET ${parameters.add(offset)}`}`;
}

/** In the order of the list. */
function afterSql(after: GroupPosition, parameters: Parameters): string {
  const { members, of_reason, recommended, subject_id, within_id } = after;
  const lead = of_reason === '' ? 0 : GROUP_REASONS.indexOf(of_reason) + 1;
  const values = [lead, -members, of_reason, recommended, subject_id, within_id];
  const [least, most, ...place] = values.map((value) => parameters.add(value));
  return `(g.lead, -g.members, g.of_reason, g.recommended, g.subject_id, g.within_id) > (${least}::integer, ${most}::integer, ${place.join(', ')})`;
}

const nameOfWithin = (by: Grouping): string => {
  if (by === 'group')
    return '(SELECT display_name FROM principals WHERE tenant_id = $1 AND id = g.within_id)';
  return by === 'campaign'
    ? '(SELECT name FROM campaigns WHERE tenant_id = $1 AND id = g.within_id)'
    : 'NULL::text';
};
