import type { Querier } from '../../platform/database/database.ts';
import type { ModelVersion } from '../policy/policy.rules.ts';
import type { Evidence } from './evidence/evidence.rules.ts';
import type { PriorityFacts, Weighed } from './priority/priority.rules.ts';
import type { Recommendation, ReviewOrigin, ReviewRisk, ReviewStatus } from './review.rules.ts';

export type ReviewRow = {
  id: string;
  principal_id: string;
  asset_id: string;
  access_grant_ids: string[];
  decay_score: number;
  risk_level: ReviewRisk;
  /** Null while the review is open. */
  evidence_json: Evidence | null;
  recommendation: Recommendation;
  assigned_to_id: string | null;
  assigned_to_name: string | null;
  workflow_id: string;
  campaign_id: string | null;
  status: ReviewStatus;
  origin: ReviewOrigin;
  reason: string | null;
  notes: string | null;
  requested_by: string;
  previous_review_id: string | null;
  /** How often it was asked just before without an answer, and since when. */
  unanswered_before: number;
  first_asked_at: string | null;
  /** How much it mattered when it was last weighed. */
  priority: number;
  /** Null: it was never weighed. */
  priority_facts: PriorityFacts | null;
  weighed_at: string;
  due_at: string;
  /** How often it was escalated. */
  escalations: number;
  /** While whoever holds the access is asked first: until when the reviewer is not. */
  with_holder_until: string | null;
  /** After the holder. */
  reviewer_asked_at: string | null;
  created_at: string;
  closed_at: string | null;
};

/** Without what is looked up for it, or known of it once it is closed. */
export type StoredReview = Omit<
  ReviewRow,
  'evidence_json' | 'assigned_to_name' | 'closed_at' | 'escalations' | keyof Weighed
>;
export type NewReview = Omit<StoredReview, 'status' | 'reviewer_asked_at'> &
  Weighed & { asked_about: AskedAbout[] };

/** What a grant was like when it was asked about. */
export interface AskedAbout {
  grant_id: string;
  score: number;
  half_life_class: number;
  model_version: ModelVersion;
  last_used_at: string | null;
}

export const REVIEW_COLUMNS = `r.id, r.principal_id, r.asset_id, r.access_grant_ids, r.decay_score, r.risk_level, r.evidence_json, r.recommendation, r.assigned_to_id,
  t.display_name AS assigned_to_name, r.workflow_id, r.campaign_id, r.status, r.origin, r.reason, r.notes,
  r.requested_by, r.previous_review_id, r.unanswered_before, r.first_asked_at, r.priority, r.priority_facts,
  r.weighed_at, r.due_at, r.escalations, r.with_holder_until, r.reviewer_asked_at, r.created_at, r.closed_at`;

/** Looked up per row of the page, by key. The other names are part of the evidence. */
export const REVIEW_NAMES = `LEFT JOIN principals t ON t.tenant_id = $1 AND t.id = r.assigned_to_id`;

export async function getReview(q: Querier, id: string): Promise<ReviewRow | null> {
  const rows = await q.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM reviews r ${REVIEW_NAMES} WHERE r.tenant_id = $1 AND r.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

export async function getReviews(q: Querier, ids: readonly string[]): Promise<ReviewRow[]> {
  return q.query<ReviewRow>(
    `SELECT ${REVIEW_COLUMNS} FROM unnest($2::text[]) AS w (id)
     JOIN reviews r ON r.tenant_id = $1 AND r.id = w.id ${REVIEW_NAMES}`,
    [q.tenant_id, ids],
  );
}

/** Answers the ids that were stored: a pair that has an open review by now gets no second one. */
export async function insertReviews(tx: Querier, rows: readonly NewReview[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const stored = await tx.query<{ id: string }>(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level,
       recommendation, assigned_to_id, workflow_id, campaign_id, status, origin, reason, notes, requested_by,
       previous_review_id, unanswered_before, first_asked_at, asked_about, priority, priority_facts,
       weighed_at, due_at, with_holder_until, created_at)
     SELECT $1, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation, assigned_to_id,
            workflow_id, campaign_id, 'PENDING', origin, reason, notes, requested_by, previous_review_id,
            unanswered_before, first_asked_at, asked_about, priority, priority_facts, weighed_at, due_at, with_holder_until,
            created_at
     FROM json_to_recordset($2) AS r (id text, principal_id text, asset_id text, access_grant_ids text[],
       decay_score float8, risk_level text, recommendation text, assigned_to_id text, workflow_id text,
       campaign_id text, origin text, reason text, notes text, requested_by text, previous_review_id text,
       unanswered_before integer, first_asked_at timestamptz, asked_about jsonb,
       priority smallint, priority_facts jsonb, weighed_at timestamptz, due_at timestamptz, with_holder_until timestamptz, created_at timestamptz)
     ORDER BY principal_id COLLATE "C", asset_id COLLATE "C"
     ON CONFLICT (tenant_id, principal_id, asset_id) WHERE status IN ('PENDING', 'ESCALATED') DO NOTHING
     RETURNING id`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
  return new Set(stored.map((row) => row.id));
}

/** What a move has made of a review; with the evidence as it was then, when it is closed. */
export interface ReviewChange {
  id: string;
  status: ReviewStatus;
  assigned_to_id: string | null;
  escalations: number;
  had_by: readonly string[];
  due_at: string;
  with_holder_until: string | null;
  reviewer_asked_at: string | null;
  closed_at: string | null;
  evidence_json: object | null;
  recommendation: Recommendation;
}

export async function updateReviews(tx: Querier, changes: readonly ReviewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `UPDATE reviews r SET status = c.status, assigned_to_id = c.assigned_to_id, escalations = c.escalations,
       had_by = c.had_by, due_at = c.due_at,
       -- A deadline that waited for the holder was nobody's yet.
       first_due_at = CASE WHEN r.due_at <> c.due_at AND r.with_holder_until IS NULL THEN coalesce(r.first_due_at, r.due_at)
         ELSE r.first_due_at END,
       with_holder_until = c.with_holder_until, reviewer_asked_at = c.reviewer_asked_at,
       closed_at = c.closed_at, evidence_json = c.evidence_json, recommendation = c.recommendation
     FROM json_to_recordset($2) AS c (id text, status text, assigned_to_id text, escalations smallint, had_by text[], due_at timestamptz,
       with_holder_until timestamptz, reviewer_asked_at timestamptz, closed_at timestamptz, evidence_json jsonb, recommendation text)
     -- Told twice, so that a plan made while the table was small does not go through all of it.
     WHERE r.tenant_id = $1 AND r.id = ANY ($3::text[]) AND r.id = c.id`,
    [tx.tenant_id, JSON.stringify(changes), changes.map((change) => change.id)],
  );
}

/** Lets open reviews that are in no campaign belong to this one; answers how many. */
export async function joinCampaign(
  tx: Querier,
  reviewIds: readonly string[],
  campaignId: string,
): Promise<number> {
  if (reviewIds.length === 0) return 0;
  const rows = await tx.query(
    `UPDATE reviews SET campaign_id = $3
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND campaign_id IS NULL AND status IN ('PENDING', 'ESCALATED')
     RETURNING id`,
    [tx.tenant_id, reviewIds, campaignId],
  );
  return rows.length;
}
